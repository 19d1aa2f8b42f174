/** The ids by which outer systems know people, departments and groups (OAPI-06). */
export const customIds = `
create table custom_ids (
  enterprise_id bigint not null references enterprises on delete cascade,
  -- The outer system.
  platform_id bigint not null,
  custom_id text not null,
  user_id bigint references users on delete cascade,
  department_id bigint references departments on delete cascade,
  group_id bigint references groups on delete cascade,
  kind text generated always as (
    case when user_id is not null then 'user' when department_id is not null then 'department' else 'group' end) stored,
  check (num_nonnulls(user_id, department_id, group_id) = 1),
  unique (enterprise_id, platform_id, kind, custom_id)
);
create unique index custom_ids_user on custom_ids (user_id, platform_id) where user_id is not null;
create unique index custom_ids_department on custom_ids (department_id, platform_id) where department_id is not null;
create unique index custom_ids_group on custom_ids (group_id, platform_id) where group_id is not null;
`
