/** A collecting link that an owner of the organisation closed is not reopened by its maker. */
export const collectClosings = `
alter table collect_links add column closed_by_administrator boolean not null default false;
`
