/** Guides and who has seen them (CTX-08, CTX-13), the action log (CTX-10), the dates that files bring along (AH-12). */
export const guidesAndActions = `
alter table enterprises add column is_h5_show_user_guide boolean not null default false;
-- A guide is off when false (decisions 59).
alter table users
  add column user_guide_h5_sync boolean not null default true,
  add column user_guide_h5_upload boolean not null default true,
  add column user_guide_h5_logout boolean not null default true;

create table action_log (
  user_id bigint not null references users on delete cascade,
  uuid text not null,
  action text not null check (action in ('upload_stat', 'preview_complete')),
  typed_id text,
  additional_info jsonb,
  fail_reason text,
  created_at timestamptz not null default now(),
  primary key (user_id, uuid)
);
create index action_log_of_user on action_log (user_id, created_at);
create index action_log_age on action_log (created_at);

alter table uploads add column original_date timestamptz;
-- With the bytes, so that versions and copies keep it.
alter table bodies add column original_date timestamptz;
`
