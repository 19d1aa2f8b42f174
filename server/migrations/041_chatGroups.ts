/**
 * Groups of WeChat in which links were opened (AH-26). Which group and which people are hashes under a key outside of the database, of each
 * link by itself: nobody reads from them what else a group or a person opened.
 */
export const chatGroups = `
create table share_groups (
  id bigint generated always as identity primary key,
  link_id bigint not null references share_links on delete cascade,
  group_key text collate "C" not null,
  -- What its maker calls it by: the first group of a link is 1.
  number integer not null,
  people_count integer not null default 0,
  visit_count integer not null default 0,
  last_at timestamptz not null,
  unique (link_id, group_key),
  unique (link_id, number)
);

create table share_group_people (
  group_id bigint not null references share_groups on delete cascade,
  person_key text collate "C" not null,
  last_at timestamptz not null,
  primary key (group_id, person_key)
);
`
