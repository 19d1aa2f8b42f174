import type { Dependencies } from '../dependencies'
import { expiredItems, purge } from '../queries/trash/purge'
import { removeBlobs } from '../services/trash/blobs'

/** items per query */
const BATCH = 100

/**
 * Purges items that were in the trash longer than their organisation's trash_period, one item per transaction, with the blobs that nothing
 * references any more. Folders of departments are never purged: they stay restorable.
 */
export async function purgeExpired({
  db,
  storage,
  clock,
  log,
}: Pick<Dependencies, 'db' | 'storage' | 'clock' | 'log'>): Promise<void> {
  const now = clock()
  for (let purged = 0, after = 0; ;) {
    const ids = await expiredItems(db, now, after, BATCH)
    for (const id of ids) {
      await removeBlobs({ db, storage }, await purge(db, [id], { at: now, userId: null, address: '' }))
      purged += 1
    }
    after = ids.at(-1) ?? after
    if (ids.length < BATCH) {
      if (purged > 0) log.info({ purged }, 'removed expired items from the trash')
      return
    }
  }
}
