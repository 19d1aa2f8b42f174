import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { deleteUnnamed, documentsToTidy, lockDocument } from '../../queries/documents/pictures'
import { loadContents } from '../../queries/documents/updates'
import { rootOf } from '../../queries/trash/purge'
import { lockSpace, releaseBytes } from '../../queries/items/spaces'
import { calendar } from '../../time/calendar'
import { removeBlobsLater } from '../trash/blobs'
import { foldedState } from './body'
import { namedPictures } from './namedPictures'

/** Days in which a picture stays that no text names: somebody may undo, or send it after a cut. */
const GRACE = 1
/** documents per run */
const BATCH = 200

/** Removes pictures that neither the text of their document nor one of its versions names. */
export async function tidyPictures(ports: Pick<Dependencies, 'db' | 'jobs' | 'clock'>): Promise<void> {
  const before = calendar(ports.clock()).subtract(GRACE, 'days').toDate()
  for (const itemId of await documentsToTidy(ports.db, before, BATCH))
    await inTransaction(ports.db, async (db) => {
      // A document that nobody has opened is as its version.
      const stored = (await lockDocument(db, itemId)) ? await loadContents(db, itemId) : undefined
      const named = stored ? namedPictures(foldedState(stored)) : []
      const rootId = await rootOf(db, itemId)
      if (rootId === undefined) return
      await lockSpace(db, rootId)
      const { bodyIds, bytes } = await deleteUnnamed(db, { itemId, before, named })
      if (bodyIds.length === 0) return
      await releaseBytes(db, rootId, bytes)
      await removeBlobsLater(ports.jobs, bodyIds, db)
    })
}
