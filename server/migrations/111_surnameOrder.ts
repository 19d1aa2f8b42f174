/**
 * Characters that sound otherwise as a surname, and others with that sound in their place: the order of Chinese names knows one sound of each
 * character, so 沈 would stand at chén.
 */
const SURNAMES = '沈曾翟仇覃單单解區区朴繆缪查蓋盖冼'
const SOUNDS = '审增宅求禽膳膳械鸥鸥瓢妙妙渣舸舸险'

/** People are sorted by the sound of their surname. */
export const surnameOrder = `
create function surname_order(name text) returns text language sql immutable strict parallel safe as $$
  select translate(left(name, 1), '${SURNAMES}', '${SOUNDS}') || substr(name, 2)
$$;
alter table users add column name_order text collate natural_order not null generated always as (surname_order(name)) stored;
drop index users_by_name;
create index users_by_name on users (enterprise_id, name_order, id)
  include (search_text, sounds, email, is_active, removed_at);
`
