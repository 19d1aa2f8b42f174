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

-- Open streams ask again whether their session is still let in.
create function tell_session_renewed() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', 'session ' || new.user_id);
  return null;
end $$;
create trigger sessions_renewed_told after update of token_hash on sessions
  for each row execute function tell_session_renewed();
create trigger users_second_step_told after update of totp_enrolled_at on users
  for each row execute function tell_user_changed();

update users set totp_secret = null where totp_enrolled_at is null;
`
