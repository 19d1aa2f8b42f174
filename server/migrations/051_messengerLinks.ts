/**
 * Who signs in by a code of WeChat or WeCom, and as which user (decisions 88). Nobody there can be told from a row. A link is a key made with a
 * password: it ends with that, and with the account, whoever ends them.
 */
export const messengerLinks = `
create table messenger_links (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  messenger text not null check (messenger in ('wechat', 'wecom')),
  -- A hash of the app and of who somebody is to it, under a key outside of the database.
  identity_key text collate "C" not null unique,
  linked_at timestamptz not null,
  used_at timestamptz
);
create index messenger_links_user on messenger_links (user_id);

create function end_messenger_links() returns trigger language plpgsql as $$
begin
  delete from messenger_links where user_id = new.id;
  return null;
end $$;
create trigger users_end_links after update of password_hash, is_active on users
  for each row when (old.password_hash is distinct from new.password_hash or not new.is_active) execute function end_messenger_links();
`
