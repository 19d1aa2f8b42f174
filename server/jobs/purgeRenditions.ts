import { calendar } from '../time/calendar'
import type { Dependencies } from '../dependencies'
import { forgetMadeBefore } from '../previews/representations'
import { archiveEntries } from '../queries/uploads/blobs'
import { removeBlobs } from '../services/trash/blobs'

/** days; later views make the rendition again */
const LIFETIME = 30

/** Removes renditions that are many and rarely viewed: pictures of pages, files watermarked for one user, and files unpacked from archives. */
export async function purgeRenditions({
  db,
  storage,
  clock,
}: Pick<Dependencies, 'db' | 'storage' | 'clock'>): Promise<void> {
  const then = calendar(clock()).subtract(LIFETIME, 'days').toDate()
  for (const key of await forgetMadeBefore(db, then)) await storage.delete(key)
  await removeBlobs({ db, storage }, await archiveEntries(db, then))
}
