import type { Dependencies } from '../dependencies'
import { releaseEditingLocks } from '../queries/documents/documents'
import { deleteEndedLocks } from '../queries/office'
import { foldDocuments } from '../services/documents/body'
import { makeDueVersions, type VersionPorts } from '../services/documents/versions'
import { orderWords } from '../services/documents/words'

/** ms without a change after which a document is no longer shown as being edited */
const EDITING = 60_000

/** Moves updates into states, queues reading the new words, makes the versions that are due, and ends the locks of those who stopped writing. */
export async function maintainDocuments(ports: VersionPorts & Pick<Dependencies, 'db' | 'clock'>): Promise<void> {
  const now = ports.clock()
  await releaseEditingLocks(ports.db, new Date(now.getTime() - EDITING), now)
  await deleteEndedLocks(ports.db, now)
  for (const itemId of await foldDocuments(ports)) await orderWords(ports, itemId)
  await makeDueVersions(ports)
}
