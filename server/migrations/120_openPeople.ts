/** Facts about people, departments and groups that the open platform knows and our console does not ask for (OAPI-05). */
export const openPeople = `
alter table users
  -- Digits, with a plus sign before a country's number; '' = none.
  add column phone text not null default '',
  -- Colleagues do not see the phone.
  add column hides_phone boolean not null default false;
create unique index users_phone on users (enterprise_id, phone) where phone <> '';

alter table departments
  -- The manager who leads; null: the first manager does.
  add column director_id bigint references users on delete set null,
  -- Colleagues do not see the phones of the members.
  add column hides_phone boolean not null default false;
create index departments_director on departments (director_id) where director_id is not null;

alter table groups
  add column description text not null default '',
  -- Others than its members see it.
  add column is_visible boolean not null default true,
  add column admin_id bigint references users on delete set null;
create index groups_admin on groups (admin_id) where admin_id is not null;
`
