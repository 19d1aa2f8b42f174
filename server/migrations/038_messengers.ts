/**
 * What the server's own calls to WeChat and WeCom go by: access tokens and tickets, of which a newer one makes the older void; and who users
 * are there, as long as the session lasts in which they said so.
 */
export const messengers = `
create table messenger_tokens (
  name text primary key,
  -- By the key outside of the database; null: none is known.
  sealed bytea,
  expires_at timestamptz not null
);

create table messenger_identities (
  session_id bigint primary key references sessions (id) on delete cascade,
  user_id bigint not null references users on delete cascade,
  messenger text not null check (messenger in ('wechat', 'wecom')),
  -- The app that knows them by that.
  app_id text not null,
  external_id text not null,
  language text not null,
  known_at timestamptz not null
);
create index messenger_identities_user on messenger_identities (user_id);
`
