import { sql } from 'kysely'
import type { Db } from '../../database/connect'

/** items of a tag that are looked at */
const MOST_ITEMS = 5000
/** items that the user changed last whose tags are looked at */
const LAST_ITEMS = 200

/** The newest live items with a tag of this name, of any enterprise. Does not check rights. */
export async function itemsTagged(db: Db, name: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct items.id, items.changed_at from tags join item_tags on tag_id = tags.id join items on items.id = item_id
    where lower(tags.name) = lower(${name}) and items.deleted_at is null
    order by items.changed_at desc, items.id desc limit ${MOST_ITEMS}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The tags of the items that a user made or changed, the last changed item first. Does not check rights. */
export async function tagsOfLastItems(
  db: Db,
  userId: number,
): Promise<{ id: number; name: string; item_id: number }[]> {
  const { rows } = await sql<{ id: number; name: string; item_id: number }>`
    select tags.id, tags.name, items.id as item_id from (
      select id, changed_at from items where ${userId} in (creator_id, updater_id) and deleted_at is null
        and exists (select from item_tags where item_id = items.id)
      order by changed_at desc, id desc limit ${LAST_ITEMS}
    ) items join item_tags on item_id = items.id join tags on tags.id = tag_id
    order by items.changed_at desc, items.id desc, item_tags.position`.execute(db)
  return rows
}

export function tagsOf(db: Db, itemId: number): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('item_tags')
    .innerJoin('tags', 'tags.id', 'tag_id')
    .select(['tags.id', 'tags.name'])
    .where('item_id', '=', itemId)
    .orderBy('position')
    .execute()
}

export function commonTagsOf(db: Db, userId: number): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('common_tags').select(['id', 'name']).where('user_id', '=', userId).orderBy('id').execute()
}

/** Adds names that are not there yet, without regard to case. Locks the user, so that their number can be counted. */
export async function addCommonTags(db: Db, userId: number, names: readonly string[]): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(db)
  await sql`
    insert into common_tags (user_id, name) select ${userId}, name from unnest(${names}::text[]) with ordinality as given (name, place)
    order by place on conflict do nothing`.execute(db)
}

export async function removeCommonTags(db: Db, userId: number, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('common_tags')
    .where('user_id', '=', userId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
}
