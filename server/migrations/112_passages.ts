/**
 * A comment may be about a passage of a text (DOC-06). `passage` has the shape `StoredPassage` (server/queries/comments/passages). Pictures in texts
 * (DOC-09) belong to the item, so that a copy has them before anybody opens it. Their bytes count towards the space as those of versions do.
 */
export const passages = `
alter table comments add column passage jsonb;
alter table deleted_comments add column passage jsonb;
create index comments_passages on comments (item_id, id) where passage is not null;

create table document_pictures (
  item_id bigint not null references items on delete cascade,
  -- Names the picture in the text, and in every copy of the text.
  key text not null,
  body_id bigint not null references bodies,
  media_type text not null,
  size bigint not null,
  created_at timestamptz not null,
  primary key (item_id, key)
);
create index document_pictures_body on document_pictures (body_id);
create trigger document_pictures_added after insert on document_pictures referencing new table as changed
  for each statement execute function count_bytes_added();

-- The pictures that a version names, by the version's body, which copies share.
create table version_pictures (
  body_id bigint not null references bodies on delete cascade,
  key text not null,
  primary key (body_id, key)
);
`
