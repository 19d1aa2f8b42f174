/**
 * Administrators have one of three roles. People can be deactivated and deleted, and receive one-time links. What a leaving person owned is handed
 * over; a record allows undoing that.
 */
export const administration = `
alter table users add column administrator_role text check (administrator_role in ('owner', 'people', 'auditor'));
drop trigger accounts_audited on users;
update users set administrator_role = 'owner' where is_administrator;
alter table users drop column is_administrator;
create index users_administrators on users (enterprise_id) where administrator_role is not null;

alter table users
  -- In lower case; '' = none.
  add column email text not null default '',
  add column deactivated_at timestamptz,
  add column removed_at timestamptz,
  add column last_sign_in_at timestamptz,
  -- Whether the links of a deactivated maker still open.
  add column keeps_links boolean not null default false,
  add check (removed_at is null or not is_active);
update users set deactivated_at = now() where not is_active;
update users set last_sign_in_at = (select max(created_at) from sessions where user_id = users.id);

/* The sameness of logins: without regard to case, width and composition. */
create function login_key(text) returns text language sql immutable strict parallel safe
return lower(normalize($1, NFKC));
drop index users_login;
create unique index users_login on users (login_key(login));

/* A service that writes its own entry sets satchel.audited. */
create function audit_account() returns trigger language plpgsql as $$
declare
  doer users%rowtype;
  actor text := coalesce(current_setting('satchel.user', true), '');
begin
  if actor <> '' then select * into doer from users where id = actor::bigint; end if;
  insert into audit_log (at, deed, enterprise_id, item_enterprise_id, user_id, user_login, user_name, address, detail)
  values (now(), 'account_changed', doer.enterprise_id, new.enterprise_id, doer.id, coalesce(doer.login, ''), coalesce(doer.name, ''),
    coalesce(current_setting('satchel.address', true), ''), jsonb_build_object(
      'user_id', new.id,
      'before', jsonb_build_object('administrator_role', old.administrator_role, 'is_active', old.is_active),
      'after', jsonb_build_object('administrator_role', new.administrator_role, 'is_active', new.is_active)));
  return null;
end $$;
create trigger accounts_audited after update of administrator_role, is_active on users
  for each row when ((old.administrator_role, old.is_active) is distinct from (new.administrator_role, new.is_active)
    and coalesce(current_setting('satchel.audited', true), '') <> 'on') execute function audit_account();

alter table enterprises
  add column language text not null default 'zh-CN' check (language in ('zh-CN', 'en', 'zh-TW')),
  add column administrators_two_step boolean not null default false,
  add column password_length integer not null default 8 check (password_length between 8 and 64),
  -- null: as the server is configured
  add column session_days integer check (session_days between 1 and 3650),
  add column links_of_leavers text not null default 'close' check (links_of_leavers in ('keep', 'close'));

create table sign_in_links (
  user_id bigint primary key references users on delete cascade,
  -- SHA-256; only the holder of the link knows the token.
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
/* A link is for the account as it was: it ends with the password, the login, the address and the account. */
create function end_sign_in_links() returns trigger language plpgsql as $$
begin
  delete from sign_in_links where user_id = new.id;
  return null;
end $$;
create trigger users_end_sign_in_links after update of password_hash, login, email, is_active on users
  for each row when (old.password_hash is distinct from new.password_hash or old.login <> new.login or old.email <> new.email or not new.is_active)
  execute function end_sign_in_links();

create table handovers (
  id bigint generated always as identity primary key,
  enterprise_id bigint not null references enterprises on delete cascade,
  user_id bigint not null references users on delete cascade,
  files_to bigint references users on delete set null,
  shares_to bigint references users on delete set null,
  by_user bigint references users on delete set null,
  at timestamptz not null,
  -- The folders that received the items of the own space; emptied folders go with the undoing.
  folder_ids bigint[] not null default '{}',
  item_ids bigint[] not null default '{}',
  link_ids bigint[] not null default '{}',
  collect_ids bigint[] not null default '{}',
  undone_at timestamptz
);
create index handovers_user on handovers (user_id, id desc);

/* The use of storage per day, for the overview. */
create table storage_days (
  enterprise_id bigint not null references enterprises on delete cascade,
  day date not null,
  people_bytes bigint not null,
  departments_bytes bigint not null,
  primary key (enterprise_id, day)
);
`
