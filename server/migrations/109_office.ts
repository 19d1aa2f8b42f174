/** Locks of the office service (DOC-10): each belongs to a file and ends by itself. `lock` is the service's own text. */
export const office = `
create table office_locks (
  item_id bigint primary key references items on delete cascade,
  lock text not null,
  user_id bigint not null references users,
  expires_at timestamptz not null
);
`
