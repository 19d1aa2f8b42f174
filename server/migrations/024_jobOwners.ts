/** For whom jobs are done: they are taken in turn. When renditions were last used, and whose disk budget they weigh on. */
export const jobOwners = `
alter table jobs add column enterprise_id bigint, add column actor_key text;
create index jobs_of_actor on jobs (actor_key) where state = 'waiting';

alter table representations add column enterprise_id bigint, add column used_at timestamptz not null default now();
update representations set used_at = updated_at;
update representations set enterprise_id = brought.enterprise_id from (
  select bodies.id, min(users.enterprise_id) as enterprise_id
  from bodies join versions on versions.body_id = coalesce(bodies.archive_id, bodies.id) join users on users.id = versions.creator_id
  group by bodies.id having count(distinct users.enterprise_id) = 1
) brought where brought.id = representations.body_id;
create index representations_of_enterprise on representations (enterprise_id, used_at) where status = 'generated';
`
