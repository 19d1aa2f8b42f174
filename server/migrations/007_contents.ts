/**
 * The text of documents, for the search. It belongs to a body, so that a copy has its original's and a purge takes it along. A text is
 * found by its runs of one, two and three characters, as names are; the passage around a match is cut out with the help of the marks.
 */
export const contents = `
create table contents (
  body_id bigint primary key references bodies on delete cascade,
  -- As it is shown: one blank for any white space. Empty where nothing could be read.
  text text not null,
  -- What it is compared by.
  key text not null,
  -- Where in the text the 1st, 257th, 513th … character of the key stands, from 0.
  marks integer[] not null,
  created_at timestamptz not null default now()
);

/* Of a text that is a key already. One pass: substr would count from the start for every run of a long one. */
create function content_runs(text) returns text[] language sql immutable parallel safe cost 10000
return (
  select coalesce(array_agg(one) || array_agg(one || two) filter (where two is not null)
    || array_agg(one || two || three) filter (where three is not null), '{}')
  from (
    select one, lead(one) over (order by at) as two, lead(one, 2) over (order by at) as three
    from unnest(string_to_array($1, null)) with ordinality as characters (one, at)
  ) neighbours
);

create index contents_search on contents using gin (content_runs(key)) with (gin_pending_list_limit = 256);
/* To gather statistics of long texts would take minutes, and nothing is planned by them. */
alter index contents_search alter column 1 set statistics 0;

/* A kind looks for its own jobs alone, however many of another one wait. */
drop index jobs_due;
create index jobs_due on jobs (kind, priority, run_at) where state = 'waiting';
`
