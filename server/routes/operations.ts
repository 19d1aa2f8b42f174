import { sql } from 'kysely'
import { extensionOf } from '@/domain/items/extension'
import { checkName, checkRename, type NameCheck } from '@/domain/items/naming'
import type { operationCalls } from '@/contract/operations'
import { isAtLeast } from '@/domain/items/roles'
import type { Db } from '../database/connect'
import { inTransaction, violates } from '../database/transaction'
import type { Dependencies } from '../dependencies'
import { itemLocked, nameTaken, permissionDenied, personalSpaceClosed, Refused } from '../errors'
import { blockingLockers } from '../policies/locks'
import { accessOf, type Access } from '../queries/access'
import { favouriteOf, nameOfWanted } from '../queries/frequent'
import { lockItems } from '../queries/lockItems'
import { insertFolder, nameKey } from '../queries/newItems'
import { parseTypedId, requireItem, requireItems, requirePlace } from '../queries/places'
import { recentFiles } from '../queries/recent'
import type { UserActor } from '../actor'
import { outermost } from '../queries/subtree'
import { viewItem, viewItems } from '../queries/viewing'
import { requireUser, type Handlers } from '../http/handler'

/** Favourites, rename, new folder, delete, and the note that something was used. */
export function operationRoutes(deps: Dependencies): Handlers<typeof operationCalls> {
  const { db, clock } = deps
  return {
    'POST /apps/frequently_used_items/add': requireUser(async ({ actor }, { typed_id }) => {
      const name = await nameOfWanted(db, actor, typed_id)
      const favourite = { user_id: actor.user.id, ...favouriteOf(typed_id), name, created_at: clock() }
      const { numInsertedOrUpdatedRows } = await inTransaction(
        db,
        (transaction) =>
          transaction
            .insertInto('favourites')
            .values(favourite)
            .onConflict((conflict) => conflict.doNothing())
            .executeTakeFirst(),
        { by: actor },
      )
      if (!numInsertedOrUpdatedRows) throw new Refused('duplicate_frequently_used_item_id')
      return {}
    }),

    'POST /apps/frequently_used_items/delete': requireUser(async ({ actor }, { typed_id }) => {
      const { kind, target_id } = favouriteOf(typed_id)
      const { numDeletedRows } = await inTransaction(
        db,
        (transaction) =>
          transaction
            .deleteFrom('favourites')
            .where('user_id', '=', actor.user.id)
            .where('kind', '=', kind)
            .where('target_id', '=', target_id)
            .executeTakeFirst(),
        { by: actor },
      )
      if (!numDeletedRows) throw new Refused('frequently_used_item_not_found')
      return {}
    }),

    'POST /apps/files/edit': requireUser(async ({ actor }, { item_typed_id, name }) => {
      const id = await inTransaction(
        db,
        async (transaction) => {
          await lockItems(transaction, [parseTypedId(item_typed_id).id])
          const {
            chain: [item],
          } = await requireItem(transaction, actor, item_typed_id, 'edit_properties')
          await requireUnlocked(transaction, actor, [item.id])
          const wanted = accepted(checkRename(name, { name: item.name, type: item.isFolder ? 'folder' : 'file' }))
          await rename(transaction, item.id, { name: wanted, isFolder: item.isFolder, at: clock() })
          return item.id
        },
        { by: actor },
      )
      return { item: await viewItem(deps, actor, id) }
    }),

    'POST /apps/files/new_folder': requireUser(async ({ actor }, { parent_folder_id, name, department_id }) => {
      const place = await requirePlace(
        db,
        actor,
        { folderId: parent_folder_id, departmentId: department_id },
        'create_folder',
      )
      requireOpenSpace(place)
      const folder = await insertFolder(
        db,
        {
          parentId: place.chain[0].id,
          name: accepted(checkName(name)),
          creatorId: actor.user.id,
          at: clock(),
        },
        actor,
      )
      const item = await viewItem(deps, actor, folder.id)
      return { new_folder: item, item }
    }),

    'POST /apps/files/delete': requireUser(async ({ actor }, { item_typed_ids }) => {
      await inTransaction(
        db,
        async (transaction) => {
          const ids = item_typed_ids.map((typedId) => parseTypedId(typedId).id)
          await lockItems(transaction, ids)
          const found = await accessOf(transaction, actor.user.id, ids)
          const targets = requireItems(found, item_typed_ids, 'item_delete')
          await requireDepartmentRight({ ...deps, db: transaction }, actor, targets)
          await requireUnlocked(transaction, actor, ids)
          /* What lies in another one goes with it: restoring that must bring it back whole. */
          await moveToTrash(transaction, actor.user.id, outermost(targets), clock())
        },
        { by: actor },
      )
      return {}
    }),

    'POST /apps/files/lock': requireUser(async ({ actor }, { item_typed_id }) => {
      const id = await inTransaction(
        db,
        async (transaction) => {
          await lockItems(transaction, [parseTypedId(item_typed_id).id])
          const {
            chain: [item],
            role,
          } = await requireItem(transaction, actor, item_typed_id)
          if (!isAtLeast(role ?? 'reset', 'editor')) throw permissionDenied()
          await requireUnlocked(transaction, actor, [item.id])
          await transaction
            .updateTable('items')
            .set({ lock_user_id: actor.user.id, lock_kind: MANUAL_LOCK, locked_at: clock() })
            .where('id', '=', item.id)
            .where('lock_user_id', 'is', null)
            .execute()
          return item.id
        },
        { by: actor },
      )
      return { item: await viewItem(deps, actor, id) }
    }),

    'POST /apps/files/unlock': requireUser(async ({ actor }, { item_typed_id }) => {
      const {
        chain: [item],
        role,
      } = await requireItem(db, actor, item_typed_id)
      const mayRelease = isAtLeast(role ?? 'reset', 'coowner')
      await inTransaction(
        db,
        async (transaction) => {
          // Nobody locks it between the release and the look at what could not be released.
          await transaction.selectFrom('items').select('id').where('id', '=', item.id).forUpdate().execute()
          const { numUpdatedRows } = await transaction
            .updateTable('items')
            .set({ lock_user_id: null, lock_kind: null, locked_at: null })
            .where('id', '=', item.id)
            .where('lock_kind', '=', MANUAL_LOCK)
            .$if(!mayRelease, (query) => query.where('lock_user_id', '=', actor.user.id))
            .executeTakeFirst()
          if (numUpdatedRows === 0n) await requireUnlocked(transaction, actor, [item.id])
        },
        { by: actor },
      )
      return { item: await viewItem(deps, actor, item.id) }
    }),

    'POST /recent_items/mark_as_used': requireUser(async ({ actor }, { item_typed_id }) => {
      const { chain } = await requireItem(db, actor, item_typed_id)
      await db
        .insertInto('recent_items')
        .values({ user_id: actor.user.id, item_id: chain[0].id, used_at: clock() })
        .onConflict((conflict) => conflict.columns(['user_id', 'item_id']).doUpdateSet({ used_at: clock() }))
        .execute()
      return {}
    }),

    'GET /recent_items/get_list': requireUser(async ({ actor }) => ({ recent_items: await recentFiles(deps, actor) })),
  }
}

/** Kind of the lock that somebody sets himself (decisions 4.14). */
const MANUAL_LOCK = 1

/** @throws Refused with the name's fault, the character named (decisions 4.24) */
export function accepted(check: NameCheck) {
  if (check.ok) return check.name
  throw new Refused(check.code, {
    field: 'name',
    ...(check.character !== undefined && { params: { character: check.character } }),
  })
}

/** @throws Refused personal_space_closed (decisions 57) */
export function requireOpenSpace({ space }: Access): void {
  if (space.personalOf !== null && space.owner.isPersonalSpaceClosed) throw personalSpaceClosed()
}

/** @throws Refused item_locked, naming the locker; items_locked where several are (1§8) */
export async function requireUnlocked(db: Db, { user }: UserActor, ids: readonly number[]): Promise<void> {
  const locked = await db
    .selectFrom('items')
    .innerJoin('users', 'users.id', 'items.lock_user_id')
    .select(['items.lock_user_id', 'items.lock_kind', 'users.name'])
    .where('items.id', 'in', ids)
    .execute()
  const [locker, ...others] = blockingLockers(locked, user.id)
  if (others.length > 0) throw new Refused('items_locked')
  if (locker !== undefined) throw itemLocked(locker)
}

async function rename(db: Db, id: number, { name, isFolder, at }: { name: string; isFolder: boolean; at: Date }) {
  try {
    await db
      .updateTable('items')
      .set({ name, name_key: nameKey(name), changed_at: at, ...(!isFolder && { extension: extensionOf(name) }) })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    throw violates(error, 'items_name_taken') ? nameTaken() : error
  }
}

/** The folder of a department needs more than item_delete (decisions 4.13): the presented item says it. */
export async function requireDepartmentRight(
  deps: Pick<Dependencies, 'db' | 'sign'>,
  actor: UserActor,
  targets: readonly Access[],
) {
  const roots = targets.flatMap(({ chain: [item] }) => (item.departmentId === null ? [] : item.id))
  const items = await viewItems(deps, actor, roots)
  if (items.some((item) => !item.department?.permissions.includes('delete_folder'))) throw permissionDenied()
}

/** Marks the roots alone: what is in them is deleted because they are. */
async function moveToTrash(db: Db, userId: number, targets: readonly Access[], at: Date) {
  for (const ownerId of new Set(targets.map(({ space }) => space.owner.id))) {
    const ids = targets.flatMap(({ chain: [item], space }) => (space.owner.id === ownerId ? item.id : []))
    await db
      .updateTable('items')
      .set({ deleted_at: at, deleted_by: userId, deleted_space_owner_id: ownerId, is_record_hidden: false })
      .where(sql<boolean>`id = any(${ids})`)
      .where('deleted_at', 'is', null)
      .execute()
  }
}
