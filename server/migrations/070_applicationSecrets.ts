/**
 * Administrators change applications (ADM-11): a former secret that still works for a day, the last use, and public keys for signed assertions.
 */
export const applicationSecrets = `
alter table applications
  -- SHA-256
  add column former_secret_hash bytea,
  add column former_secret_ends_at timestamptz,
  add column last_used_at timestamptz,
  add check ((former_secret_hash is null) = (former_secret_ends_at is null));
create index applications_enterprise on applications (enterprise_id);

create table application_keys (
  application_id bigint not null references applications on delete cascade,
  -- The kid of assertions.
  name text not null,
  -- PEM
  public_key text not null,
  -- SHA-256 of the key in DER, in base64
  fingerprint text not null,
  created_at timestamptz not null,
  primary key (application_id, name)
);

/* Assertions that were used and have not expired: each works once. */
create table application_assertions (
  -- SHA-256 of the signed part
  hash bytea primary key,
  expires_at timestamptz not null
);
create index application_assertions_expires on application_assertions (expires_at);
`
