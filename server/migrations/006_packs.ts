/** Archives that were asked for: their addresses would be too long with every id in them. */
export const packs = `
create table packs (
  id text primary key,
  user_id bigint not null references users on delete cascade,
  item_ids bigint[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index packs_end on packs (expires_at);
`
