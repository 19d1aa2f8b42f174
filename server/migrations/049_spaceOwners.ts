/** Whose spaces the roots are: each search asks for a user's own, and read all items for it. */
export const spaceOwners = `
create index items_space_owner on items (space_owner_id) where space_owner_id is not null;
`
