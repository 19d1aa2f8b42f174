import { sql } from 'kysely'
import { searchKey } from '@/domain/search/words'
import type { Db } from '../../database/connect'

/** matching tags whose items are looked at, and items per tag */
const CANDIDATES = { tags: 60, items: 5 }

/** A tag, and one of the items that have it. */
export interface TagUse {
  id: number
  name: string
  item_id: number
}

export interface TagsAsked {
  enterpriseId: number
  userId: number
  /** The item that gets a tag; its own tags are left out. */
  itemId: number
  words: string
}

/**
 * Uses of an enterprise's tags that contain some words; tags that begin with the words come first. Items that the user made or changed come before
 * others. Does not check rights.
 */
export async function tagUses(db: Db, { enterpriseId, userId, itemId, words }: TagsAsked): Promise<TagUse[]> {
  const key = searchKey(words)
  const { rows } = await sql<TagUse>`
    select found.id, found.name, used.item_id from (
      select id, name, case when strpos(search_key(name), ${key}) = 1 then 0 else 1 end as rank from tags
      where enterprise_id = ${enterpriseId} and strpos(search_key(name), ${key}) > 0
        and not exists (select from item_tags where item_id = ${itemId} and tag_id = tags.id)
      order by rank, name limit ${CANDIDATES.tags}
    ) found cross join lateral (
      select item_id from item_tags join items on items.id = item_id
      where tag_id = found.id and deleted_at is null
      order by ${userId} in (creator_id, updater_id) desc, changed_at desc limit ${CANDIDATES.items}
    ) used
    order by rank, name, found.id`.execute(db)
  return rows
}

export async function countTags(db: Db, itemId: number): Promise<number> {
  const { count } = await db
    .selectFrom('item_tags')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('item_id', '=', itemId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Finds or makes a tag of an enterprise; case does not matter. Locks the tag, so that nobody deletes it as unused before it is used. */
export async function putTag(db: Db, enterpriseId: number, name: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from tags where enterprise_id = ${enterpriseId} and lower(name) = lower(${name})
    order by name = ${name} desc, id limit 1 for no key update`.execute(db)
  if (rows[0]) return rows[0].id
  const { id } = await db
    .insertInto('tags')
    .values({ enterprise_id: enterpriseId, name })
    .onConflict((conflict) =>
      conflict.columns(['enterprise_id', 'name']).doUpdateSet((eb) => ({ name: eb.ref('excluded.name') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Adds a tag behind an item's others. @returns whether the item lacked it */
export async function addItemTag(db: Db, itemId: number, tagId: number): Promise<boolean> {
  const { rows } = await sql`
    insert into item_tags (item_id, tag_id, position)
    select ${itemId}, ${tagId}, coalesce(max(position), -1) + 1 from item_tags where item_id = ${itemId}
    on conflict do nothing returning tag_id`.execute(db)
  return rows.length > 0
}

/** Removes a tag from an item, and deletes the tag when no item has it any more. @returns whether the item had it */
export async function removeItemTag(db: Db, itemId: number, tagId: number): Promise<boolean> {
  const removed = await db
    .deleteFrom('item_tags')
    .where('item_id', '=', itemId)
    .where('tag_id', '=', tagId)
    .returning('tag_id')
    .execute()
  if (removed.length === 0) return false
  // Waits for those who are adding the tag elsewhere; the next statement then sees their use.
  await db.selectFrom('tags').select('id').where('id', '=', tagId).forUpdate().execute()
  await sql`delete from tags where id = ${tagId} and not exists (select from item_tags where tag_id = ${tagId})`.execute(
    db,
  )
  return true
}

/** Notes that an item's tags changed: open lists that show the item are renewed. */
export async function markTagged(db: Db, itemId: number, at: Date): Promise<void> {
  await db.updateTable('items').set({ changed_at: at }).where('id', '=', itemId).execute()
}
