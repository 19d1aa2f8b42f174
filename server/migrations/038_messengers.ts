/** What the server's own calls to WeChat and WeCom go by: access tokens and tickets, of which a newer one makes the older void. */
export const messengers = `
create table messenger_tokens (
  name text primary key,
  -- By the key outside of the database; null: none is known.
  sealed bytea,
  expires_at timestamptz not null
);
`
