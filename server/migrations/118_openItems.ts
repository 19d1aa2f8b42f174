/**
 * Columns that programs read of items and links (OAPI-03, OAPI-04). Uploads hash the bytes as they pass; a job hashes what came in parts, and all older
 * contents.
 */
export const openItems = `
alter table bodies
  -- SHA-1 in hexadecimal digits. Null: not computed yet; '': the storage lacks the bytes.
  add column sha1 text;
create index bodies_without_hash on bodies (id) where sha1 is null and archive_id is null;

-- When the maker last changed the settings; null: never.
alter table share_links add column changed_at timestamptz;
`
