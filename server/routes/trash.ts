import type { trashCalls } from '@/contract/trash'
import type { Db } from '../database/connect'
import { inTransaction } from '../database/transaction'
import type { Dependencies } from '../dependencies'
import {
  itemIsDeleted,
  itemNotFound,
  itemNotInTrash,
  parentMissing,
  permissionDenied,
  restoreWithoutPermission,
  targetFolderNotDeleted,
} from '../errors'
import { removeBodiesLater } from '../jobs/keepHouse'
import { accessOf, type Access } from '../queries/access'
import { orderFor } from '../queries/children'
import { lockItems, lockToPurge } from '../queries/lockItems'
import { changeUnderFreeNames } from '../queries/newItems'
import { isOfType, parseTypedId } from '../queries/places'
import { purge } from '../queries/purge'
import type { UserActor } from '../actor'
import { trashOf, trashPage, trashRecords, type TrashRecord } from '../queries/trash'
import { viewItems } from '../queries/viewing'
import { requireUser, type Handlers } from '../http/handler'

const firstPage = { offset: 0, limit: 25 }

/** An item somebody chose, his right to it, and its record where it was deleted itself. */
interface Chosen {
  access: Access | undefined
  record: TrashRecord | undefined
}

/** The recycle bin: list, restore, delete for good. */
export function trashRoutes(deps: Dependencies): Handlers<typeof trashCalls> {
  const { db, clock, jobs } = deps
  return {
    'GET /apps/files/trash_list': requireUser(async ({ actor }, input) => {
      const trash = await trashOf(db, actor, input.external_typed_id)
      const place = ['trash', input.external_typed_id].filter(Boolean).join(':')
      const order = await orderFor(db, actor.user.id, place, input)
      const { ids, total } = await trashPage(db, trash, order, { ...firstPage, ...input })
      return {
        items: await viewItems(deps, actor, ids),
        total_count: total,
        sort_by: order.sortBy,
        sort_direction: order.direction,
        external: trash.external,
        external_list: trash.others,
      }
    }),

    'POST /apps/files/restore_from_trash': requireUser(async ({ actor }, { item_typed_ids }) => {
      const ids = await inTransaction(
        db,
        async (transaction) => {
          await lockItems(transaction, idsOf(item_typed_ids))
          const chosen = await look(transaction, actor, item_typed_ids)
          for (const item of chosen.values()) requireRestorable(actor, item, chosen)
          await restore(
            transaction,
            [...chosen.values()].flatMap(({ record }) => record?.id ?? []),
            clock(),
          )
          return [...chosen.keys()]
        },
        { by: actor },
      )
      return { items: await viewItems(deps, actor, ids) }
    }),

    'POST /apps/files/delete_from_trash': requireUser(async ({ actor }, { item_typed_ids }) => {
      await inTransaction(
        db,
        async (transaction) => {
          /* First the right, then the lock of all that it holds. */
          for (const item of (await look(transaction, actor, item_typed_ids)).values()) requireRecord(actor, item)
          await lockToPurge(transaction, idsOf(item_typed_ids))
          const chosen = [...(await look(transaction, actor, item_typed_ids)).values()]
          const records = chosen.map((item) => requireRecord(actor, item))
          const owned = records.filter(({ isOwner }) => isOwner).map(({ id }) => id)
          const others = records.filter(({ isOwner }) => !isOwner).map(({ id }) => id)
          if (others.length > 0)
            await transaction.updateTable('items').set({ is_record_hidden: true }).where('id', 'in', others).execute()
          await removeBodiesLater(jobs, await purge(transaction, owned), transaction)
        },
        { by: actor },
      )
      return {}
    }),
  }
}

const idsOf = (typedIds: readonly string[]) => typedIds.map((typedId) => parseTypedId(typedId).id)

/** By id; one that is of another type than its typed id says is none. */
async function look(db: Db, { user }: UserActor, typedIds: readonly string[]): Promise<Map<number, Chosen>> {
  const parsed = typedIds.map(parseTypedId)
  const ids = parsed.map(({ id }) => id)
  const [found, records] = [await accessOf(db, user.id, ids), await trashRecords(db, ids)]
  return new Map(
    parsed.map(({ id, type }) => {
      const access = found.get(id)
      return [id, { access: access && isOfType(access, type) ? access : undefined, record: records.get(id) }]
    }),
  )
}

/**
 * Restoring what is back already is no fault. A folder that comes back in the same call is no obstacle for what lies in it.
 * @throws Refused item_is_deleted (for good, or never seen: alike), restore_folder_without_permission, target_folder_not_deleted,
 * external_item_parent_missing
 */
function requireRestorable({ user }: UserActor, { access, record }: Chosen, chosen: ReadonlyMap<number, Chosen>): void {
  if (!access?.permissions.includes('item_view')) throw itemIsDeleted()
  const {
    chain: [item, ...above],
    space: { owner },
  } = access
  const isTheirs = owner.id === user.id || record?.deletedBy === user.id
  const mayRestore =
    access.permissions.includes('item_restore') && (item.departmentId === null || isTheirs || user.is_administrator)
  if (!mayRestore) throw restoreWithoutPermission(owner)
  if (above.some((folder) => folder.isDeleted && !chosen.has(folder.id))) throw targetFolderNotDeleted()
  // Only the owner is sure to find it at the root of the space, where it now belongs.
  if (record?.isParentGone && owner.id !== user.id) throw parentMissing()
}

/** @throws Refused item_not_found, item_not_in_trash, permission_denied */
function requireRecord({ user }: UserActor, { access, record }: Chosen): { id: number; isOwner: boolean } {
  if (!access?.permissions.includes('item_view')) throw itemNotFound()
  const isOwner = access.space.owner.id === user.id
  if (!record) throw itemNotInTrash()
  if (isOwner ? !access.permissions.includes('permanent_delete') : record.deletedBy !== user.id)
    throw permissionDenied()
  return { id: record.id, isOwner }
}

async function restore(db: Db, ids: readonly number[], at: Date) {
  await changeUnderFreeNames(db, ids, {
    deleted_at: null,
    deleted_by: null,
    deleted_space_owner_id: null,
    is_record_hidden: false,
    is_parent_gone: false,
    changed_at: at,
  })
}
