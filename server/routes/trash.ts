import type { trashCalls } from '@/contract/trash'
import type { Dependencies } from '../dependencies'
import { requireUser, type Handlers } from '../http/handler'
import { orderFor } from '../queries/children'
import { trashPage } from '../queries/trash'
import { deleteFromTrash, restoreFromTrash, trashOf } from '../services/trash'
import { viewItems } from '../services/viewing'

const firstPage = { offset: 0, limit: 25 }

/** The recycle bin: list, restore, delete for good. */
export function trashRoutes(deps: Dependencies): Handlers<typeof trashCalls> {
  const { db } = deps
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

    'POST /apps/files/restore_from_trash': requireUser(async ({ actor }, { item_typed_ids }) => ({
      items: await viewItems(deps, actor, await restoreFromTrash(deps, actor, item_typed_ids)),
    })),

    'POST /apps/files/delete_from_trash': requireUser(async ({ actor }, { item_typed_ids }) => {
      await deleteFromTrash(deps, actor, item_typed_ids)
      return {}
    }),
  }
}
