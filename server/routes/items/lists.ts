import type { Request } from '@/contract/api'
import type { listCalls } from '@/contract/items/lists'
import { areMostlyPhotos } from '@/domain/items/lists/photos'
import { searchWords } from '@/domain/search/words'
import type { UserActor, ViewingActor, VisitorActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { invalidRequest } from '../../errors'
import { requireUser, type Handlers } from '../../http/handler'
import { requireViewer } from '../../http/viewers'
import { presentDepartment } from '../../presenters/contacts/department'
import { presentFrequentItem } from '../../presenters/items/frequentItem'
import { pathOf } from '../../presenters/items/path'
import { itemPresenter } from '../../presenters/items/viewedItem'
import { presentFoundItem, presentSharedMatch } from '../../presenters/search'
import { departmentsBelow, requireDepartmentInfo, requireDepartmentNode } from '../../services/access/departments'
import { detailsOf } from '../../services/items/details'
import { externalShares } from '../../services/items/external'
import { frequentItems } from '../../services/items/frequent'
import { listPhotos } from '../../services/items/photos'
import { listCollaborated, listExternal, listFolder, listShared } from '../../services/items/lists'
import { unreadCountOf } from '../../services/messages/centre'
import { parseTypedId, requireItem, requireItemOfLink } from '../../services/access/places'
import { filtersOf, refuseFilters } from '../../services/search/filters'
import { searchItems } from '../../services/search/matches'
import { scopeOf } from '../../services/search/scope'
import { searchShared } from '../../services/landing/search'
import { policyOn } from '../../services/shares/status'
import { viewFolder, viewItem, viewItems } from '../../services/items/viewing'

type FolderAsked = Request<'GET /apps/files/file_list'>

/** The contract's defaults. */
const firstPage = { offset: 0, limit: 25 }

/** Lists of items, the frequent space, single items, departments. */
export function listRoutes(ports: Pick<Dependencies, 'db' | 'sign' | 'office' | 'clock'>): Handlers<typeof listCalls> {
  const { db } = ports
  async function folderList(actor: UserActor, folderId: number, input: FolderAsked) {
    const address = { folderId, departmentId: input.department_id }
    const { ids, total, order, place, isOwnRoot, view } = await listFolder(db, actor, address, {
      ...firstPage,
      ...input,
    })
    const viewed = await viewFolder(ports, actor, ids, place)
    const present = itemPresenter(actor, ports)
    const [items, folder] = [viewed.items.map(present), present(viewed.folder)]
    return {
      ...(isOwnRoot ? { items, total_count: total } : { children: items, total_children_count: total }),
      sort_by: order.sortBy,
      sort_direction: order.direction,
      permissions: [...place.permissions],
      is_frequently_used: folder.is_frequently_used,
      current_path: pathOf(place, actor),
      folder: isOwnRoot ? null : folder,
      view: view ?? (areMostlyPhotos(items) ? ('photos' as const) : ('list' as const)),
    }
  }

  async function sharedList(actor: VisitorActor, folderId: number, input: FolderAsked) {
    const { ids, total, order, place } = await listShared(db, actor, folderId, { ...firstPage, ...input })
    const viewed = place
      ? await viewFolder(ports, actor, ids, place)
      : { items: await viewItems(ports, actor, ids), folder: null }
    const present = itemPresenter(actor, ports)
    const [items, folder] = [viewed.items.map(present), viewed.folder && present(viewed.folder)]
    return {
      children: items,
      total_children_count: total,
      sort_by: order.sortBy,
      sort_direction: order.direction,
      permissions: place ? [...place.permissions] : [],
      is_frequently_used: false,
      current_path: folder ? [...folder.path, { typed_id: folder.typed_id, name: folder.name }] : [],
      folder,
    }
  }

  const anyList = async (actor: ViewingActor, folderId: number, input: FolderAsked) =>
    actor.kind === 'user' ? await folderList(actor, folderId, input) : await sharedList(actor, folderId, input)

  return {
    'GET /apps/files/file_list/{folderId}': requireViewer(ports, (actor, input) =>
      anyList(actor, input.folderId, input),
    ),

    'GET /apps/files/file_list': requireViewer(ports, (actor, input) => anyList(actor, input.folder_id ?? 0, input)),

    'GET /apps/files/photos': requireUser(async ({ actor }, input) => {
      const { folder_id: folderId = 0, department_id: departmentId, with_dates: withDates = false, ...asked } = input
      const window = { ...firstPage, ...asked }
      const { ids, total, dates, place } = await listPhotos(db, actor, { folderId, departmentId }, window, withDates)
      const { items } = await viewFolder(ports, actor, ids, place)
      return {
        items: items.map(itemPresenter(actor, ports)),
        total_count: total,
        ...(dates && { dates }),
      }
    }),

    'GET /apps/files/file_list_for_collabs': requireUser(async ({ actor }, input) => {
      const { ids, total, order, access } = await listCollaborated(db, actor, { ...firstPage, ...input })
      const items = (await viewItems(ports, actor, ids, access)).map(itemPresenter(actor, ports))
      return { items, total_count: total, sort_by: order.sortBy, sort_direction: order.direction }
    }),

    'GET /apps/files/file_list_for_external_enterprise': requireUser(
      async ({ actor }, { enterprise_id, user_id, ...input }) => {
        if ((enterprise_id === undefined) === (user_id === undefined)) throw invalidRequest('enterprise_id')
        const outside =
          user_id === undefined
            ? { type: 'enterprise' as const, id: enterprise_id! }
            : { type: 'user' as const, id: user_id }
        const list = await listExternal(db, actor, outside, { ...firstPage, ...input })
        return {
          items: (await viewItems(ports, actor, list.ids, list.access)).map(itemPresenter(actor, ports)),
          total_count: list.total,
          sort_by: list.order.sortBy,
          sort_direction: list.order.direction,
          current_path: [{ typed_id: `${outside.type}_${outside.id}`, name: list.name }],
          is_frequently_used: list.isFavourite,
        }
      },
    ),

    'GET /enterprises/get_external_enterprises': requireUser(async ({ actor }) => ({
      external_list: (await externalShares(db, actor)).map(({ outside }) => outside),
    })),

    'GET /apps/files/search': requireViewer(ports, async (actor, input) => {
      const words = searchWords(input.query_words)
      if (actor.kind === 'visitor') {
        refuseFilters(input)
        const search = { words, isFoldersOnly: input.file_type_category === 'folder', place: input }
        const { items, total } = await searchShared(ports, actor, search, { ...firstPage, ...input })
        const present = itemPresenter(actor, ports)
        return { items: items.map((item) => presentSharedMatch(present(item), item.forms)), num_found: total }
      }
      const filters = filtersOf(input)
      const scope = await scopeOf(db, actor, input)
      const isFoldersOnly = input.file_type_category === 'folder'
      const search = { words, scope, isFoldersOnly, filters }
      const { items, total } = await searchItems(ports, actor, search, { ...firstPage, ...input })
      const present = itemPresenter(actor, ports)
      const found = items.map((item) => presentFoundItem(item.row, present(item), item.forms, item.passage))
      return { items: found, num_found: total }
    }),

    'GET /apps/frequently_used_items/get_list': requireUser(async (signedIn, { page_size = 100 }) => {
      const present = itemPresenter(signedIn.actor, ports)
      const favourites = await frequentItems(ports, signedIn.actor, page_size)
      return {
        frequent_used_items: favourites.map(({ item, ...favourite }) =>
          presentFrequentItem({ ...favourite, item: item && present(item) }),
        ),
        unread_messages_count: await unreadCountOf(db, signedIn),
      }
    }),

    'GET /apps/files/get_info': requireViewer(ports, async (actor, { item_typed_id }) => {
      const { type, id } = parseTypedId(item_typed_id)
      if (actor.kind === 'visitor') {
        const { chain } = await requireItemOfLink(db, actor, item_typed_id)
        return { item: itemPresenter(actor, ports)(await viewItem(ports, actor, chain[0].id)) }
      }
      const access = await requireItem(db, actor, item_typed_id)
      if (type !== 'department') {
        const item = itemPresenter(actor, ports)(await viewItem(ports, actor, access.chain[0].id))
        return { item: { ...item, ...(await policyOn(db, actor, [access])) } }
      }
      const { node, ...tree } = await requireDepartmentNode(db, actor, id)
      return { department: presentDepartment(tree, node, 1) }
    }),

    'GET /apps/files/details': requireUser(async ({ actor }, { item_typed_id }) => ({
      details: await detailsOf(db, actor, item_typed_id),
    })),

    'GET /departments/find_user_in_departments_tree': requireUser(async ({ actor }, { department_id }) => {
      const { nodes, ...tree } = await departmentsBelow(db, actor, department_id)
      const levels = department_id === undefined ? 1 : 0
      return { departments: nodes.map((node) => presentDepartment(tree, node, levels)) }
    }),

    'GET /departments/info': requireUser(async ({ actor }, { department_id, permission_filter = true }) => {
      const { node, ...tree } = await requireDepartmentInfo(db, actor, department_id, permission_filter)
      return { department: presentDepartment(tree, node, 1) }
    }),
  }
}
