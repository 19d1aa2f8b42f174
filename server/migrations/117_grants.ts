/**
 * Users and administrators give applications access that lasts (OAPI-01): consents, codes, grants, and refresh tokens, each of which works once. Of
 * codes and tokens, random of 256 bits, only hashes are kept.
 */
export const grants = `
alter table applications
  -- Addresses that a code may be sent to, compared as texts.
  add column redirect_uris text[] not null default '{}',
  -- What an administrator must allow: password, jwt_simple, enterprise.
  add column grants text[] not null default '{}';

/* What a user allowed an application. */
create table application_consents (
  application_id bigint not null references applications on delete cascade,
  user_id bigint not null references users on delete cascade,
  scopes text[] not null,
  created_at timestamptz not null,
  primary key (application_id, user_id)
);
create index application_consents_user on application_consents (user_id);

/* A grant is what the tokens that follow one another have in common. */
create table application_grants (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  -- Null: the grant is for the application's enterprise.
  user_id bigint references users on delete cascade,
  kind text not null,
  -- The kid of the assertion, if one was signed.
  key_name text,
  scopes text[] not null,
  created_at timestamptz not null,
  -- The end of the newest refresh token.
  expires_at timestamptz not null
);
create index application_grants_application on application_grants (application_id, user_id, expires_at);
create index application_grants_user on application_grants (user_id);
create index application_grants_expires on application_grants (expires_at);

create table application_refresh_tokens (
  -- SHA-256
  hash bytea primary key,
  grant_id bigint not null references application_grants on delete cascade,
  expires_at timestamptz not null,
  -- A token that comes again after this was stolen from one of its two senders.
  spent_at timestamptz
);
create index application_refresh_tokens_grant on application_refresh_tokens (grant_id);
create index application_refresh_tokens_expires on application_refresh_tokens (expires_at);

create table application_codes (
  -- SHA-256
  hash bytea primary key,
  application_id bigint not null references applications on delete cascade,
  user_id bigint not null references users on delete cascade,
  -- As the authorization named it; null: it named none.
  redirect_uri text,
  scopes text[] not null,
  -- Of PKCE, by SHA-256; null: the authorization had none.
  challenge text,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- What the code became.
  grant_id bigint references application_grants on delete set null
);
create index application_codes_expires on application_codes (expires_at);
create index application_codes_application on application_codes (application_id);
create index application_codes_user on application_codes (user_id);
create index application_codes_grant on application_codes (grant_id) where grant_id is not null;

alter table application_tokens
  -- Null: the token is for the application's enterprise.
  alter column user_id drop not null,
  add column grant_id bigint references application_grants on delete cascade;
create index application_tokens_grant on application_tokens (grant_id) where grant_id is not null;
`
