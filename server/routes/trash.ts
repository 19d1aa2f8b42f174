import type { trashCalls } from '@/contract/trash'
import type { Dependencies } from '../dependencies'
import { requireUser, type Handlers } from '../http/handler'
import { itemPresenter } from '../presenters/items/viewedItem'
import { deleteFromTrash, emptyTrash, restoreFromTrash } from '../services/trash/changes'
import { listTrash } from '../services/trash/list'
import { viewItems } from '../services/items/viewing'

const firstPage = { offset: 0, limit: 25 }

/** The recycle bin: list, restore, delete for good, empty. */
export function trashRoutes(
  ports: Pick<Dependencies, 'db' | 'clock' | 'jobs' | 'sign' | 'office'>,
): Handlers<typeof trashCalls> {
  const { db } = ports
  return {
    'GET /apps/files/trash_list': requireUser(async ({ actor }, input) => {
      const asked = { ...firstPage, ...input }
      const { ids, total, order, trash } = await listTrash(db, actor, input.external_typed_id, asked)
      return {
        items: (await viewItems(ports, actor, ids)).map(itemPresenter(actor, ports)),
        total_count: total,
        sort_by: order.sortBy,
        sort_direction: order.direction,
        external: trash.external,
        external_list: trash.others,
      }
    }),

    'POST /apps/files/restore_from_trash': requireUser(async ({ actor }, { item_typed_ids }) => {
      const { ids, orphans } = await restoreFromTrash(ports, actor, item_typed_ids)
      const items = (await viewItems(ports, actor, ids)).map(itemPresenter(actor, ports))
      const moved_to_root = items.flatMap(({ id, typed_id }) => (orphans.includes(id) ? typed_id : []))
      return { items, moved_to_root }
    }),

    'POST /apps/files/delete_from_trash': requireUser(async ({ actor }, { item_typed_ids }) => {
      await deleteFromTrash(ports, actor, item_typed_ids)
      return {}
    }),

    'POST /apps/files/empty_trash': requireUser(({ actor }, { external_typed_id, from }) =>
      emptyTrash(ports, actor, external_typed_id, from),
    ),
  }
}
