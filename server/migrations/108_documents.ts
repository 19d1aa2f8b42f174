/**
 * Documents that several people edit together (DOC-01). The state of a document is `state` and the updates after it, in the order of their numbers.
 * The row of the document gives out the numbers, so that a reader who has seen number 7 never misses a number 6 that commits later. Every process
 * hears of new updates, and of changes to links, whose visitors may read a document for hours.
 */
export const documents = `
create table documents (
  item_id bigint primary key references items on delete cascade,
  state bytea not null,
  -- The number of the newest update, of the newest in the state, and of the newest in a version.
  sequence bigint not null default 0,
  folded bigint not null default 0,
  versioned bigint not null default 0,
  -- bytes of the state and of the updates after it
  size integer not null,
  changed_at timestamptz,
  changed_by bigint references users,
  versioned_at timestamptz not null
);
alter table documents alter column state set storage external;
create index documents_unfolded on documents (item_id) where folded < sequence;
create index documents_unversioned on documents (item_id) where versioned < sequence;

create table document_updates (
  item_id bigint not null references documents on delete cascade,
  sequence bigint not null,
  bytes bytea not null,
  primary key (item_id, sequence)
);

create function tell_document_updates() returns trigger language plpgsql as $$
begin
  perform tell('document ' || item_id) from (select distinct item_id from added) documents;
  return null;
end $$;
create trigger document_updates_told after insert on document_updates referencing new table as added
  for each statement execute function tell_document_updates();

create function tell_link_changed() returns trigger language plpgsql as $$
begin
  perform tell('link ' || new.id);
  return null;
end $$;
create trigger share_links_changed_told
  after update of access, due_at, disable_download, password_version, approval_state, closed_at, closed_by_administrator_at on share_links
  for each row execute function tell_link_changed();

create index items_edited_online on items (id) where lock_kind = 3;
`
