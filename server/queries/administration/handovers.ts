import { sql, type Insertable } from 'kysely'
import type { HandoverRow, HandoverTable } from '../../database/administrationTables'
import type { Db } from '../../database/connect'

export interface NamedHandover extends HandoverRow {
  files_to_name: string | null
  shares_to_name: string | null
  by_name: string | null
}

const named = sql`handovers.*, (select name from users where id = files_to) as files_to_name,
  (select name from users where id = shares_to) as shares_to_name, (select name from users where id = by_user) as by_name`

export async function insertHandover(db: Db, handover: Insertable<HandoverTable>): Promise<NamedHandover> {
  const { id } = await db.insertInto('handovers').values(handover).returning('id').executeTakeFirstOrThrow()
  const { rows } = await sql<NamedHandover>`select ${named} from handovers where id = ${id}`.execute(db)
  return rows[0]!
}

/** The handing overs of a person that were not undone, newest first. */
export async function handoversOf(db: Db, userId: number, since: Date): Promise<NamedHandover[]> {
  const { rows } = await sql<NamedHandover>`
    select ${named} from handovers where user_id = ${userId} and undone_at is null and at > ${since} order by id desc`.execute(
    db,
  )
  return rows
}

/** Locks a handing over of an organisation that was not undone. */
export function lockHandover(db: Db, enterpriseId: number, id: number): Promise<HandoverRow | undefined> {
  return db
    .selectFrom('handovers')
    .selectAll()
    .where('id', '=', id)
    .where('enterprise_id', '=', enterpriseId)
    .where('undone_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function markUndone(db: Db, id: number, at: Date): Promise<void> {
  await db.updateTable('handovers').set({ undone_at: at }).where('id', '=', id).execute()
}

/** Those items that still lie in one of the folders. */
export async function itemsStillIn(db: Db, ids: readonly number[], folderIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('items')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where(sql<boolean>`parent_id = any(${folderIds}::bigint[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Removes those of the folders in which nothing lies, not even in the trash. */
export async function removeEmptyFolders(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    delete from items where id = any(${ids}::bigint[]) and is_folder
      and not exists (select from items below where below.parent_id = items.id)`.execute(db)
}
