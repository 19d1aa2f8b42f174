/**
 * Moving and copying: what keeps an item where it is, found without reading its neighbours; and the message centre's first table.
 *
 * Bytes are counted for the space an item lies in now. A move to another space locks both roots before it counts what it takes
 * along; so whoever adds bytes looks for the root again once they have it locked.
 */
export const copyMove = `
create index items_held on items (parent_id) where is_encrypted or lock_user_id is not null;

create or replace function count_bytes_added() returns trigger language plpgsql as $$
declare
  roots bigint[];
  locked bigint[] := '{}';
  sums bigint[];
begin
  loop
    with recursive folders as (
      select items.parent_id as id, sum(changed.size) as bytes
      from changed join items on items.id = changed.item_id group by items.parent_id
    ), upwards as (
      select items.id, items.parent_id, items.space_owner_id, folders.bytes from items join folders on folders.id = items.id
      union all
      select items.id, items.parent_id, items.space_owner_id, upwards.bytes
      from items join upwards on items.id = upwards.parent_id where upwards.space_owner_id is null
    ), counted as (
      select id, sum(bytes)::bigint as bytes from upwards where space_owner_id is not null group by id
    )
    select coalesce(array_agg(id order by id), '{}'), coalesce(array_agg(bytes order by id), '{}') into roots, sums from counted;
    exit when roots <@ locked;
    perform from items where id = any(roots) order by id for no key update;
    locked := locked || roots;
  end loop;
  update items set used_bytes = used_bytes + counted.bytes
  from unnest(roots, sums) as counted (id, bytes) where items.id = counted.id;
  return null;
end $$;

create table messages (
  id bigint generated always as identity primary key,
  -- Whose message centre it stands in.
  user_id bigint not null references users on delete cascade,
  type text not null check (type in ('comment', 'share_link', 'collab', 'collab_notice')),
  -- What it is about, and how that was called; null where it is about nothing that can be opened.
  object_typed_id text,
  item_name text not null default '',
  -- null = the system
  sender_id bigint references users on delete set null,
  unread_count integer not null default 0 check (unread_count >= 0),
  most_recent jsonb not null default '{}',
  -- Of the job that it tells of: one that runs again writes its message once.
  job_ticket uuid unique,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now()
);
create index messages_order on messages (user_id, modified_at desc, id desc);
`
