import { describe, expect, test } from '@jest/globals'
import type { FolderView } from '@/contract/items/lists'
import { NoAnswer } from '@/platform/Platform'
import { chooseView } from '@/stores/items/lists/chooseView'
import { DragSelection } from '@/stores/items/lists/DragSelection'
import { ListStore } from '@/stores/items/lists/ListStore'
import { PhotoStore } from '@/stores/items/lists/PhotoStore'
import { SelectionStore } from '@/stores/items/lists/SelectionStore'
import { makeFolderReply, makeItem } from '../../support/factories'
import { status } from '../../support/fakeServer'
import { startApp } from '../../support/startApp'
import { settled } from '../../support/until'
import { FILES } from './ownList'

const CALL = 'GET /apps/files/photos'
const FOLDER = 5

const picture = (id: number) =>
  makeItem({
    id,
    typed_id: `file_${id}`,
    name: `${id}.jpg`,
    extension: 'jpg',
    extension_category: 'image',
    parent_folder_id: FOLDER,
  })

/** A folder with this many pictures, one per day. */
async function start(count: number) {
  const rig = await startApp()
  const held = Array.from({ length: count }, (_, at) => picture(at + 1))
  rig.server.on(CALL, ({ offset = 0, limit = 25, with_dates: withDates }) => ({
    items: held.slice(offset, offset + limit),
    total_count: held.length,
    ...(withDates && { dates: held.map((_, at) => 1_790_000_000 - at * 86_400) }),
  }))
  const photos = new PhotoStore(rig.app, { at: { space: 'folder', id: FOLDER }, header: { folderId: FOLDER } } as never)
  await photos.open()
  await settled()
  const offsets = () => rig.server.callsOf(CALL).map(({ request }) => request.offset)
  return { ...rig, held, photos, offsets }
}

describe('[AH-39] the pictures of the grid', () => {
  test('dates of all come with the first block; others are fetched when the grid comes near, one request at a time', async () => {
    const { photos, offsets, server } = await start(10_000)
    expect([photos.phase, photos.total, photos.rows.length, offsets()]).toStrictEqual(['ready', 10_000, 200, [0]])
    expect(server.callsOf(CALL)[0]!.request).toStrictEqual({ folder_id: 5, offset: 0, limit: 200, with_dates: true })
    // A fling passes many blocks and fetches those where it ends.
    for (let at = 0; at < 9000; at += 50) photos.show(at, at + 60)
    await settled()
    expect(photos.itemAt(8990)?.id).toBe(8991)
    expect(offsets().length).toBeLessThan(5)
    expect(photos.itemAt(5000)).toBeUndefined()
    photos.dispose()
  })

  test('a failed first request can be repeated, a failed later one is asked for again when the grid moves', async () => {
    const { photos, server, app } = await start(300)
    server.on(CALL, new NoAnswer('network'))
    photos.show(250, 260)
    await settled()
    expect([photos.phase, photos.itemAt(250)]).toStrictEqual(['ready', undefined])
    const own = { at: { space: 'own' } as const, header: { folderId: 0 }, shownAs: 'photos' as FolderView }
    const another = new PhotoStore(app, own)
    server.on(CALL, status(500))
    await another.open()
    expect([another.phase, another.error === null, own.shownAs]).toStrictEqual(['failed', false, 'photos'])
  })

  test('a list that was visited before is a grid from the start, as last chosen; without a network it keeps its rows', async () => {
    const rig = await startApp()
    rig.server.on(FILES, makeFolderReply({ items: [picture(1)], total_count: 1, view: 'photos' }))
    const visit = () => new ListStore(rig.app, { space: 'folder', id: FOLDER })
    await visit().open()
    const list = visit().recall()
    expect([list.phase, list.shownAs]).toStrictEqual(['ready', 'photos'])
    rig.server.on(CALL, new NoAnswer('network'))
    const photos = new PhotoStore(rig.app, list)
    await photos.open()
    expect([photos.phase, list.shownAs, list.rows.length]).toStrictEqual(['failed', 'list', 1])
    await chooseView(rig.app, list, 'list')
    expect(visit().recall().shownAs).toBe('list')
  })

  test('a removed picture leaves the grid with its date, a renamed one stays, a new one makes the grid ask again', async () => {
    const { photos, app, held, platform, server } = await start(5)
    app.changes.announceRemoved('file_2')
    held.splice(1, 1)
    expect([photos.total, photos.rows.map(({ id }) => id)]).toStrictEqual([4, [1, 3, 4, 5]])
    app.changes.announceReplaced({ ...picture(3), name: 'new.jpg' })
    expect(photos.itemAt(1)?.name).toBe('new.jpg')
    const before = server.countOf(CALL)
    held.unshift(picture(9))
    app.changes.announceAdded(picture(9))
    app.changes.announceAdded({ ...picture(10), parent_folder_id: 77 })
    expect(server.countOf(CALL)).toBe(before)
    platform.clock.pass(500)
    await settled()
    expect([server.countOf(CALL), photos.total, photos.itemAt(0)?.id]).toStrictEqual([before + 1, 5, 9])
  })

  test('"select all" chooses every picture and nothing else of the folder', async () => {
    const { photos } = await start(250)
    const selection = new SelectionStore()
    await selection.chooseAll(photos)
    expect([selection.count, photos.pages.held.isComplete]).toStrictEqual([250, true])
  })

  test('an answer of the list asks for the dates once, also while the first request is under way', async () => {
    const { photos, offsets } = await start(5)
    photos.renew()
    photos.renew()
    await settled()
    expect(offsets()).toStrictEqual([0, 0])
    photos.renew()
    await settled()
    expect(offsets()).toStrictEqual([0, 0, 0])
  })

  test('a drag chooses all between its ends, and leaves pictures as they were when it turns back', async () => {
    const { photos } = await start(20)
    const selection = new SelectionStore()
    selection.toggle(photos.itemAt(4)!)
    const chosen = () => selection.items.map(({ id }) => id - 1).sort((a, b) => a - b)
    const drag = new DragSelection((at) => photos.itemAt(at), selection, 6)
    drag.reach(3)
    expect(chosen()).toStrictEqual([3, 4, 5, 6])
    drag.reach(8)
    expect(chosen()).toStrictEqual([4, 6, 7, 8])
    const back = new DragSelection((at) => photos.itemAt(at), selection, 8)
    back.reach(7)
    expect(chosen()).toStrictEqual([4, 6])
  })
})
