/** Collecting links: who hands in, by which device, and what. */
export const collects = `
create table collect_links (
  id bigint generated always as identity primary key,
  -- The token in its address.
  unique_name text collate "C" not null unique check (unique_name ~ '^[A-Za-z0-9_-]{22}$'),
  maker_id bigint not null references users on delete cascade,
  enterprise_id bigint not null references enterprises on delete cascade,
  -- null: purged
  folder_id bigint references items on delete set null,
  title text not null,
  text text not null default '',
  due_at timestamptz,
  -- Kinds of files; empty: any.
  kinds text[] not null default '{}',
  -- Only who stands on the list hands in.
  is_listed_only boolean not null,
  closed_at timestamptz,
  created_at timestamptz not null
);
create index collect_links_maker on collect_links (maker_id, id desc);
create index collect_links_folder on collect_links (folder_id) where folder_id is not null;

create table collect_people (
  id bigint generated always as identity primary key,
  link_id bigint not null references collect_links on delete cascade,
  name text not null,
  -- What sameness is judged by.
  name_key text collate "C" not null,
  -- Of somebody who was chosen, who hands in signed in.
  user_id bigint references users on delete set null,
  is_listed boolean not null,
  claimed_at timestamptz,
  opened_at timestamptz,
  reminded_at timestamptz,
  -- From where it was claimed; null again after some weeks.
  network text,
  unique (link_id, name_key)
);
create unique index collect_people_user on collect_people (link_id, user_id) where user_id is not null;
create index collect_people_of_user on collect_people (user_id) where user_id is not null;
create index collect_people_network on collect_people (link_id, network, claimed_at) where network is not null;

-- What a device proves itself by, hashed.
create table collect_tokens (
  hash bytea primary key,
  person_id bigint not null references collect_people on delete cascade,
  created_at timestamptz not null
);
create index collect_tokens_person on collect_tokens (person_id);

create table collect_files (
  id bigint generated always as identity primary key,
  link_id bigint not null references collect_links on delete cascade,
  person_id bigint not null references collect_people on delete cascade,
  item_id bigint not null unique references items on delete cascade,
  -- As it was handed in; the item carries the person's name before it.
  name text not null,
  name_key text collate "C" not null,
  size bigint not null,
  at timestamptz not null
);
create index collect_files_person on collect_files (person_id);
create index collect_files_link on collect_files (link_id);

alter table messages add column collect_link_id bigint references collect_links on delete cascade;
create unique index messages_collect_link on messages (user_id, collect_link_id) where collect_link_id is not null;
create index messages_of_collect on messages (collect_link_id) where collect_link_id is not null;
`
