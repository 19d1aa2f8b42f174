/** WeCom as a directory: the access of an organisation's administrators there, and what its callbacks report. */
export const weCom = `
create table wecom_directories (
  directory_id bigint primary key references directories on delete cascade,
  -- An organisation in WeCom belongs to one organisation here, so that a userid names one person.
  corp_id text not null unique,
  agent_id bigint not null,
  -- The sign-in page offers it.
  offers_sign_in boolean not null,
  -- Secrets are encrypted with the sealing key. Null: none.
  secret bytea not null,
  contacts_secret bytea,
  callback_token bytea,
  callback_key bytea
);

-- Callbacks that were accepted lately, by hash, so that none counts twice.
create table wecom_events (
  directory_id bigint not null references directories on delete cascade,
  key bytea not null,
  at timestamptz not null,
  primary key (directory_id, key)
);
create index wecom_events_age on wecom_events (directory_id, at);

-- Userids that changed. The next sync follows them if WeCom no longer knows the old one.
create table wecom_renames (
  directory_id bigint not null references directories on delete cascade,
  before text not null,
  after text not null,
  at timestamptz not null,
  primary key (directory_id, before)
);

-- A sign-on is completed only in the way in which it began.
alter table sign_on_attempts add column kind text not null default 'oidc' check (kind in ('oidc', 'wecom'));
`
