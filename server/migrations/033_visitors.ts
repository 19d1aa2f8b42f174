/** Visitors of share links: what they saved, and what they reported. */
export const visitors = `
create table share_saves (
  link_id bigint not null references share_links on delete cascade,
  user_id bigint not null references users on delete cascade,
  folder_id bigint references items on delete set null,
  -- false while a job copies
  is_done boolean not null,
  saved_at timestamptz not null,
  -- When the mini-program took it among what its user keeps.
  kept_at timestamptz,
  primary key (link_id, user_id)
);
create index share_saves_user on share_saves (user_id);
create index share_saves_folder on share_saves (folder_id) where folder_id is not null;

-- What one subscriber has of the address; null again with it.
alter table share_visits add column network text;
create index share_visits_network on share_visits (link_id, network, at) where network is not null;

create table share_reports (
  id bigint generated always as identity primary key,
  link_id bigint not null references share_links on delete cascade,
  at timestamptz not null,
  reason text not null check (reason in ('illegal', 'fraud', 'pornography', 'infringement', 'privacy', 'malware', 'other')),
  text text not null,
  contact text not null,
  user_id bigint references users on delete set null,
  -- From where it came; null again after some weeks.
  network text
);
create index share_reports_network on share_reports (network, at) where network is not null;
create index share_reports_link on share_reports (link_id, id desc);
create index share_reports_user on share_reports (user_id) where user_id is not null;
`
