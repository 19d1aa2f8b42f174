/** Programs that act for a whole enterprise administer people, and let people sign in once (OAPI-06). */
export const openAdministration = `
alter table users
  -- Downloads nothing, whatever the role on an item.
  add column downloads_nothing boolean not null default false;

/* Signs a person in once. */
create table application_sign_ins (
  -- SHA-256
  hash bytea primary key,
  application_id bigint not null references applications on delete cascade,
  user_id bigint not null references users on delete cascade,
  -- A path of the drive.
  redirect text not null,
  expires_at timestamptz not null
);
create index application_sign_ins_application on application_sign_ins (application_id);
create index application_sign_ins_user on application_sign_ins (user_id);
create index application_sign_ins_expires on application_sign_ins (expires_at);
`
