import { sql } from 'kysely'
import type { Db } from '../database/connect'
import { inTransaction, isMissingReference } from '../database/transaction'
import { insertAuditEvent } from '../queries/audit'

/** The name of the setting that keeps a start from filling the database with the demo world again. */
const REMOVED = 'demo_removed'

/** Whether an administrator removed the demo world. */
export async function isDemoRemoved(db: Db): Promise<boolean> {
  const found = await db.selectFrom('settings').select('name').where('name', '=', REMOVED).executeTakeFirst()
  return found !== undefined
}

/**
 * Removes the organisations of the demo world with everything in them. Blobs that nothing references any more are swept later.
 * @returns the number of organisations
 * @throws Error if people of other organisations work with the demo world
 */
export async function removeDemo(db: Db, at: Date): Promise<number> {
  try {
    return await inTransaction(db, async (transaction) => {
      const rows = await transaction
        .selectFrom('users')
        .select('enterprise_id')
        .where('is_demo', '=', true)
        .distinct()
        .execute()
      const ids = rows.map((row) => row.enterprise_id)
      if (ids.length > 0) await removeEnterprises(transaction, ids)
      const value = JSON.stringify(true)
      await transaction
        .insertInto('settings')
        .values({ name: REMOVED, value })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
      await insertAuditEvent(transaction, {
        deed: 'demo_removed',
        at,
        userId: null,
        address: '',
        detail: { count: ids.length },
      })
      return ids.length
    })
  } catch (error) {
    if (!isMissingReference(error)) throw error
    throw new Error(
      'People of another organisation work in the demo world, or its people work elsewhere. End that first.',
      { cause: error },
    )
  }
}

async function removeEnterprises(db: Db, ids: readonly number[]): Promise<void> {
  const theirs = sql`enterprise_id = any(${ids}::bigint[])`
  const people = sql`(select id from users where ${theirs})`
  await sql`update enterprises set owner_id = null where id = any(${ids}::bigint[])`.execute(db)
  await sql`delete from applications where ${theirs}`.execute(db)
  // The folders of nested departments go with those above.
  await sql`delete from items where parent_id is null and space_owner_id in ${people}`.execute(db)
  await sql`delete from departments where ${theirs}`.execute(db)
  await sql`delete from groups where ${theirs}`.execute(db)
  await sql`delete from tags where ${theirs}`.execute(db)
  await sql`delete from users where ${theirs}`.execute(db)
  await sql`delete from enterprises where id = any(${ids}::bigint[])`.execute(db)
}
