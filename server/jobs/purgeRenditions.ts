import { calendar } from '../time/calendar'
import type { Dependencies } from '../dependencies'
import { forgetMadeBefore } from '../previews/representations'
import { archiveEntries } from '../queries/uploads/blobs'
import { removeBlobs } from '../services/trash/blobs'

/** days that they are kept; who looks later has them made again. */
const KEPT = 30

/** Removes what there are many of and few look at: pictures of pages, what carries the mark of one user, and files taken out of archives. */
export async function purgeRenditions({
  db,
  storage,
  clock,
}: Pick<Dependencies, 'db' | 'storage' | 'clock'>): Promise<void> {
  const then = calendar(clock()).subtract(KEPT, 'days').toDate()
  for (const key of await forgetMadeBefore(db, then)) await storage.delete(key)
  await removeBlobs({ db, storage }, await archiveEntries(db, then))
}
