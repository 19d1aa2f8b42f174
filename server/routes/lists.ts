import type { listCalls } from '@/contract/lists'
import { searchWords } from '@/domain/search/words'
import type { Dependencies } from '../dependencies'
import { invalidRequest, itemNotFound } from '../errors'
import { requireUser, type Handlers } from '../http/handler'
import { presentDepartment } from '../presenters/presentDepartment'
import { pathOf } from '../presenters/presentPath'
import { relationOf } from '../presenters/relation'
import { orderFor, sortItems } from '../queries/children'
import { loadDepartments, visibleDepartments } from '../queries/departments'
import { unreadMessages } from '../queries/messages'
import { childrenOf } from '../services/children'
import { collaboratedItems, externalItems, externalShares, outsideOf } from '../services/external'
import { frequentItems } from '../services/frequent'
import { isFavourite } from '../queries/favourites'
import { parseTypedId, requireItem, requirePlace } from '../services/places'
import { searchItems } from '../services/search'
import { scopeOf } from '../services/searchScope'
import { viewItem, viewItems } from '../services/viewing'
import { requireOpenSpace } from '../services/preconditions'

/** What the contract's defaults give where a request says nothing. */
const firstPage = { offset: 0, limit: 25 }

/** Lists of items, the frequent space, single items, departments. */
export function listRoutes(deps: Dependencies): Handlers<typeof listCalls> {
  const { db } = deps
  return {
    'GET /apps/files/file_list/{folderId}': requireUser(async ({ actor }, input) => {
      const place = await requirePlace(db, actor, { folderId: input.folderId, departmentId: input.department_id })
      const root = place.chain[0]
      const { id: userId, enterprise_id } = actor.user
      const isOwnRoot = root.personalOf === userId
      if (isOwnRoot) requireOpenSpace(place)
      const order = await orderFor(db, userId, `folder_${root.id}`, input)
      const { ids, total } = await childrenOf(db, actor, place, order, { ...firstPage, ...input })
      const items = await viewItems(deps, actor, [...ids, root.id])
      const folder = items.pop()
      if (folder?.id !== root.id) throw itemNotFound()
      return {
        ...(isOwnRoot ? { items, total_count: total } : { children: items, total_children_count: total }),
        sort_by: order.sortBy,
        sort_direction: order.direction,
        permissions: [...place.permissions],
        is_frequently_used: folder.is_frequently_used,
        current_path: pathOf(place, relationOf(place, userId, enterprise_id)),
        folder: isOwnRoot ? null : folder,
      }
    }),

    'GET /apps/files/file_list_for_collabs': requireUser(async ({ actor }, input) => {
      const order = await orderFor(db, actor.user.id, 'collab', input)
      const access = await collaboratedItems(db, actor)
      const ids = await sortItems(db, [...access.keys()], order, { ...firstPage, ...input })
      const items = await viewItems(deps, actor, ids, access)
      return { items, total_count: access.size, sort_by: order.sortBy, sort_direction: order.direction }
    }),

    'GET /apps/files/file_list_for_external_enterprise': requireUser(
      async ({ actor }, { enterprise_id, user_id, ...input }) => {
        if ((enterprise_id === undefined) === (user_id === undefined)) throw invalidRequest('enterprise_id')
        const whose =
          user_id === undefined
            ? { type: 'enterprise' as const, id: enterprise_id! }
            : { type: 'user' as const, id: user_id }
        const access = await externalItems(db, actor, whose)
        const [first] = access.values()
        if (!first) throw itemNotFound()
        const place = `${whose.type}_${whose.id}`
        const order = await orderFor(db, actor.user.id, `external_${place}`, input)
        const ids = await sortItems(db, [...access.keys()], order, { ...firstPage, ...input })
        return {
          items: await viewItems(deps, actor, ids, access),
          total_count: access.size,
          sort_by: order.sortBy,
          sort_direction: order.direction,
          current_path: [{ typed_id: place, name: outsideOf(first.space.owner).name }],
          is_frequently_used:
            whose.type === 'enterprise' && (await isFavourite(db, actor.user.id, `external_enterprise_${whose.id}`)),
        }
      },
    ),

    'GET /enterprises/get_external_enterprises': requireUser(async ({ actor }) => ({
      external_list: (await externalShares(db, actor)).map(({ outside }) => outside),
    })),

    'GET /apps/files/search': requireUser(async ({ actor }, input) => {
      const words = searchWords(input.query_words)
      const scope = await scopeOf(db, actor, input)
      if (words === '') return { items: [], num_found: 0 }
      const search = { words, scope, isFoldersOnly: input.file_type_category === 'folder' }
      const { items, total } = await searchItems(deps, actor, search, { ...firstPage, ...input })
      return { items, num_found: total }
    }),

    'GET /apps/frequently_used_items/get_list': requireUser(async ({ actor }, { page_size = 100 }) => ({
      frequent_used_items: await frequentItems(deps, actor, page_size),
      unread_messages_count: await unreadMessages(db, actor.user.id),
    })),

    'GET /apps/files/get_info': requireUser(async ({ actor }, { item_typed_id }) => {
      const { type, id } = parseTypedId(item_typed_id)
      const access = await requireItem(db, actor, item_typed_id)
      if (type !== 'department') return { item: await viewItem(deps, actor, access.chain[0].id) }
      const forest = await loadDepartments(db, actor)
      const node = forest.byId.get(id)
      if (!node) throw itemNotFound()
      return { department: presentDepartment(forest, node, visibleDepartments(forest), 1) }
    }),

    'GET /departments/find_user_in_departments_tree': requireUser(async ({ actor }, { department_id }) => {
      const forest = await loadDepartments(db, actor)
      const visible = visibleDepartments(forest)
      if (department_id !== undefined && !visible.has(department_id)) throw itemNotFound()
      const top = forest.childrenOf.get(department_id ?? null) ?? []
      const levels = department_id === undefined ? 1 : 0
      return {
        departments: top
          .filter((node) => visible.has(node.id))
          .map((node) => presentDepartment(forest, node, visible, levels)),
      }
    }),

    'GET /departments/info': requireUser(async ({ actor }, { department_id, permission_filter = true }) => {
      const forest = await loadDepartments(db, actor)
      const visible = permission_filter ? visibleDepartments(forest) : null
      const node = forest.byId.get(department_id)
      if (!node || visible?.has(department_id) === false) throw itemNotFound()
      return { department: presentDepartment(forest, node, visible, 1) }
    }),
  }
}
