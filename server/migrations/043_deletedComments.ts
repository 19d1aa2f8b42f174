/** Comments that were deleted and can be taken back for a while, with whom they had been told (AH-09). */
export const deletedComments = `
create table deleted_comments (
  id bigint primary key,
  item_id bigint not null references items on delete cascade,
  author_id bigint not null references users on delete cascade,
  content text not null,
  voice_key text unique,
  voice_seconds smallint,
  created_at timestamptz not null,
  deleted_by bigint not null references users on delete cascade,
  deleted_at timestamptz not null,
  notices jsonb not null
);
create index deleted_comments_item on deleted_comments (item_id);
create index deleted_comments_author on deleted_comments (author_id);
create index deleted_comments_by on deleted_comments (deleted_by);
create index deleted_comments_age on deleted_comments (deleted_at);
`
