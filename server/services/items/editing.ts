import { splitExtension } from '@/domain/items/extension'
import { checkRename } from '@/domain/items/naming'
import { transactionActorOf, type UserOrApplication } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { inTransaction, isUniqueViolation } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { nameTaken } from '../../errors'
import type { Node } from '../../policies/access/facts'
import { describeItem, loadDescription, renameItem } from '../../queries/items/items'
import { lockItems } from '../../queries/items/locks'
import { recordAuditEvent, recordedActorOf } from '../audit'
import { parseTypedId, requireItem } from '../access/places'
import { requireName, requireUnlocked } from '../access/preconditions'

type Needs = Pick<Dependencies, 'db' | 'clock' | 'contentCheck'>

export interface ItemChange {
  /** The name of a file keeps its extension, whether the extension is typed or not. */
  name?: string
  /** Whether the extension follows the name whatever the name ends with. */
  isStem?: boolean
  description?: string
}

/**
 * Changes the name and the description of an item, both or none.
 * @returns the item's id
 * @throws Refused as requireItem, item_locked, name_taken, and for the texts: name_…, content_refused, content_unchecked
 */
export async function editItem(
  { db, clock, contentCheck }: Needs,
  actor: UserOrApplication,
  typedId: string,
  { name, isStem = false, description }: ItemChange,
): Promise<number> {
  const { by, detail: application } = recordedActorOf(actor)
  const wantedFor = (item: Node) => (name === undefined ? item.name : wantedName(item, name, isStem))
  if (contentCheck.isOn) {
    // The content check takes time, so the right is checked before it and again when the texts are stored.
    const { chain } = await requireItem(db, actor, typedId, 'edit_properties')
    if (name !== undefined) await contentCheck.require({ kind: 'name', text: wantedFor(chain[0]) }, by.user.id)
    const text = { kind: 'comment', text: description ?? '', field: 'description' } as const
    await contentCheck.requireTexts([text], by.user.id)
  }
  return inTransaction(
    db,
    async (transaction) => {
      await lockItems(transaction, [parseTypedId(typedId).id])
      const {
        chain: [item],
      } = await requireItem(transaction, actor, typedId, 'edit_properties')
      await requireUnlocked(transaction, actor, [item.id])
      const at = clock()
      if (name !== undefined) {
        const wanted = wantedFor(item)
        await rename(transaction, item, wanted, at)
        if (wanted !== item.name) {
          const detail = { ...application, before: { name: item.name }, after: { name: wanted } }
          await recordAuditEvent(transaction, at, by, 'item_renamed', { itemIds: [item.id], detail })
        }
      }
      if (description !== undefined && description !== (await loadDescription(transaction, item.id))) {
        await describeItem(transaction, item.id, description, at)
        await recordAuditEvent(transaction, at, by, 'item_described', { itemIds: [item.id], detail: application })
      }
      return item.id
    },
    { actor: transactionActorOf(actor) },
  )
}

/** @throws Refused name_… */
function wantedName({ name: old, isFolder }: Node, typed: string, isStem: boolean): string {
  const { extension } = splitExtension(old)
  const given = isStem && !isFolder && extension !== '' ? `${typed.trim()}.${extension}` : typed
  return requireName(checkRename(given, { name: old, type: isFolder ? 'folder' : 'file' }))
}

async function rename(db: Db, { id, isFolder }: Node, name: string, at: Date): Promise<void> {
  try {
    await renameItem(db, id, { name, isFolder, at })
  } catch (error) {
    throw isUniqueViolation(error, 'items_name_taken') ? nameTaken() : error
  }
}
