/** Signing on at an OpenID provider: one per organisation. */
export const signOn = `
create table sign_on_providers (
  enterprise_id bigint primary key references enterprises on delete cascade,
  is_on boolean not null,
  label text not null,
  issuer text not null,
  client_id text not null,
  -- Encrypted with the sealing key; null: a public client.
  client_secret bytea,
  -- Requested beside openid, profile and email.
  scopes text not null default '',
  -- In lower case; none: every domain.
  email_domains text[] not null default '{}',
  link_by text not null check (link_by in ('email', 'claim')),
  -- The claim that names the login; for link_by = claim.
  link_claim text not null default '',
  creates_people boolean not null,
  group_claim text not null default '',
  -- [{ group, department_id }]
  group_rules jsonb not null default '[]',
  signs_out boolean not null,
  changed_at timestamptz not null
);

/* The people whom a provider knows, by the id that never changes there. A person has one identity per provider, so nobody takes over an account. */
create table sign_on_identities (
  enterprise_id bigint not null references enterprises on delete cascade,
  issuer text not null,
  subject text not null,
  user_id bigint not null references users on delete cascade,
  linked_at timestamptz not null,
  primary key (enterprise_id, issuer, subject)
);
create unique index sign_on_identities_user on sign_on_identities (user_id, issuer);

/* A sign-on under way; used once, by the browser that began it. */
create table sign_on_attempts (
  state_hash bytea primary key,
  browser_hash bytea not null,
  enterprise_id bigint not null references enterprises on delete cascade,
  nonce text not null,
  verifier text not null,
  redirect text not null,
  begun_at timestamptz not null
);
create index sign_on_attempts_age on sign_on_attempts (begun_at);

-- Whether signing out also leads to the provider.
alter table sessions add column signs_out_at_provider boolean not null default false;
`
