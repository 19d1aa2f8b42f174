/** Counts and facts that several server processes share. */
export const processes = `
-- Acts within a minute, by limit and key (SharedMinuteLimit). A crash of the database may forget them.
create unlogged table minute_counts (
  name text not null,
  key text not null,
  minute integer not null,
  count integer not null,
  -- what the last process reserved
  reserved integer not null,
  primary key (name, key, minute)
) with (fillfactor = 70);

-- The programs of the process that has the lease.
alter table leases add column programs text[] not null default '{}';
-- The program without which a process cannot run the job; null: none is known.
alter table jobs add column program text;
`
