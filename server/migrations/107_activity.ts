/**
 * Finds the entries of the audit log about one item (AH-40). Openings, downloads and copies are many, and few people see them, so they have an index
 * of their own. The same conditions stand in `queries/items/activity`.
 */
export const activity = `
create index audit_log_item_changes on audit_log (item_id, at desc, id desc)
where item_id is not null and deed not in ('item_opened', 'item_downloaded', 'item_copied');
create index audit_log_item_uses on audit_log (item_id, at desc, id desc)
where deed in ('item_opened', 'item_downloaded', 'item_copied');
`
