/** The message centre: what is deleted can be taken back for a while, and unread ones are counted without reading the others. */
export const messages = `
alter table messages add column deleted_at timestamptz;
drop index messages_order;
create index messages_order on messages (user_id, modified_at desc, id desc) where deleted_at is null;
create index messages_unread on messages (user_id) include (unread_count) where unread_count > 0 and deleted_at is null;
create index messages_deleted on messages (deleted_at) where deleted_at is not null;
`
