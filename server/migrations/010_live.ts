/**
 * What changes is told to every server process (AH-20), by name and number alone: `in 12`, something in folder 12; `of 12`, the item
 * itself or the rights to it; `trash 7`, `favourites 7`, `messages 7`, `rights 7`, `session 7`, of that user; `group 3`, of its members.
 *
 * PostgreSQL sends what is told twice within a transaction once, and only when it commits. Inserts are told a statement at a time;
 * updates row by row, as the counters are updated too often for a trigger on whole statements.
 */
export const live = `
create index favourites_target on favourites (target_id);

create function tell_items_added() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', 'in ' || parent_id) from (
    select distinct parent_id from added
    where deleted_at is null and parent_id is not null and parent_id not in (select id from added where is_folder)
  ) folders;
  return null;
end $$;
create trigger items_added_told after insert on items referencing new table as added
  for each statement execute function tell_items_added();

create function tell_item_changed() returns trigger language plpgsql as $$
begin
  if new.parent_id is not null then
    perform pg_notify('live', 'in ' || new.parent_id);
  end if;
  if old.parent_id <> new.parent_id then
    perform pg_notify('live', 'in ' || old.parent_id);
  end if;
  if new.is_folder or exists (select from favourites where target_id = new.id) or exists (select from collabs where item_id = new.id) then
    perform pg_notify('live', 'of ' || new.id);
  end if;
  if old.deleted_at is not null or new.deleted_at is not null then
    perform pg_notify('live', 'trash ' || id) from unnest(array[
      old.deleted_by, new.deleted_by, old.deleted_space_owner_id, new.deleted_space_owner_id
    ]) as id where id is not null;
  end if;
  return null;
end $$;
create trigger items_changed_told after update of parent_id, name, description, size, current_version_id, modified_at, changed_at,
    is_encrypted, scope, scanned, share_disabled_for, lock_user_id, lock_kind, deleted_at, deleted_by, is_record_hidden, is_parent_gone
  on items for each row execute function tell_item_changed();

create function tell_items_purged() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', 'trash ' || id) from (
    select deleted_by as id from purged union select deleted_space_owner_id from purged
  ) whose where id is not null;
  perform pg_notify('live', 'in ' || parent_id) from (
    select distinct parent_id from purged where deleted_at is null and parent_id is not null and parent_id not in (select id from purged)
  ) folders;
  return null;
end $$;
create trigger items_purged_told after delete on items referencing old table as purged
  for each statement execute function tell_items_purged();

create function tell_invitations() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', 'of ' || item_id) from (select distinct item_id from changed) items;
  perform pg_notify('live', 'in ' || parent_id) from (
    select distinct parent_id from items where id in (select item_id from changed) and parent_id is not null
  ) folders;
  perform pg_notify('live', 'rights ' || user_id) from (select distinct user_id from changed where user_id is not null) users;
  perform pg_notify('live', 'group ' || group_id) from (select distinct group_id from changed where group_id is not null) groups;
  return null;
end $$;
create trigger collabs_added_told after insert on collabs referencing new table as changed
  for each statement execute function tell_invitations();
create trigger collabs_changed_told after update on collabs referencing new table as changed
  for each statement execute function tell_invitations();
create trigger collabs_removed_told after delete on collabs referencing old table as changed
  for each statement execute function tell_invitations();

/* What concerns one user; the word is the trigger's argument. */
create function tell_users() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', tg_argv[0] || ' ' || user_id) from (select distinct user_id from changed) users;
  return null;
end $$;
create trigger department_members_added_told after insert on department_members referencing new table as changed
  for each statement execute function tell_users('rights');
create trigger department_members_changed_told after update on department_members referencing new table as changed
  for each statement execute function tell_users('rights');
create trigger department_members_removed_told after delete on department_members referencing old table as changed
  for each statement execute function tell_users('rights');
create trigger group_members_added_told after insert on group_members referencing new table as changed
  for each statement execute function tell_users('rights');
create trigger group_members_removed_told after delete on group_members referencing old table as changed
  for each statement execute function tell_users('rights');
create trigger favourites_added_told after insert on favourites referencing new table as changed
  for each statement execute function tell_users('favourites');
create trigger favourites_removed_told after delete on favourites referencing old table as changed
  for each statement execute function tell_users('favourites');
create trigger messages_added_told after insert on messages referencing new table as changed
  for each statement execute function tell_users('messages');
create trigger messages_changed_told after update on messages referencing new table as changed
  for each statement execute function tell_users('messages');
create trigger sessions_ended_told after delete on sessions referencing old table as changed
  for each statement execute function tell_users('session');

create function tell_user_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', 'session ' || new.id);
  return null;
end $$;
create trigger users_changed_told after update of is_active, enterprise_id on users
  for each row execute function tell_user_changed();
`
