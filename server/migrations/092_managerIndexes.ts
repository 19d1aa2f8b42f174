/** The tree of departments looks for managers, and for the few people who are not active. Without these indexes it reads all people twice. */
export const managerIndexes = `
create index department_members_managers on department_members (department_id) where is_manager;
create index users_inactive on users (id) where not is_active;
`
