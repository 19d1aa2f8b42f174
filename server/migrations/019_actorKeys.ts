/** Uploads and archives belong to an actor, who need not be a user; what belonged to a deleted user expires by itself. */
export const actorKeys = `
alter table uploads add column actor_key text;
update uploads set actor_key = 'u' || user_id;
alter table uploads alter column actor_key set not null;
alter table uploads drop column user_id;
create index uploads_actor on uploads (actor_key);
alter table packs add column actor_key text;
update packs set actor_key = 'u' || user_id;
alter table packs alter column actor_key set not null;
alter table packs drop column user_id;
`
