/**
 * Applications of the open platform (OPEN-01): programs of others that an administrator lets act for users of the enterprise. Of secrets and
 * tokens, random of 256 bits, only hashes are kept.
 */
export const applications = `
create table applications (
  id bigint generated always as identity primary key,
  enterprise_id bigint not null references enterprises on delete cascade,
  client_id text not null unique,
  secret_hash bytea not null,
  name text not null,
  -- Pages that may show the drive in a frame, as browsers name them: https://app.example
  origins text[] not null,
  scopes text[] not null,
  -- Acts for every member; else for those of application_users.
  for_all boolean not null,
  created_at timestamptz not null default now(),
  disabled_at timestamptz
);

create table application_users (
  application_id bigint not null references applications on delete cascade,
  user_id bigint not null references users on delete cascade,
  primary key (application_id, user_id)
);

create table application_tokens (
  token_hash bytea primary key,
  application_id bigint not null references applications on delete cascade,
  user_id bigint not null references users on delete cascade,
  scopes text[] not null,
  -- Null: for no page.
  origin text,
  -- Of a token that shows one file: the version, null for the current one.
  file_id bigint references items on delete cascade,
  version_id bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index application_tokens_expires on application_tokens (expires_at);
create index application_tokens_application on application_tokens (application_id, expires_at);
create index application_tokens_user on application_tokens (user_id);
create index application_tokens_file on application_tokens (file_id) where file_id is not null;
create index application_users_user on application_users (user_id);
`
