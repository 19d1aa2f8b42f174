/** The recycle bin: what its lists hide and lose, and the indexes without which purging a folder reads whole tables for each item. */
export const trash = `
-- Who deleted it took the record out of his own trash; the owner's is untouched (decisions 52).
alter table items add column is_record_hidden boolean not null default false;
-- The folder it was deleted from was purged; it hangs below the root of its space.
alter table items add column is_parent_gone boolean not null default false;

create index items_parent on items (parent_id);
drop index items_deleted_children;
create index items_current_version on items (current_version_id) where current_version_id is not null;
create index recent_items_item on recent_items (item_id);
create index uploads_folder on uploads (folder_id) where folder_id is not null;
create index uploads_target_file on uploads (target_file_id) where target_file_id is not null;
create index uploads_item on uploads (item_id) where item_id is not null;
`
