/** A role accepted by invitation adds to the rights that the user has otherwise. Roles given before, and roles set by `collabs/edit`, replace them. */
export const addedRoles = `
alter table collabs add column is_added boolean not null default false;
`
