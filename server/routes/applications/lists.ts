import type { OpenCallName } from '@/contract/applications'
import type { ApplicationActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import type { OpenHandlers } from '../../http/openContract'
import { presentOpenPage } from '../../presenters/applications'
import { openItemPresenter, presentItemList, presentTrashed } from '../../presenters/applications/items'
import { openFacts } from '../../services/applications/itemFacts'
import {
  openChildren,
  openCollabFolders,
  openSearch,
  openTagged,
  openTrash,
  type OpenPage,
} from '../../services/applications/lists'
import { presentOpen } from './presenting'

type Name = Extract<
  OpenCallName,
  | `GET /v2/folder/${string}${'children' | 'personal_items' | 'department_folders' | 'collab_folders'}`
  | 'GET /v2/trash/list'
  | 'GET /v2/tag/filter_items_by_tag_name'
  | 'GET /v2/search'
>
interface Asked {
  page_id: number
  page_capacity: number
}

/** rows of a page without `page_capacity` */
const ROWS = 20
const firstPage = { page_id: 0, page_capacity: ROWS }

/** The lists that programs read (OAPI-03). */
export function listHandlers(ports: Pick<Dependencies, 'db' | 'sign'>): Pick<OpenHandlers, Name> {
  const { db, sign } = ports
  const listed = async (actor: ApplicationActor, { items, total }: OpenPage, asked: Asked) =>
    presentItemList(await presentOpen(ports, actor, items), asked, { total })
  /** The folder itself is presented with its children. */
  const childrenIn = async (
    actor: ApplicationActor,
    { folder, items, total }: Awaited<ReturnType<typeof openChildren>>,
    asked: Asked,
  ) => {
    const [presented, ...children] = await presentOpen(ports, actor, [folder, ...items])
    const list = presentItemList(children, asked, { total, space: presented!.space })
    return { ...list, folder: presented! }
  }
  return {
    'GET /v2/folder/{id}/children': async ({ actor }, { id: folderId, department_id: departmentId, ...input }) => {
      const asked = { ...firstPage, ...input }
      const found = await openChildren(ports, actor, { folderId, departmentId }, asked)
      return childrenIn(actor, found, asked)
    },
    'GET /v2/folder/personal_items': async ({ actor }, input) => {
      const asked = { ...firstPage, ...input }
      const { folder: _root, ...list } = await childrenIn(
        actor,
        await openChildren(ports, actor, { folderId: 0 }, asked),
        asked,
      )
      return list
    },
    'GET /v2/folder/department_folders': async ({ actor }, { department_id: departmentId, ...input }) => {
      const asked = { ...firstPage, ...input }
      const found = await openChildren(ports, actor, { folderId: 0, departmentId }, asked)
      const { folder: _root, ...list } = await childrenIn(actor, found, asked)
      return list
    },
    'GET /v2/folder/collab_folders': async ({ actor }, input) => {
      const asked = { ...firstPage, ...input }
      return listed(actor, await openCollabFolders(ports, actor, asked), asked)
    },
    'GET /v2/trash/list': async ({ actor }, input) => {
      const asked = { ...firstPage, ...input }
      const { items, total } = await openTrash(ports, actor, asked)
      const viewed = items.map(({ item }) => item)
      const facts = await openFacts(
        db,
        actor,
        viewed,
        items.flatMap(({ deleter }) => deleter?.id ?? []),
      )
      const present = openItemPresenter(actor, sign, facts)
      const shown = items.map((each) => presentTrashed(present(each.item), each, facts))
      return presentItemList(shown, asked, { total })
    },
    'GET /v2/tag/filter_items_by_tag_name': async ({ actor }, { tag_name: name, page_id: page = 1, ...input }) => {
      const asked = { ...firstPage, ...input, page_id: page - 1 }
      const found = await openTagged(ports, actor, name, asked)
      return listed(actor, found, { ...asked, page_id: page })
    },
    'GET /v2/search': async ({ actor }, input) => {
      const asked = { ...firstPage, ...input }
      const { items, total } = await openSearch(ports, actor, asked)
      return { items: await presentOpen(ports, actor, items), ...presentOpenPage(asked, total) }
    },
  }
}
