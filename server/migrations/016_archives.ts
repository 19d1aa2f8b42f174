/** Files of archives that were looked at: bodies of their own, gone with the archive's. */
export const archives = `
alter table bodies add column archive_id bigint references bodies on delete cascade, add column entry integer,
  add check ((archive_id is null) = (entry is null));
create unique index bodies_entry on bodies (archive_id, entry) where archive_id is not null;
`
