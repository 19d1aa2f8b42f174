/** Requests for access (AH-50): one per person and item, and the messages in which others decide. */
export const accessRequests = `
create table access_requests (
  id bigint generated always as identity primary key,
  asker_id bigint not null references users on delete cascade,
  item_id bigint not null references items on delete cascade,
  state text not null default 'open' check (state in ('open', 'granted', 'declined')),
  role text not null check (role in ('previewer', 'viewer', 'editor')),
  message text not null default '',
  -- When the request was made, made again, or decided.
  changed_at timestamptz not null,
  unique (asker_id, item_id)
);
create index access_requests_item on access_requests (item_id);

alter table messages add column access_request_id bigint references access_requests on delete cascade;
create unique index messages_access_request on messages (user_id, access_request_id) where access_request_id is not null;
create index messages_of_access_request on messages (access_request_id) where access_request_id is not null;
`
