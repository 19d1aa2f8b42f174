/**
 * The list of people by name is searched and counted in its index, without reading accounts: the index also holds what a search compares, and
 * whether an account is active or deleted.
 */
export const peopleIndex = `
drop index users_by_name;
create index users_by_name on users (enterprise_id, name collate natural_order, id) include (search_text, email, is_active, removed_at);
`
