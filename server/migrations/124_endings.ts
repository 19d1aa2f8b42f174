/** The server says how two things ended: a hand-in that its contributor took back (AH-54), and the sessions of a deactivated account (ADM-06). */
export const endings = `
-- The time at which the contributor took the file back. It names the contributor as long as the file's time of deletion is the same.
alter table collect_files add column taken_back_at timestamptz;

update collect_files set taken_back_at = items.deleted_at from items
where items.id = collect_files.item_id and exists (
  select from audit_log
  where audit_log.item_id = items.id and audit_log.deed = 'collect_taken_back' and audit_log.at = items.deleted_at
);

/* The tokens of sessions that ended because their account was deactivated. They open nothing: only their holders are told why. */
create table deactivated_sessions (
  -- SHA-256
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  ended_at timestamptz not null
);
create index deactivated_sessions_user on deactivated_sessions (user_id);
create index deactivated_sessions_ended on deactivated_sessions (ended_at);
`
