/**
 * Who did what, when and from where. Rows are only added; those that are too old go when the job that may remove them says so. Names stand
 * as they were, and nothing refers to users or items: they may be gone. Changes of rights are written by triggers, whoever makes them.
 */
export const audit = `
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  deed text not null,
  -- Whose administrators may read it: the enterprise of who did it, and that of the item.
  enterprise_id bigint,
  item_enterprise_id bigint,
  -- Null where the server did it.
  user_id bigint,
  user_login text not null default '',
  user_name text not null default '',
  address text not null default '',
  item_id bigint,
  item_name text,
  detail jsonb
);
create index audit_log_enterprise on audit_log (enterprise_id, id desc);
create index audit_log_item_enterprise on audit_log (item_enterprise_id, id desc) where item_enterprise_id is not null;
create index audit_log_at on audit_log (at);

create function keep_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('satchel.purges_audit_log', true) = 'on' then return old; end if;
  raise exception 'audit_log only grows';
end $$;
create trigger audit_log_kept before update or delete on audit_log for each row execute function keep_audit_log();
create trigger audit_log_not_emptied before truncate on audit_log for each statement execute function keep_audit_log();

create function enterprise_of_item(item bigint) returns bigint language sql stable as $$
  with recursive above as (
    select id, parent_id, space_owner_id from items where id = item
    union all
    select items.id, items.parent_id, items.space_owner_id
    from items join above on items.id = above.parent_id where above.space_owner_id is null
  )
  select enterprise_id from users where id = (select space_owner_id from above where space_owner_id is not null)
$$;

create function audit_rights() returns trigger language plpgsql as $$
declare
  doer users%rowtype;
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  facts jsonb := coalesce(is_now, was);
  rights text[] := array['role', 'accepted', 'is_manager', 'is_administrator', 'is_active'];
  before_after jsonb := jsonb_build_object(
    'before', (select jsonb_object_agg(key, value) from jsonb_each(was) where key = any (rights)),
    'after', (select jsonb_object_agg(key, value) from jsonb_each(is_now) where key = any (rights)));
  item bigint;
begin
  if before_after -> 'before' = before_after -> 'after' then return null; end if;
  select * into doer from users where id = nullif(current_setting('satchel.user', true), '')::bigint;
  item := case tg_table_name
    when 'collabs' then (facts ->> 'item_id')::bigint
    when 'department_members' then (select id from items where department_id = (facts ->> 'department_id')::bigint)
  end;
  insert into audit_log (at, deed, enterprise_id, item_enterprise_id, user_id, user_login, user_name, address, item_id, item_name, detail)
  values (
    now(),
    case tg_table_name when 'collabs' then 'collaborator_changed' when 'department_members' then 'member_changed' else 'account_changed' end,
    doer.enterprise_id,
    case tg_table_name when 'users' then (facts ->> 'enterprise_id')::bigint else enterprise_of_item(item) end,
    doer.id, coalesce(doer.login, ''), coalesce(doer.name, ''), coalesce(current_setting('satchel.address', true), ''),
    item, (select name from items where id = item),
    before_after || jsonb_strip_nulls(jsonb_build_object(
      'user_id', case tg_table_name when 'users' then facts -> 'id' else facts -> 'user_id' end,
      'group_id', facts -> 'group_id'))
  );
  return null;
end $$;
create trigger collabs_audited after insert or update or delete on collabs for each row execute function audit_rights();
create trigger members_audited after insert or update or delete on department_members for each row execute function audit_rights();
create trigger accounts_audited after update of is_administrator, is_active on users for each row execute function audit_rights();
`
