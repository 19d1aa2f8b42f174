/** A child message of an invitation says whether it answers a request for access (AH-50). */
export const grantedAccess = `
alter table collab_notices add column is_granted boolean not null default false;
`
