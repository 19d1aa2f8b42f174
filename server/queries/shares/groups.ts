import type { Selectable } from 'kysely'
import type { Db } from '../../database/connect'
import type { ShareGroupTable } from '../../database/shareTables'

export type GroupRow = Selectable<ShareGroupTable>

export interface Arrival {
  linkId: number
  groupKey: string
  personKey: string
  now: Date
  /** An opening by the same person after this time belongs to the same visit. */
  since: Date
  /** most groups counted separately per link */
  mostGroups: number
}

/**
 * Records the opening of a link in a group. Call in a transaction; concurrent calls for a link run one at a time.
 * @returns false if the link already has the most groups; nothing is recorded then
 */
export async function recordArrival(db: Db, { linkId, groupKey, mostGroups, ...arrival }: Arrival): Promise<boolean> {
  await db.selectFrom('share_links').select('id').where('id', '=', linkId).forUpdate().execute()
  const group = await groupOf(db, { linkId, groupKey, mostGroups, now: arrival.now })
  if (group === null) return false
  await recordPerson(db, group, arrival)
  return true
}

async function groupOf(
  db: Db,
  { linkId, groupKey, mostGroups, now }: Pick<Arrival, 'linkId' | 'groupKey' | 'mostGroups' | 'now'>,
): Promise<number | null> {
  const groups = db.selectFrom('share_groups').where('link_id', '=', linkId)
  const known = await groups.select('id').where('group_key', '=', groupKey).executeTakeFirst()
  if (known) return known.id
  const { last } = await groups.select((eb) => eb.fn.max('number').as('last')).executeTakeFirstOrThrow()
  const number = Number(last ?? 0) + 1
  if (number > mostGroups) return null
  const { id } = await db
    .insertInto('share_groups')
    .values({ link_id: linkId, group_key: groupKey, number, last_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function recordPerson(
  db: Db,
  groupId: number,
  { personKey, now, since }: Pick<Arrival, 'personKey' | 'now' | 'since'>,
): Promise<void> {
  const person = await db
    .selectFrom('share_group_people')
    .select('last_at')
    .where('group_id', '=', groupId)
    .where('person_key', '=', personKey)
    .executeTakeFirst()
  if (person && person.last_at > since) return
  await db
    .insertInto('share_group_people')
    .values({ group_id: groupId, person_key: personKey, last_at: now })
    .onConflict((conflict) => conflict.columns(['group_id', 'person_key']).doUpdateSet({ last_at: now }))
    .execute()
  await db
    .updateTable('share_groups')
    .set((eb) => ({
      visit_count: eb('visit_count', '+', 1),
      people_count: eb('people_count', '+', person ? 0 : 1),
      last_at: now,
    }))
    .where('id', '=', groupId)
    .execute()
}

/** The groups in which a link was opened most recently, and the number of all groups. */
export async function latestGroups(
  db: Db,
  linkId: number,
  limit: number,
): Promise<{ rows: GroupRow[]; total: number }> {
  const found = db.selectFrom('share_groups').where('link_id', '=', linkId)
  const rows = await found.selectAll().orderBy('last_at', 'desc').orderBy('number', 'desc').limit(limit).execute()
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}
