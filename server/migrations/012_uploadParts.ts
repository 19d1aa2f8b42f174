/** Uploads that come in parts and are resumed: how much of a body is safe, and whose space it weighs on. */
export const uploadParts = `
alter table uploads drop constraint uploads_state_check;
alter table uploads add constraint uploads_state_check check (state in ('open', 'receiving', 'partial', 'done', 'failed'));
-- Of the body that grows; null again once it is a file's.
alter table uploads add column part_key text unique;
-- Bytes that were acknowledged; the file may hold more.
alter table uploads add column received bigint not null default 0 check (received between 0 and size);
-- The root of the space it was meant for.
alter table uploads add column space_id bigint references items on delete set null;
alter table uploads add constraint uploads_part_check check (state <> 'partial' or part_key is not null);
create index uploads_space on uploads (space_id) where state = 'partial';
`
