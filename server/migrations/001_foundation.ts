/**
 * Enterprises, people, departments, items as a tree, versions, rights, favourites, uploads, representations and jobs.
 *
 * The tree is an adjacency list. Every personal space and every department has a root row (`personal_of`,
 * `department_id`); only roots know their owner, so that a move touches one row. A deleted folder is marked alone;
 * what lies in it is deleted because an ancestor is.
 */
export const foundation = `
create collation natural_order (provider = icu, locale = 'zh-u-kn-true');

create table settings (
  name text primary key,
  value jsonb not null
);

create table enterprises (
  id bigint generated always as identity primary key,
  name text not null,
  is_personal boolean not null default false,
  wording text not null default 'default' check (wording in ('default', 'education')),
  owner_id bigint,
  expires_at timestamptz,
  force_two_step boolean not null default false,
  is_personal_space_closed boolean not null default false,
  share_with_colleagues_disallowed boolean not null default false,
  default_expiring_interval_days integer not null default 0,
  is_from_wechat_enterprise boolean not null default false,
  is_professional_plan boolean not null default true,
  accepts_collabs_for_members boolean not null default false,
  collaborative_document boolean not null default false,
  wps_preview boolean not null default false,
  virus_scan boolean not null default false,
  hide_share_link_download boolean not null default false,
  data_leak_prevention boolean not null default false,
  complaints boolean not null default false,
  file_manager boolean not null default false,
  trash_period_days integer not null default 30 check (trash_period_days >= 0),
  user_quota_bytes bigint,
  created_at timestamptz not null default now()
);

create table users (
  id bigint generated always as identity primary key,
  enterprise_id bigint not null references enterprises,
  login text not null,
  name text not null,
  password_hash text,
  is_administrator boolean not null default false,
  is_active boolean not null default true,
  is_demo boolean not null default false,
  quota_bytes bigint,
  created_at timestamptz not null default now()
);
create unique index users_login on users (lower(login));
create index users_enterprise on users (enterprise_id);
alter table enterprises add foreign key (owner_id) references users deferrable initially deferred;

create table sessions (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('cookie', 'token')),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id);
create index sessions_idle on sessions (last_used_at);

create table login_attempts (
  subject text primary key,
  failures integer not null,
  blocked_until timestamptz not null,
  updated_at timestamptz not null default now()
);

create table departments (
  id bigint generated always as identity primary key,
  enterprise_id bigint not null references enterprises,
  parent_id bigint references departments,
  name text collate natural_order not null,
  position integer not null default 0,
  created_at timestamptz not null default now()
);
create index departments_parent on departments (parent_id, position, name);
create index departments_enterprise on departments (enterprise_id);

create table department_members (
  department_id bigint not null references departments on delete cascade,
  user_id bigint not null references users on delete cascade,
  role text not null default 'editor',
  is_manager boolean not null default false,
  primary key (department_id, user_id)
);
create index department_members_user on department_members (user_id);

create table groups (
  id bigint generated always as identity primary key,
  enterprise_id bigint not null references enterprises,
  name text not null,
  -- The members of a group with a department are those of the department.
  department_id bigint unique references departments on delete cascade,
  created_at timestamptz not null default now()
);

create table group_members (
  group_id bigint not null references groups on delete cascade,
  user_id bigint not null references users on delete cascade,
  primary key (group_id, user_id)
);
create index group_members_user on group_members (user_id);

create table bodies (
  id bigint generated always as identity primary key,
  key text not null unique,
  size bigint not null check (size >= 0),
  sha256 text,
  image_width integer,
  image_height integer,
  exif_rotation integer not null default 0,
  created_at timestamptz not null default now()
);

create table items (
  id bigint generated always as identity primary key,
  parent_id bigint references items on delete cascade,
  is_folder boolean not null,
  name text collate natural_order not null,
  -- The name under NFC: what sameness is judged by.
  name_key text collate "C" not null,
  extension text not null default '',
  description text not null default '',
  size bigint not null default 0 check (size >= 0),
  current_version_id bigint,
  creator_id bigint not null references users,
  updater_id bigint not null references users,
  created_at timestamptz not null default now(),
  -- When the content changed; the order by date.
  modified_at timestamptz not null default now(),
  -- When anything changed, the name too.
  changed_at timestamptz not null default now(),

  -- Set on roots only.
  personal_of bigint unique references users on delete cascade,
  department_id bigint unique references departments on delete cascade,
  space_owner_id bigint references users,
  used_bytes bigint not null default 0,

  -- Counts of children that are not deleted themselves.
  child_count integer not null default 0,
  folder_count integer not null default 0,

  is_encrypted boolean not null default false,
  scope smallint not null default 0,
  scanned smallint not null default 0,
  share_disabled_for text check (share_disabled_for in ('all', 'members')),
  lock_user_id bigint references users,
  lock_kind smallint check (lock_kind in (1, 2, 3)),
  locked_at timestamptz,

  deleted_at timestamptz,
  deleted_by bigint references users,
  deleted_space_owner_id bigint references users,

  check ((space_owner_id is not null) = (personal_of is not null or department_id is not null)),
  check (parent_id is not null or space_owner_id is not null),
  check ((lock_user_id is null) = (lock_kind is null))
);
create unique index items_name_taken on items (parent_id, name_key) where deleted_at is null;
create index items_by_name on items (parent_id, is_folder, name, id) where deleted_at is null;
create index items_by_date on items (parent_id, is_folder, modified_at, id) where deleted_at is null;
create index items_by_size on items (parent_id, is_folder, size, id) where deleted_at is null;
create index items_deleted_children on items (parent_id) where deleted_at is not null;
create index items_child_departments on items (parent_id) where department_id is not null;
create index items_trash_owner on items (deleted_space_owner_id, deleted_at) where deleted_at is not null;
create index items_trash_deleter on items (deleted_by, deleted_at) where deleted_at is not null;

create table versions (
  id bigint generated always as identity primary key,
  item_id bigint not null references items on delete cascade,
  number integer not null,
  body_id bigint not null references bodies,
  name text not null,
  extension text not null default '',
  size bigint not null check (size >= 0),
  -- Part of every address that shows the version, so that a cache never serves another one.
  key text not null,
  remark text not null default '',
  creator_id bigint not null references users,
  created_at timestamptz not null default now(),
  unique (item_id, number)
);
create index versions_body on versions (body_id);
alter table items add foreign key (current_version_id) references versions deferrable initially deferred;

create table tags (
  id bigint generated always as identity primary key,
  enterprise_id bigint not null references enterprises,
  name text not null,
  unique (enterprise_id, name)
);

create table item_tags (
  item_id bigint not null references items on delete cascade,
  tag_id bigint not null references tags on delete cascade,
  position integer not null default 0,
  primary key (item_id, tag_id)
);
create index item_tags_tag on item_tags (tag_id);

create table collabs (
  id bigint generated always as identity primary key,
  item_id bigint not null references items on delete cascade,
  user_id bigint references users on delete cascade,
  group_id bigint references groups on delete cascade,
  role text not null,
  accepted boolean not null default false,
  inviter_id bigint references users,
  message text not null default '',
  created_at timestamptz not null default now(),
  check ((user_id is null) <> (group_id is null)),
  unique (item_id, user_id),
  unique (item_id, group_id)
);
create index collabs_user on collabs (user_id) where user_id is not null;
create index collabs_group on collabs (group_id) where group_id is not null;

create table favourites (
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('file', 'folder', 'department', 'external_enterprise')),
  target_id bigint not null,
  -- What the row shows when access was lost.
  name text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, kind, target_id)
);
create index favourites_order on favourites (user_id, created_at);

create table recent_items (
  user_id bigint not null references users on delete cascade,
  item_id bigint not null references items on delete cascade,
  used_at timestamptz not null default now(),
  primary key (user_id, item_id)
);
create index recent_items_order on recent_items (user_id, used_at);

create table list_orders (
  user_id bigint not null references users on delete cascade,
  place text not null,
  sort_by text not null check (sort_by in ('date', 'name', 'size')),
  sort_direction text not null check (sort_direction in ('asc', 'desc')),
  primary key (user_id, place)
);

create table uploads (
  id text primary key,
  user_id bigint not null references users on delete cascade,
  folder_id bigint references items on delete cascade,
  target_file_id bigint references items on delete cascade,
  name text,
  remark text not null default '',
  size bigint not null check (size >= 0),
  state text not null default 'open' check (state in ('open', 'receiving', 'done', 'failed')),
  item_id bigint references items on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((folder_id is null) <> (target_file_id is null))
);
create index uploads_user on uploads (user_id);
create index uploads_expiry on uploads (expires_at);

create table representations (
  body_id bigint not null references bodies on delete cascade,
  kind text not null,
  status text not null,
  progress real not null default 0,
  reason text,
  body_key text,
  content_type text,
  size bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (body_id, kind)
);

create table jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null,
  -- At most one waiting or running job of a kind has the same key.
  dedupe_key text,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'failed')),
  priority integer not null default 0,
  run_at timestamptz not null default now(),
  attempts integer not null default 0,
  max_attempts integer not null default 3,
  locked_by text,
  locked_until timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index jobs_once on jobs (kind, dedupe_key) where state <> 'failed';
create index jobs_due on jobs (priority, run_at) where state = 'waiting';
create index jobs_running on jobs (locked_until) where state = 'running';

/* Child counters. Inserts and deletes are counted a statement at a time, moves and trash row by row. */
create function count_children_added() returns trigger language plpgsql as $$
begin
  update items parent set child_count = parent.child_count + added.children, folder_count = parent.folder_count + added.folders
  from (select parent_id, count(*) as children, count(*) filter (where is_folder) as folders
        from changed where deleted_at is null and parent_id is not null group by parent_id) added
  where parent.id = added.parent_id;
  return null;
end $$;
create trigger items_added after insert on items referencing new table as changed
  for each statement execute function count_children_added();

create function count_children_removed() returns trigger language plpgsql as $$
begin
  update items parent set child_count = parent.child_count - gone.children, folder_count = parent.folder_count - gone.folders
  from (select parent_id, count(*) as children, count(*) filter (where is_folder) as folders
        from changed where deleted_at is null and parent_id is not null group by parent_id) gone
  where parent.id = gone.parent_id;
  return null;
end $$;
create trigger items_removed after delete on items referencing old table as changed
  for each statement execute function count_children_removed();

create function count_children_changed() returns trigger language plpgsql as $$
begin
  if old.deleted_at is null and old.parent_id is not null then
    update items set child_count = child_count - 1, folder_count = folder_count - old.is_folder::int where id = old.parent_id;
  end if;
  if new.deleted_at is null and new.parent_id is not null then
    update items set child_count = child_count + 1, folder_count = folder_count + new.is_folder::int where id = new.parent_id;
  end if;
  return null;
end $$;
create trigger items_changed after update of parent_id, deleted_at on items for each row
  when (old.parent_id is distinct from new.parent_id or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function count_children_changed();

/* Bytes used by a space: all versions of all files below its root, deleted ones included until they are purged. */
create function count_bytes_added() returns trigger language plpgsql as $$
begin
  with recursive added as (
    select item_id, sum(size) as bytes from changed group by item_id
  ), upwards as (
    select items.id, items.parent_id, items.space_owner_id, added.bytes from items join added on added.item_id = items.id
    union all
    select items.id, items.parent_id, items.space_owner_id, upwards.bytes
    from items join upwards on items.id = upwards.parent_id where upwards.space_owner_id is null
  ), roots as (
    select id, sum(bytes) as bytes from upwards where space_owner_id is not null group by id
  )
  update items set used_bytes = used_bytes + roots.bytes from roots where items.id = roots.id;
  return null;
end $$;
create trigger versions_added after insert on versions referencing new table as changed
  for each statement execute function count_bytes_added();
`
