import type { ListSource } from '@/stores/items/lists/listSources'
import { makeFolderReply, makeItems } from '../../support/factories'
import type { Handler } from '../../support/fakeServer'
import { startApp } from '../../support/startApp'
import { ListStore } from '@/stores/items/lists/ListStore'

export const FILES = 'GET /apps/files/file_list/{folderId}'
export const FREQUENT = 'GET /apps/frequently_used_items/get_list'
/** px: the end of a first page of 64 px rows. */
export const bottom = { scrollTop: 1000, viewportHeight: 600, rowHeight: 64 }
export const names = (list: { rows: readonly { name: string }[] }) => list.rows.map(({ name }) => name)

/** A list of a folder with `count` items. The server pages them, but neither sorts nor changes them. */
export async function openOwn(count: number, at: ListSource = { space: 'own' }) {
  const all = makeItems(count)
  const rig = await startApp()
  const page: Handler<typeof FILES> = ({ offset = 0, limit = 25, sort_by = 'date', sort_direction = 'desc' }) =>
    makeFolderReply({ items: all.slice(offset, offset + limit), total_count: count, sort_by, sort_direction })
  rig.server.on(FILES, page)
  const list = new ListStore(rig.app, at)
  await list.open()
  return { ...rig, all, list, page }
}
