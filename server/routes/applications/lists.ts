import type { OpenCallName } from '@/contract/applications'
import type { Dependencies } from '../../dependencies'
import type { OpenHandlers } from '../../http/openContract'
import { openItemPresenter, presentItemList, presentOpenPage, presentTrashed } from '../../presenters/applications'
import { openChildren, openCollabFolders, openSearch, openTrash } from '../../services/applications/lists'

type Name = Extract<
  OpenCallName,
  `GET ${string}/${'children' | 'personal_items' | 'department_folders' | 'collab_folders' | 'list' | 'search'}`
>

/** rows of a page without `page_capacity` */
const ROWS = 20
const firstPage = { page_id: 0, page_capacity: ROWS }

/** The lists that programs read (OAPI-03). */
export function listHandlers(ports: Pick<Dependencies, 'db' | 'sign'>): Pick<OpenHandlers, Name> {
  const { sign } = ports
  return {
    'GET /v2/folder/{id}/children': async ({ actor }, { id: folderId, department_id: departmentId, ...input }) => {
      const asked = { ...firstPage, ...input }
      const { folder, items: viewed, total } = await openChildren(ports, actor, { folderId, departmentId }, asked)
      const present = openItemPresenter(actor, sign)
      const items = viewed.map(present)
      return { ...presentItemList(items, asked, total), folder: present(folder), items }
    },
    'GET /v2/folder/personal_items': async ({ actor }, input) => {
      const asked = { ...firstPage, ...input }
      const { items, total } = await openChildren(ports, actor, { folderId: 0 }, asked)
      return presentItemList(items.map(openItemPresenter(actor, sign)), asked, total)
    },
    'GET /v2/folder/department_folders': async ({ actor }, { department_id: departmentId, ...input }) => {
      const asked = { ...firstPage, ...input }
      const { items, total } = await openChildren(ports, actor, { folderId: 0, departmentId }, asked)
      return presentItemList(items.map(openItemPresenter(actor, sign)), asked, total)
    },
    'GET /v2/folder/collab_folders': async ({ actor }, input) => {
      const asked = { ...firstPage, ...input }
      const { items, total } = await openCollabFolders(ports, actor, asked)
      return presentItemList(items.map(openItemPresenter(actor, sign)), asked, total)
    },
    'GET /v2/trash/list': async ({ actor }, input) => {
      const asked = { ...firstPage, ...input }
      const { items, total } = await openTrash(ports, actor, asked)
      const present = openItemPresenter(actor, sign)
      const shown = items.map(({ item, deletedAt, deleter }) => presentTrashed(present(item), deletedAt, deleter))
      return presentItemList(shown, asked, total)
    },
    'GET /v2/search': async ({ actor }, input) => {
      const asked = { ...firstPage, ...input }
      const { items, total } = await openSearch(ports, actor, asked)
      return { items: items.map(openItemPresenter(actor, sign)), ...presentOpenPage(asked, total) }
    },
  }
}
