import type { Dependencies } from '../dependencies'
import { expiredItems, purge } from '../queries/trash/purge'
import { removeBlobs } from '../services/trash/blobs'

/** items asked for at a time */
const BATCH = 100

/**
 * Purges what has lain in the trash longer than its organisation keeps it (trash_period), one item a transaction, with the blobs that
 * nothing refers to any more. The folder of a department is never purged: it waits to be restored.
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
      if (purged > 0) log.info({ purged }, 'the trash was purged of what had lain there too long')
      return
    }
  }
}
