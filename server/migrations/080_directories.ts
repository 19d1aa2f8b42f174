/**
 * Directories own people and departments. Their ids in the directory link them, never their names. Each sync is a run in a log. Removing a directory
 * keeps the people and departments, and ends the ownership.
 */
export const directories = `
create table directories (
  id bigint generated always as identity primary key,
  enterprise_id bigint not null references enterprises on delete cascade,
  kind text not null check (kind in ('ldap', 'wecom')),
  -- The name that people know it by.
  label text not null,
  is_on boolean not null,
  -- People of the directory sign in with their password there.
  signs_in boolean not null default false,
  -- A sync links people with the same login and departments with the same place, if no directory has them. Never administrators.
  links_existing boolean not null default false,
  -- Hours from one sync to the next; null: only by hand.
  sync_hours integer check (sync_hours between 1 and 168),
  -- The fields of its people that the directory owns, beside the login and whether they are active.
  owned_fields text[] not null default '{}',
  changed_at timestamptz not null,
  unique (enterprise_id, kind)
);

create table directory_people (
  user_id bigint primary key references users on delete cascade,
  directory_id bigint not null references directories on delete cascade,
  external_id text not null,
  -- A sync deactivated the person, so a sync may activate them again.
  is_gone boolean not null default false,
  unique (directory_id, external_id)
);

create table directory_departments (
  department_id bigint primary key references departments on delete cascade,
  directory_id bigint not null references directories on delete cascade,
  external_id text not null,
  -- As the directory says. The department has another name if a folder beside it had that name.
  name text not null,
  unique (directory_id, external_id)
);

create table directory_runs (
  id bigint generated always as identity primary key,
  directory_id bigint not null references directories on delete cascade,
  at timestamptz not null,
  ended_at timestamptz,
  -- null: by the schedule
  user_id bigint references users on delete set null,
  is_dry boolean not null,
  -- The stopped run whose losses an administrator has confirmed.
  confirms bigint,
  state text not null check (state in ('waiting', 'running', 'done', 'stopped')),
  -- The error code of a stopped run.
  reason text,
  -- The changes that the run found or made; null until the directory was read.
  report jsonb
);
create index directory_runs_directory on directory_runs (directory_id, id desc);
`
