import type { OpenRequest } from '@/contract/applications'
import type { ApplicationActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { invalidRequest } from '../../errors'
import type { ViewedItem } from '../../queries/items/viewedItem'
import { namedPeople } from '../../queries/applications/itemFacts'
import { editItem } from '../items/editing'
import { viewItem } from '../items/viewing'
import { relocate, requireTarget, type Action } from '../moving/relocation'
import { requirePlace } from '../access/places'
import { deleteFromTrash, requireTrashed, restoreFromTrash } from '../trash/changes'

type Needs = Pick<Dependencies, 'db' | 'clock' | 'jobs' | 'contentCheck'>

export type Kind = 'file' | 'folder'
export type TypedId = `${Kind}_${number}`

/** @throws Refused invalid_request without a name and a description, and as editItem */
export async function openUpdate(
  needs: Needs,
  actor: ApplicationActor,
  typedId: TypedId,
  { name, description }: Omit<OpenRequest<'POST /v2/file/{id}/update'>, 'id'>,
): Promise<ViewedItem> {
  if (name === undefined && description === undefined) throw invalidRequest('name')
  return viewItem(needs, actor, await editItem(needs, actor, typedId, { name, isStem: true, description }))
}

/** The folder that an item goes to, as a program names it. */
type Target = Pick<OpenRequest<'POST /v2/file/{id}/move'>, 'target_folder_id' | 'department_id' | 'target_space'>

/**
 * Copies or moves an item into a folder at once: a copy is one file, and a move changes one row.
 * @returns the item's id there
 * @throws Refused as relocate
 */
export async function openRelocate(
  needs: Needs,
  actor: ApplicationActor,
  action: Action,
  typedId: TypedId,
  { target_folder_id: folderId, department_id: departmentId, target_space: space }: Target,
): Promise<number> {
  const ofSpace = space?.type === 'department' ? space.id : undefined
  const address = { folderId, departmentId: departmentId ?? ofSpace }
  const place = await requireTarget(() => requirePlace(needs.db, actor, address))
  const [id] = await relocate(needs, actor, { action, typedIds: [typedId], folderId: place.chain[0].id })
  return id!
}

/** Restores an item of the user's recycle bin. @throws Refused item_not_in_trash, and as restoreFromTrash */
export async function openRestore(needs: Needs, actor: ApplicationActor, typedId: TypedId): Promise<void> {
  await requireTrashed(needs.db, actor, typedId)
  await restoreFromTrash(needs, actor, [typedId])
}

/** Deletes an item of the user's recycle bin for ever. @throws Refused item_not_in_trash, and as deleteFromTrash */
export async function openPurge(needs: Needs, actor: ApplicationActor, typedId: TypedId): Promise<void> {
  await requireTrashed(needs.db, actor, typedId)
  await deleteFromTrash(needs, actor, [typedId])
}

/** An item of the user's recycle bin, when it was deleted, and by whom. @throws Refused item_not_in_trash */
export async function openTrashed(needs: Needs, actor: ApplicationActor, typedId: TypedId) {
  const record = await requireTrashed(needs.db, actor, typedId)
  const item = await viewItem(needs, actor, record.id)
  const deleters = await namedPeople(needs.db, [record.deletedBy])
  return { item, deletedAt: record.deletedAt, deleter: deleters.get(record.deletedBy) ?? null }
}
