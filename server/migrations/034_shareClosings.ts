/**
 * Maker and administrators each close a link for themselves: what one side opens again stays closed while the other's closing holds. Who closed
 * it is in the audit log.
 */
export const shareClosings = `
alter table share_links add column closed_by_administrator_at timestamptz;
update share_links set closed_by_administrator_at = closed_at, closed_at = null
where closed_at is not null and is_closed_by_administrator;
drop index share_links_expiry;
alter table share_links drop column is_closed_by_administrator, drop column closed_by;
create index share_links_expiry on share_links (due_at)
where due_at is not null and expiry_told_at is null and closed_at is null and closed_by_administrator_at is null;
`
