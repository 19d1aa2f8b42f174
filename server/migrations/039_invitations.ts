/**
 * Invitations run out (2§4), after as many days as the enterprise says, 0 = never. Who is invited has one message for everybody who invites
 * them; a notice is one invitation in it, a child message. What a notice says stays when its invitation or its folder is gone. A message that
 * is read has no unread notice (MSG-10).
 */
export const invitations = `
alter table enterprises add column invitation_days integer not null default 30 check (invitation_days between 0 and 3650);
alter table collabs add column invited_at timestamptz not null default now(), add column expires_at timestamptz;
update collabs set invited_at = created_at, expires_at = case when not accepted then created_at + interval '30 days' end;

alter table messages add column collab_sender_id bigint references users on delete cascade;
create unique index messages_collab on messages (user_id, collab_sender_id) where collab_sender_id is not null;
create index messages_collab_sender on messages (collab_sender_id) where collab_sender_id is not null;

create table collab_notices (
  id bigint generated always as identity primary key,
  message_id bigint not null references messages on delete cascade,
  collab_id bigint references collabs on delete set null,
  item_id bigint references items on delete set null,
  item_name text not null,
  collab_type text check (collab_type in ('group', 'department')),
  group_name text not null default '',
  invitation_message text not null default '',
  is_read boolean not null default false,
  is_refused boolean not null default false,
  updated_at timestamptz not null,
  unique (message_id, collab_id)
);
create index collab_notices_order on collab_notices (message_id, updated_at desc, id desc);
create index collab_notices_collab on collab_notices (collab_id) where collab_id is not null;
create index collab_notices_item on collab_notices (item_id) where item_id is not null;

create function read_collab_notices() returns trigger language plpgsql as $$
begin
  update collab_notices set is_read = true where message_id = new.id and not is_read;
  return null;
end $$;
create trigger messages_read_with_collab_notices after update of unread_count on messages
  for each row when (new.unread_count = 0 and old.unread_count > 0 and new.collab_sender_id is not null)
  execute function read_collab_notices();
`
