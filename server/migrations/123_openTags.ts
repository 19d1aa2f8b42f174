/** Tags that a user keeps at hand, and what the devices of a user sync (OAPI-05). */
export const openTags = `
create table common_tags (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null
);
create unique index common_tags_name on common_tags (user_id, lower(name));

/* What a program on a device keeps a copy of. */
create table device_syncs (
  user_id bigint not null references users on delete cascade,
  -- The device, as the program names it.
  device text not null,
  kind text not null check (kind in ('folder', 'department', 'personal', 'collab')),
  -- The id of a folder or department; 0 for the other kinds.
  target_id bigint not null,
  primary key (user_id, device, kind, target_id)
);
`
