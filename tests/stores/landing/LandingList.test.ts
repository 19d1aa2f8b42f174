import { expect, test } from '@jest/globals'
import { makeItem, makeItems } from '../support/factories'
import { refusal } from '../support/fakeServer'
import { platformSignedOut, startApp } from '../support/startApp'
import { settled } from '../support/until'
import { INFO, makeProcess, startVisit } from '../support/visits'
import { LandingList } from '@/stores/landing/LandingList'

const LIST = 'GET /apps/files/file_list/{folderId}'
const view = { scrollTop: 0, viewportHeight: 10_000, rowHeight: 64 }

async function start(folderId = 0, count = 30) {
  const rig = await startApp(platformSignedOut())
  const { visit } = startVisit(rig)
  const items = makeItems(count)
  rig.server
    .on(INFO, { process: makeProcess(), share_grant: 'g1' })
    .on(LIST, ({ offset = 0, limit = 25, sort_by: by = 'date', sort_direction: direction = 'desc' }) => ({
      children: items.slice(offset, offset + limit),
      total_children_count: count,
      sort_by: by,
      sort_direction: direction,
      permissions: [],
      is_frequently_used: false,
      current_path: [],
      folder: folderId === 0 ? null : makeItem({ id: folderId, type: 'folder', name: '原图' }),
    }))
  await visit.open(null)
  const list = new LandingList({ ...rig.app, api: visit.api }, folderId)
  return { ...rig, list }
}

test('[LAND-05] a link lists all its items, 25 per page, in the visitor’s order', async () => {
  const { list, server, platform } = await start()
  await list.open()
  expect([list.rows.length, list.sort, list.folder]).toStrictEqual([25, { by: 'date', direction: 'desc' }, null])
  list.onScroll(view)
  platform.clock.pass(500)
  await settled()
  expect(list.rows).toHaveLength(30)
  expect(server.callsOf(LIST).at(-1)?.request).toMatchObject({ offset: 25, sort_by: 'date', sort_direction: 'desc' })
  await list.sortBy({ by: 'name', direction: 'asc' })
  expect(server.callsOf(LIST).at(-1)?.request).toMatchObject({ folderId: 0, sort_by: 'name', sort_direction: 'asc' })
})

test('[LAND-05] a folder of the link has its name, and a deleted one says so', async () => {
  const { list, server } = await start(9, 2)
  await list.open()
  expect(list.folder?.name).toBe('原图')
  server.on(LIST, refusal('item_is_deleted'))
  await list.open()
  expect(list.pages.phase).toBe('removed')
})
