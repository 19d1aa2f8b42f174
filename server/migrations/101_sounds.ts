/** Chinese characters, as HAN in server/services/search/sounds.ts. */
const HAN = '[〇\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\U00020000-\\U000323af]'

/**
 * The search finds Chinese names by pinyin and by initials (AH-41). The readings have rows of their own, so that filling them neither writes the many
 * indexes of items nor reports a change to open lists. A row without readings waits for the server, which alone knows them: triggers add the row with
 * every new name, and a job fills the rows of existing names in bounded steps (decisions 244).
 */
export const sounds = `
create table item_sounds (
  item_id bigint primary key references items on delete cascade,
  -- One reading per line, its syllables separated by blanks.
  sounds text collate "C"
);
create index item_sounds_waiting on item_sounds (item_id) where sounds is null;

/* The beginnings of what is heard from each syllable on: 2, 3 and 6 letters, as WIDTHS in server/queries/search/sounds.ts. */
create function sound_runs(text) returns text[] language sql immutable parallel safe cost 10000
return (
  select coalesce(array_agg(distinct left(tail, width)), '{}')
  from (
    select replace(substr(line, at, 12), ' ', '') as tail
    from string_to_table($1, E'\\n') line, generate_series(1, char_length(line)) at
    where at = 1 or substr(line, at - 1, 1) = ' '
  ) tails, unnest(array[2, 3, 6]) width
  where char_length(tail) >= width
);
create index item_sounds_search on item_sounds using gin (sound_runs(sounds)) with (gin_pending_list_limit = 256);
/* With statistics, the runs of common syllables would be made anew for every row instead of being looked up, which is slower by far. */
alter index item_sounds_search alter column 1 set statistics 0;

create function await_item_sounds() returns trigger language plpgsql as $$
begin
  insert into item_sounds (item_id) select id from added where name collate "C" ~ '${HAN}';
  return null;
end $$;
create trigger items_added_sounds after insert on items referencing new table as added
  for each statement execute function await_item_sounds();

create function await_new_sounds() returns trigger language plpgsql as $$
begin
  if new.name collate "C" ~ '${HAN}' then
    insert into item_sounds (item_id) values (new.id) on conflict (item_id) do update set sounds = null;
  else
    delete from item_sounds where item_id = new.id;
  end if;
  return null;
end $$;
create trigger items_renamed_sounds after update of name on items for each row
  when (old.name is distinct from new.name) execute function await_new_sounds();

insert into item_sounds (item_id) select id from items where name collate "C" ~ '${HAN}';

alter table users add column sounds text collate "C";
create index users_waiting_sounds on users (id) where sounds is null;
create index users_search_sounds on users using gin (sound_runs(sounds));
alter index users_search_sounds alter column 1 set statistics 0;
drop index users_by_name;
create index users_by_name on users (enterprise_id, name collate natural_order, id)
  include (search_text, sounds, email, is_active, removed_at);

create function await_user_sounds() returns trigger language plpgsql as $$
begin
  new.sounds := null;
  return new;
end $$;
create trigger users_renamed_sounds before update of name on users for each row
  when (old.name is distinct from new.name) execute function await_user_sounds();
`
