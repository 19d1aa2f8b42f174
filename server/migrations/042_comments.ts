/**
 * Comments (2§3), and what tells people of them. Each person has one message an item (decisions 58); a notice is one comment in it, the
 * child message that is read or deleted by itself (decisions 32). Three counts are kept by triggers, so that nothing that writes can forget
 * them: unread notices of a message, comments of an item. What is told live (AH-20): `comments 12`, somebody wrote or deleted there.
 */
export const comments = `
create table comments (
  id bigint generated always as identity primary key,
  item_id bigint not null references items on delete cascade,
  author_id bigint not null references users on delete cascade,
  -- Mentions stand in it as the wire has them; empty of a voice.
  content text not null default '',
  voice_key text unique,
  voice_seconds smallint check (voice_seconds between 1 and 60),
  created_at timestamptz not null default now(),
  check ((voice_key is null) = (voice_seconds is null))
);
create index comments_item on comments (item_id, id);
create index comments_author on comments (author_id);

alter table items add column comment_count integer not null default 0;
alter table messages add column comment_item_id bigint references items on delete cascade;
create unique index messages_comment on messages (user_id, comment_item_id) where comment_item_id is not null;
create index messages_of_comments on messages (comment_item_id) where comment_item_id is not null;
create index messages_order_of_type on messages (user_id, type, modified_at desc, id desc) where deleted_at is null;

create table comment_notices (
  id bigint generated always as identity primary key,
  message_id bigint not null references messages on delete cascade,
  comment_id bigint not null references comments on delete cascade,
  is_mention boolean not null default false,
  is_read boolean not null default false,
  unique (message_id, comment_id)
);
create index comment_notices_comment on comment_notices (comment_id);
create index comment_notices_unread on comment_notices (message_id) where not is_read;

create function count_comment_notices() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update messages set unread_count = unread_count + changed.count
    from (select message_id, count(*) from added where not is_read group by message_id) changed where messages.id = message_id;
  elsif tg_op = 'UPDATE' then
    update messages set unread_count = unread_count + changed.count from (
      select message_id, sum(change) as count from (
        select message_id, 1 as change from added where not is_read union all select message_id, -1 from removed where not is_read
      ) changes group by message_id having sum(change) <> 0
    ) changed where messages.id = message_id;
  else
    update messages set unread_count = unread_count - changed.count
    from (select message_id, count(*) from removed where not is_read group by message_id) changed where messages.id = message_id;
  end if;
  return null;
end $$;
create trigger comment_notices_added after insert on comment_notices referencing new table as added
  for each statement execute function count_comment_notices();
create trigger comment_notices_changed after update on comment_notices referencing new table as added old table as removed
  for each statement execute function count_comment_notices();
create trigger comment_notices_removed after delete on comment_notices referencing old table as removed
  for each statement execute function count_comment_notices();

create function count_comments() returns trigger language plpgsql as $$
begin
  update items set comment_count = comment_count + case tg_op when 'INSERT' then 1 else -1 end * per_item.count
  from (select item_id, count(*) from changed group by item_id) per_item where items.id = item_id;
  perform tell('comments ' || id), tell('of ' || id), tell('in ' || parent_id)
  from items where id in (select item_id from changed) and parent_id is not null;
  return null;
end $$;
create trigger comments_added after insert on comments referencing new table as changed
  for each statement execute function count_comments();
create trigger comments_removed after delete on comments referencing old table as changed
  for each statement execute function count_comments();

create trigger messages_removed_told after delete on messages referencing old table as changed
  for each statement execute function tell_users('messages');
`
