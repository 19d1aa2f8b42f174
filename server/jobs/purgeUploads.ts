import { calendar } from '../time/calendar'
import type { Dependencies } from '../dependencies'
import { deleteEnded, deleteExpired } from '../queries/uploads/uploads'
import { discardParts } from '../services/uploads/parts'

/** days after its end that a record answers who asks once more */
const RECORD_LIFETIME = 1
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
  await deleteEnded(db, calendar(now).subtract(RECORD_LIFETIME, 'days').toDate())
  for (let purged = 0; ;) {
    const keys = await deleteExpired(db, now, BATCH)
    for (const key of keys) await discardParts(storage, key)
    purged += keys.length
    if (keys.length < BATCH) {
      if (purged > 0) log.info({ purged }, 'uploads that nobody resumed were removed')
      return
    }
  }
}
