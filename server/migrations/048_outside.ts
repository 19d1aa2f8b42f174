/**
 * Which messages users want in WeChat and WeCom (AH-30), and how many of a kind they had there on their last day: what is beyond a few is told
 * together. Without a row a user has chosen nothing.
 */
export const outside = `
create table outside_choices (
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('mention', 'invitation', 'first_visit')),
  is_on boolean not null,
  primary key (user_id, kind)
);

create table outside_days (
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('mention', 'invitation', 'first_visit')),
  day date not null,
  happened integer not null,
  primary key (user_id, kind)
);
`
