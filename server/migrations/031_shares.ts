/**
 * Share links: what an enterprise decides about them, what they show, who they are for, who looked and what is used up. A link stays when
 * its item is purged: its maker still sees that there was one. Nothing of it is in the rows of items.
 */
export const shares = `
create table share_policies (
  enterprise_id bigint primary key references enterprises on delete cascade,
  is_share_link_public_access_disabled boolean not null default false,
  is_share_link_download_disabled boolean not null default false,
  is_share_force_passwd_switch boolean not null default true,
  is_share_force_op_limit_switch boolean not null default false,
  share_max_preview_limit integer check (share_max_preview_limit between 1 and 999999),
  share_max_download_limit integer check (share_max_download_limit between 1 and 999999),
  share_default_preview_limit integer check (share_default_preview_limit between 1 and 999999),
  share_default_download_limit integer check (share_default_download_limit between 1 and 999999),
  is_share_management boolean not null default true,
  share_default_access text not null default 'public' check (share_default_access in ('public', 'company')),
  is_share_default_download_disabled boolean not null default false,
  share_default_expiring_days integer check (share_default_expiring_days between 0 and 3650),
  is_share_force_watermark_switch boolean not null default false,
  share_default_watermark_content text not null default '',
  is_share_forward_disabled boolean not null default false,
  is_share_approval_required boolean not null default false
);

create table share_links (
  id bigint generated always as identity primary key,
  -- The token in its address.
  unique_name text collate "C" not null unique check (unique_name ~ '^[A-Za-z0-9_-]{22}$'),
  -- What people call it by.
  serial_number text collate "C" not null unique,
  maker_id bigint not null references users on delete cascade,
  enterprise_id bigint not null references enterprises on delete cascade,
  access text not null check (access in ('public', 'company', 'collaborators')),
  description text not null default '',
  due_at timestamptz,
  disable_download boolean not null,
  disable_forward boolean not null,
  -- argon2id; and the password itself under a key of the server, for its maker alone.
  password_hash text,
  password_sealed bytea,
  -- Grants of an earlier password end with it.
  password_version integer not null default 1,
  preview_limit integer check (preview_limit between 1 and 999999),
  download_limit integer check (download_limit between 1 and 999999),
  watermark_content text not null default '',
  is_watermark_visitor boolean not null,
  is_first_visit_told boolean not null default true,
  -- 1 waiting, 2 open, 3 refused
  approval_state smallint not null default 2 check (approval_state in (1, 2, 3)),
  approver_id bigint references users on delete set null,
  closed_at timestamptz,
  closed_by bigint references users on delete set null,
  is_closed_by_administrator boolean not null default false,
  visit_count integer not null default 0,
  visitor_count integer not null default 0,
  preview_count integer not null default 0,
  download_count integer not null default 0,
  -- When its maker was told: the first visit, the limits, the coming end.
  visit_told_at timestamptz,
  limit_told_at timestamptz,
  expiry_told_at timestamptz,
  created_at timestamptz not null,
  check ((password_hash is null) = (password_sealed is null))
);
create index share_links_maker on share_links (maker_id, id desc);
create index share_links_enterprise on share_links (enterprise_id, id desc);
create index share_links_expiry on share_links (due_at) where due_at is not null and expiry_told_at is null and closed_at is null;

create table share_link_items (
  link_id bigint not null references share_links on delete cascade,
  position integer not null,
  -- null: purged; then it is still called by its name.
  item_id bigint references items on delete set null,
  is_folder boolean not null,
  name text not null,
  extension text not null,
  size bigint not null,
  -- null: always the latest. It names no row by a foreign key: with the version the item goes.
  pinned_version_id bigint,
  primary key (link_id, position)
);
create index share_link_items_item on share_link_items (item_id) where item_id is not null;

create table share_link_receivers (
  link_id bigint not null references share_links on delete cascade,
  user_id bigint references users on delete cascade,
  group_id bigint references groups on delete cascade,
  check ((user_id is null) <> (group_id is null)),
  unique (link_id, user_id),
  unique (link_id, group_id)
);
create index share_link_receivers_user on share_link_receivers (user_id) where user_id is not null;
create index share_link_receivers_group on share_link_receivers (group_id) where group_id is not null;

create table share_visits (
  id bigint generated always as identity primary key,
  link_id bigint not null references share_links on delete cascade,
  at timestamptz not null,
  kind text not null check (kind in ('visit', 'preview', 'download')),
  visitor text not null,
  user_id bigint references users on delete set null,
  -- What was looked at in a folder; null for the link itself.
  item_id bigint,
  item_name text not null default '',
  device text not null,
  -- null again after some weeks
  address text
);
create index share_visits_link on share_visits (link_id, id desc);
create index share_visits_days on share_visits (link_id, at) where kind = 'visit';
create index share_visits_user on share_visits (user_id) where user_id is not null;
create index share_visits_address on share_visits (at) where address is not null;

-- What a visitor has taken, and until when the same again counts nothing.
create table share_uses (
  link_id bigint not null references share_links on delete cascade,
  kind text not null check (kind in ('visit', 'preview', 'download')),
  visitor text collate "C" not null,
  -- 0 of a visit
  item_id bigint not null default 0,
  -- 0 but of a download
  version_id bigint not null default 0,
  until timestamptz not null,
  primary key (link_id, kind, visitor, item_id, version_id)
);
create index share_uses_until on share_uses (until);

create index items_share_disabled on items (parent_id) where share_disabled_for is not null;

alter table messages
  add column share_link_id bigint references share_links on delete cascade,
  drop constraint messages_type_check,
  add constraint messages_type_check check (type in ('comment', 'share_link', 'share_link_notice', 'collab', 'collab_notice'));
create unique index messages_share_link on messages (user_id, share_link_id) where type = 'share_link';
create index messages_of_link on messages (share_link_id) where share_link_id is not null;
`
