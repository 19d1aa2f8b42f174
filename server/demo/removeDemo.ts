import type { Db } from '../database/connect'
import { inTransaction, isMissingReference } from '../database/transaction'
import type { Dependencies } from '../dependencies'
import { insertAuditEvent } from '../queries/audit'
import { removeBlobs } from '../services/trash/blobs'
import { discardParts } from '../services/uploads/parts'
import { deleteAuditOf, deleteHoldings, holdingsOf, isSharedWithOthers, looseKeys } from './demoRows'

/** The name of the setting that keeps a start from filling the database with the demo world again. */
const REMOVED = 'demo_removed'

/** Whether an administrator removed the demo world. */
export async function isDemoRemoved(db: Db): Promise<boolean> {
  const found = await db.selectFrom('settings').select('name').where('name', '=', REMOVED).executeTakeFirst()
  return found !== undefined
}

/**
 * Removes the organisations of the demo world with everything in them: first their rows, then the stored blobs that nothing else uses. A sweep
 * finds the blobs that a crash leaves.
 * @returns the number of organisations
 * @throws Error if people of other organisations work with the demo world
 */
export async function removeDemo({
  db,
  storage,
  clock,
}: Pick<Dependencies, 'db' | 'storage' | 'clock'>): Promise<number> {
  const removed = await inTransaction(db, (transaction) => removeRows(transaction, clock())).catch((error: unknown) => {
    throw isMissingReference(error) ? new Error(SHARED, { cause: error }) : error
  })
  await removeBlobs({ db, storage }, removed.blobs)
  for (const key of removed.voices) await storage.delete(key)
  for (const key of removed.parts) await discardParts(storage, key)
  return removed.count
}

const SHARED = 'People of another organisation work in the demo world, or its people work elsewhere. End that first.'

async function removeRows(db: Db, at: Date) {
  const rows = await db.selectFrom('users').select('enterprise_id').where('is_demo', '=', true).distinct().execute()
  const enterprises = rows.map((row) => row.enterprise_id)
  const holdings = await holdingsOf(db, enterprises)
  if (await isSharedWithOthers(db, holdings)) throw new Error(SHARED)
  const keys = await looseKeys(db, holdings)
  await deleteHoldings(db, holdings)
  await deleteAuditOf(db, enterprises)
  await db
    .insertInto('settings')
    .values({ name: REMOVED, value: JSON.stringify(true) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const detail = { count: enterprises.length }
  await insertAuditEvent(db, { deed: 'demo_removed', at, userId: null, address: '', detail })
  return { count: enterprises.length, blobs: holdings.blobs, ...keys }
}
