/**
 * Forgotten passwords. A link that somebody asked for on the sign-in page must not replace the link of an administrator: so a person has one link per
 * purpose. Where no mail can be sent, the request waits for an administrator.
 */
export const forgottenPasswords = `
alter table sign_in_links add column purpose text not null default 'invitation' check (purpose in ('invitation', 'forgotten'));
alter table sign_in_links drop constraint sign_in_links_pkey;
alter table sign_in_links add primary key (user_id, purpose);

create table password_requests (
  user_id bigint primary key references users on delete cascade,
  asked_at timestamptz not null
);

create or replace function end_sign_in_links() returns trigger language plpgsql as $$
begin
  delete from sign_in_links where user_id = new.id;
  if old.password_hash is distinct from new.password_hash or not new.is_active then
    delete from password_requests where user_id = new.id;
  end if;
  return null;
end $$;
`
