/**
 * Answers to comments, and resolved threads (AH-53). A thread is a first comment and the answers to that comment; the id of the first comment names
 * the thread. The id has no foreign key, because answers outlive the comment that they answer, and a restored comment finds its answers again.
 */
export const commentThreads = `
alter table comments add column answer_to_id bigint;
create index comments_answers on comments (answer_to_id) where answer_to_id is not null;
alter table deleted_comments add column answer_to_id bigint;

create table resolved_threads (
  thread_id bigint primary key,
  item_id bigint not null references items on delete cascade
);
create index resolved_threads_item on resolved_threads (item_id);

create function tell_threads() returns trigger language plpgsql as $$
begin
  perform tell('comments ' || item_id) from (select distinct item_id from changed) items_told;
  return null;
end $$;
create trigger resolved_threads_added after insert on resolved_threads referencing new table as changed
  for each statement execute function tell_threads();
create trigger resolved_threads_removed after delete on resolved_threads referencing old table as changed
  for each statement execute function tell_threads();
`
