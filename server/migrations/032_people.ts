/**
 * People are found by name and login, both as a search compares them. Every department has a group, by which it is invited (decisions 4.17);
 * it bears the department's name.
 */
export const people = `
alter table users add column search_text text collate "C"
  generated always as (search_key(name) || E'\\n' || search_key(login)) stored;
create index users_by_name on users (enterprise_id, (name collate natural_order), id);
create index groups_enterprise on groups (enterprise_id);

create function keep_department_group() returns trigger language plpgsql as $$
begin
  insert into groups (enterprise_id, name, department_id) values (new.enterprise_id, new.name, new.id)
  on conflict (department_id) do update set name = excluded.name;
  return null;
end $$;
create trigger departments_grouped after insert or update of name on departments
  for each row execute function keep_department_group();
insert into groups (enterprise_id, name, department_id)
  select enterprise_id, name, id from departments on conflict (department_id) do nothing;
`
