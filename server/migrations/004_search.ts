/**
 * Search in names of any script (decisions 4.21): indices over every run of one, two and three characters of what texts are compared
 * by. A word of two Chinese characters is found in one look-up, which trigrams cannot; a longer one by its runs of three, then compared.
 */
export const search = `
/* As searchKey in src/domain/search/words.ts. */
create function search_key(text) returns text language sql immutable parallel safe
return translate(lower(normalize($1, NFKC) collate "und-x-icu"), E' \\t\\n\\u000B\\f\\r\\u1680\\u2028\\u2029\\uFEFF', '');

create function search_runs(text) returns text[] language sql immutable parallel safe cost 10000
return (
  select coalesce(array_agg(substr(key, at, width)), '{}')
  from (select search_key($1) as key) named, generate_series(1, char_length(key)) at, generate_series(1, 3) width
  where at + width <= char_length(key) + 1
);

create index items_search_name on items using gin (search_runs(name)) with (gin_pending_list_limit = 256)
  where deleted_at is null and personal_of is null;
create index items_search_description on items using gin (search_runs(description)) with (gin_pending_list_limit = 256)
  where deleted_at is null and description <> '';
create index users_search_name on users using gin (search_runs(name));
create index tags_search_name on tags using gin (search_runs(name));
create index items_creator on items (creator_id) where deleted_at is null;
create index items_updater on items (updater_id) where deleted_at is null;
`
