/** A begun upload holds room for all of it; departments have quotas. */
export const budgets = `
drop index uploads_space;
create index uploads_space on uploads (space_id) where state in ('partial', 'receiving');

-- bytes; null = unlimited, and for a department what its enterprise says
alter table enterprises add column department_quota_bytes bigint;
alter table departments add column quota_bytes bigint;
`
