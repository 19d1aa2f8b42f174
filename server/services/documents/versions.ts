import { Readable } from 'node:stream'
import { jobOwner, type UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { documentFacts, markVersioned, showSize, unversionedDocuments } from '../../queries/documents/documents'
import { countPictures, insertVersionPictures } from '../../queries/documents/pictures'
import { loadContents } from '../../queries/documents/updates'
import { addVersion } from '../../queries/items/newItems'
import { lockItems } from '../../queries/items/locks'
import { findUser } from '../../queries/session/sessions'
import { insertBlob } from '../../queries/uploads/blobs'
import { accessOf } from '../access/itemAccess'
import { indexLater } from '../search/contents'
import { requireQuota } from '../uploads/target'
import { foldedState } from './body'
import { namedPictures } from './namedPictures'

export type VersionPorts = Pick<Dependencies, 'db' | 'storage' | 'clock' | 'jobs' | 'previews' | 'log'>

/** ms without a change after which a document gets a version */
const QUIET = 600_000
/** ms after the last version at which a document gets one while people write */
const WHILE_WRITING = 3_600_000
/** documents per run */
const BATCH = 50

/** Makes the versions that are due. A space without room gets none until it has room; nothing is lost meanwhile. */
export async function makeDueVersions(ports: VersionPorts, signal?: AbortSignal): Promise<void> {
  const now = ports.clock().getTime()
  const due = await unversionedDocuments(ports.db, {
    quietSince: new Date(now - QUIET),
    lastBefore: new Date(now - WHILE_WRITING),
    limit: BATCH,
  })
  for (const itemId of due) {
    if (signal?.aborted) return
    await makeVersion(ports, itemId).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error
      ports.log.info({ item: itemId, code: error.code }, 'a document got no version')
    })
  }
}

/**
 * Makes a version of a document's present state, unless a version contains it already.
 * @param name '' for a version that the server makes by itself
 * @returns the id of the version; null if there is nothing new
 * @throws Refused quota_exceeded
 */
export async function makeVersion(ports: VersionPorts, itemId: number, name = ''): Promise<number | null> {
  const { db, storage } = ports
  const facts = await documentFacts(db, itemId)
  if (facts === undefined || facts.changed_by === null || facts.versioned >= facts.sequence) return null
  const stored = await loadContents(db, itemId)
  if (stored === undefined) return null
  const { sequence } = stored
  const state = foldedState(stored)
  const blob = await storage.write(Readable.from([Buffer.from(state)]), { size: state.length })
  const pictures = (await countPictures(db, itemId)) > 0 ? namedPictures(state) : []
  const made = { itemId, sequence, userId: facts.changed_by, modifiedAt: facts.changed_at, name, pictures }
  try {
    const versionId = await inTransaction(db, (transaction) => recordVersion({ ...ports, db: transaction }, made, blob))
    if (versionId === null) await storage.delete(blob.key)
    return versionId
  } catch (error) {
    await storage.delete(blob.key)
    throw error
  }
}

async function recordVersion(
  ports: VersionPorts,
  {
    itemId,
    sequence,
    userId,
    modifiedAt,
    name,
    pictures,
  }: {
    itemId: number
    sequence: number
    userId: number
    modifiedAt: Date | null
    name: string
    pictures: readonly string[]
  },
  blob: { key: string; size: number },
): Promise<number | null> {
  const { db, clock } = ports
  const at = clock()
  await lockItems(db, [itemId])
  if (!(await markVersioned(db, { itemId, sequence, at }))) return null
  const bodyId = await insertBlob(db, { ...blob, originalDate: null })
  await insertVersionPictures(db, { itemId, bodyId, keys: pictures })
  const item = await addVersion(db, {
    itemId,
    creatorId: userId,
    at,
    modifiedAt: modifiedAt ?? at,
    bodyId,
    size: blob.size,
    remark: name,
  })
  // Somebody may have written since the state was read.
  await showSize(db, itemId)
  const user = await findUser(db, userId)
  if (user) await requireRoomFor(db, user, itemId)
  const asker = user ? jobOwner(user) : undefined
  const { extension, is_encrypted: isEncrypted } = item
  await indexLater(ports, { bodyId, extension, size: blob.size, isEncrypted, asker })
  return item.current_version_id
}

/** @throws Refused quota_exceeded */
async function requireRoomFor(db: Db, user: UserActor, itemId: number): Promise<void> {
  const access = (await accessOf(db, user, [itemId])).get(itemId)
  if (access) await requireQuota(db, access)
}
