/**
 * The key is composed again where blanks are gone: a mark behind a blank belongs to what stands before it (decisions 4.21). Only texts
 * whose key was not composed get another one.
 */
export const searchKeyComposed = `
create temporary table changed_keys on commit drop as
  select 'items' as source, id from items where search_key(name) is not nfkc normalized or search_key(description) is not nfkc normalized
  union all select 'users', id from users where search_key(name) is not nfkc normalized
  union all select 'tags', id from tags where search_key(name) is not nfkc normalized;

create or replace function search_key(text) returns text language sql immutable parallel safe
return normalize(translate(
  lower(normalize($1, NFKC) collate "und-x-icu"), E' \\t\\n\\u000B\\f\\r\\u1680\\u2028\\u2029\\uFEFF', ''
), NFKC);

/* An index hears of a row only when a column of its own changes: each is changed, and changed back. */
update items set name = name || chr(1), description = description || chr(1)
  where id in (select id from changed_keys where source = 'items');
update items set name = left(name, -1), description = left(description, -1)
  where id in (select id from changed_keys where source = 'items');
update users set name = name || chr(1) where id in (select id from changed_keys where source = 'users');
update users set name = left(name, -1) where id in (select id from changed_keys where source = 'users');
update tags set name = name || chr(1) where id in (select id from changed_keys where source = 'tags');
update tags set name = left(name, -1) where id in (select id from changed_keys where source = 'tags');

/* The house-keeping finds them missing and has them read anew. */
delete from contents where key is not nfkc normalized;
`
