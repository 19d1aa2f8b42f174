import { Readable } from 'node:stream'
import type { DocumentKind } from '@/contract/documents'
import { checkFileName } from '@/domain/items/naming'
import { transactionActorOf, type UserActor } from '../../actors/actor'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { insertDocument } from '../../queries/documents/documents'
import { insertFile } from '../../queries/items/newItems'
import { insertBlob } from '../../queries/uploads/blobs'
import { requirePlace, type PlaceAddress } from '../access/places'
import { requireName, requireOpenSpace } from '../access/preconditions'
import { recordContents } from '../audit'
import { requireQuota } from '../uploads/target'
import { initialState } from './body'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'storage' | 'contentCheck'>

/**
 * Makes an empty document in a folder.
 * @param named with or without the extension of the kind
 * @returns the id of the item
 * @throws Refused as requirePlace, personal_space_closed, not_support, quota_exceeded; for the name: name_…, content_refused, content_unchecked
 */
export async function createDocument(
  { db, clock, storage, contentCheck }: Ports,
  actor: UserActor,
  address: PlaceAddress,
  { name: named, kind }: { name: string; kind: DocumentKind },
): Promise<number> {
  const place = await requirePlace(db, actor, address, 'item_upload')
  requireOpenSpace(place)
  if (!actor.enterprise.collaborative_document) throw new Refused('not_support')
  const stem = named.trim().replace(new RegExp(`\\.${kind}$`, 'i'), '')
  const name = `${requireName(checkFileName(stem))}.${kind}`
  requireName(checkFileName(name))
  await contentCheck.require({ kind: 'name', text: name }, actor.user.id)
  const state = initialState(kind)
  const blob = await storage.write(Readable.from([Buffer.from(state)]), { size: state.length })
  try {
    return await inTransaction(
      db,
      async (transaction) => {
        // The right may have been withdrawn while the name was checked.
        const access = await requirePlace(transaction, actor, address, 'item_upload')
        const at = clock()
        const bodyId = await insertBlob(transaction, { ...blob, originalDate: null })
        const file = { parentId: access.chain[0].id, name, creatorId: actor.user.id, at, bodyId, size: blob.size }
        const { id } = await insertFile(transaction, file)
        await insertDocument(transaction, { itemId: id, state, at })
        await requireQuota(transaction, access)
        await recordContents(transaction, at, actor, 'item_created', id)
        return id
      },
      { actor: transactionActorOf(actor) },
    )
  } catch (error) {
    await storage.delete(blob.key)
    throw error
  }
}
