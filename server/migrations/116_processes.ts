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
`
