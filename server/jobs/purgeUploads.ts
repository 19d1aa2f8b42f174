import type { ExpressionBuilder } from 'kysely'
import type { Database } from '../database/tables'
import type { Dependencies } from '../dependencies'
import { discardParts } from '../services/uploadParts'

/** ms after its end that a record answers who asks once more */
const RECORD_LIFETIME = 86_400_000
/** uploads at a time */
const BATCH = 100

/** Removes uploads that can no longer be resumed with what came of them, and the records of those that ended. */
export async function purgeUploads({
  db,
  storage,
  clock,
  log,
}: Pick<Dependencies, 'db' | 'storage' | 'clock' | 'log'>): Promise<void> {
  const now = clock()
  await db
    .deleteFrom('uploads')
    .where('state', '<>', 'partial')
    .where('expires_at', '<', new Date(now.getTime() - RECORD_LIFETIME))
    .execute()
  for (let purged = 0; ;) {
    const isOver = (eb: ExpressionBuilder<Database, 'uploads'>) =>
      eb.and([eb('state', '=', 'partial'), eb('expires_at', '<=', now)])
    // Asked once more in the deletion: a part may have come meanwhile, or the file be there.
    const parts = await db
      .deleteFrom('uploads')
      .where('id', 'in', (eb) => eb.selectFrom('uploads').select('id').where(isOver).limit(BATCH))
      .where(isOver)
      .returning('part_key')
      .execute()
    for (const { part_key: key } of parts) if (key !== null) await discardParts(storage, key)
    purged += parts.length
    if (parts.length < BATCH) {
      if (purged > 0) log.info({ purged }, 'uploads that nobody resumed were removed')
      return
    }
  }
}
