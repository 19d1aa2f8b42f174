/**
 * Sessions that their user can tell apart and end, and the devices on which a user signed in before: a device's token alone proves nothing.
 * A secret of the second step that somebody saw without their password, before they enrolled, is forgotten.
 */
export const devices = `
alter table sessions
  add column id bigint generated always as identity,
  add column device text,
  add column user_agent text not null default '',
  add column address text not null default '';
create unique index sessions_id on sessions (id);
create index sessions_begun on sessions (created_at);

create table devices (
  user_id bigint not null references users on delete cascade,
  -- 32 hexadecimal digits
  name text not null,
  last_used_at timestamptz not null default now(),
  primary key (user_id, name)
);
create index devices_idle on devices (last_used_at);

update users set totp_secret = null where totp_enrolled_at is null;
`
