/**
 * The search ignores accents: `cafe` finds `Café`. Only texts with letters or marks of the given ranges change, so that others are compared as fast
 * as before. What is stored of texts is made again: indices, the people's column, and the keys of documents, which the indexing job reads anew.
 */
export const searchFolding = `
/* As searchKey in src/domain/search/words.ts. */
create or replace function search_key(text) returns text language sql immutable parallel safe
return case
  when $1 ~ '[\\u00a8-\\u0233\\u02d8-\\u0477\\u04c1-\\u04f9\\u1e00-\\u203e\\u212b\\u219a-\\u22ed\\u2adc\\ufb00-\\ufb06\\ufe49-\\ufe4c\\uffe3]' then
    translate(replace(replace(replace(regexp_replace(
      lower(normalize(regexp_replace(normalize($1, NFKD), '[\\u0300-\\u036f]', '', 'g'), NFC) collate "und-x-icu"),
      '[\\u0300-\\u036f]', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
      E'øđħłŧı \\t\\n\\u000B\\f\\r\\u1680\\u2028\\u2029\\uFEFF', 'odhlti')
  else
    translate(lower(normalize($1, NFKC) collate "und-x-icu"), E' \\t\\n\\u000B\\f\\r\\u1680\\u2028\\u2029\\uFEFF', '')
end;

reindex index items_search_name;
reindex index items_search_description;
reindex index users_search_name;
reindex index tags_search_name;

alter table users drop column search_text;
alter table users add column search_text text collate "C"
  generated always as (search_key(name) || E'\\n' || search_key(login)) stored;

delete from contents where key ~ '[\\u00a8-\\u0233\\u0300-\\u0477\\u1e00-\\u1fff]';
`
