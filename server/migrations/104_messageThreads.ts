/**
 * Messages about the same thing are one entry of the message centre (AH-56): those about a link, and those about the rights to a folder. Comments and
 * invitations are one message per item or sender already. The item may be purged, so that its id is no reference. The column is generated, because
 * an update of existing rows would report a change to every user.
 */
export const messageThreads = `
alter table messages add column about_item_id bigint;
alter table messages add column thread text generated always as (
  case when share_link_id is not null then 'link_' || share_link_id::text
    when about_item_id is not null then 'item_' || about_item_id::text end
) stored;
create index messages_thread on messages (user_id, thread, modified_at desc, id desc) where thread is not null and deleted_at is null;
create index messages_deleted_threads on messages (user_id, thread) where thread is not null and deleted_at is not null;
`
