import { calendar } from '../time/calendar'
import type { Dependencies } from '../dependencies'
import { deleteEnded, deleteExpired } from '../queries/uploads/uploads'
import { discardParts } from '../services/uploads/parts'

/** days after its end that an upload's record still answers requests */
const RECORD_LIFETIME = 1
/** uploads per query */
const BATCH = 100

/** Removes uploads that can no longer be resumed, including their bytes, and the records of ended uploads. */
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
      if (purged > 0) log.info({ purged }, 'removed abandoned uploads')
      return
    }
  }
}
