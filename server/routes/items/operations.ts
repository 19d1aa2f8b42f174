import type { operationCalls } from '@/contract/items/operations'
import type { UserActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { requireUser, type Handlers } from '../../http/handler'
import { itemPresenter } from '../../presenters/items/viewedItem'
import { editItem } from '../../services/items/editing'
import { addFavourite, deleteFavourite } from '../../services/items/frequent'
import { createFolder, deleteItems, lockItem, unlockItem } from '../../services/items/organise'
import { markAsUsed, recentFiles } from '../../services/items/recent'
import { viewItem } from '../../services/items/viewing'

/** Favourites, renaming, new folders, deleting, locks and recent files. */
export function operationRoutes(
  ports: Pick<Dependencies, 'db' | 'clock' | 'sign' | 'office' | 'contentCheck'>,
): Handlers<typeof operationCalls> {
  const view = async (actor: UserActor, id: number) => itemPresenter(actor, ports)(await viewItem(ports, actor, id))

  return {
    'POST /apps/frequently_used_items/add': requireUser(async ({ actor }, { typed_id }) => {
      await addFavourite(ports, actor, typed_id)
      return {}
    }),

    'POST /apps/frequently_used_items/delete': requireUser(async ({ actor }, { typed_id }) => {
      await deleteFavourite(ports.db, actor, typed_id)
      return {}
    }),

    'POST /apps/files/edit': requireUser(async ({ actor }, { item_typed_id, name }) => ({
      item: await view(actor, await editItem(ports, actor, item_typed_id, { name })),
    })),

    'POST /apps/files/new_folder': requireUser(async ({ actor }, { parent_folder_id, name, department_id }) => {
      const address = { folderId: parent_folder_id, departmentId: department_id }
      const item = await view(actor, await createFolder(ports, actor, address, name))
      return { new_folder: item, item }
    }),

    'POST /apps/files/delete': requireUser(async ({ actor }, { item_typed_ids }) => {
      await deleteItems(ports, actor, item_typed_ids)
      return {}
    }),

    'POST /apps/files/lock': requireUser(async ({ actor }, { item_typed_id }) => ({
      item: await view(actor, await lockItem(ports, actor, item_typed_id)),
    })),

    'POST /apps/files/unlock': requireUser(async ({ actor }, { item_typed_id }) => ({
      item: await view(actor, await unlockItem(ports, actor, item_typed_id)),
    })),

    'POST /recent_items/mark_as_used': requireUser(async ({ actor }, { item_typed_id }) => {
      await markAsUsed(ports, actor, item_typed_id)
      return {}
    }),

    'GET /recent_items/get_list': requireUser(async ({ actor }) => ({
      recent_items: (await recentFiles(ports, actor)).map(itemPresenter(actor, ports)),
    })),
  }
}
