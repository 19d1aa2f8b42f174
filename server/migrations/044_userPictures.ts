/** Pictures of users, as the server drew them anew; `users.picture_key` names the one that is shown. */
export const userPictures = `
create table user_pictures (
  key text collate "C" primary key,
  user_id bigint not null references users on delete cascade,
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  body bytea not null check (octet_length(body) <= 524288)
);
create index user_pictures_user on user_pictures (user_id);
alter table users add column picture_key text collate "C";
`
