import { describe, expect, test } from '@jest/globals'
import type { Item } from '@/contract/entities'
import { GALLERY_SIBLINGS } from '@/domain/previews/limits'
import { GalleryStore } from '@/stores/previews/GalleryStore'
import type { PreviewTarget } from '@/stores/previews/representationRequest'
import { makeItem, makePreviewInfo } from '../support/factories'
import { NoAnswer } from '@/platform/Platform'
import { refusal } from '../support/fakeServer'
import { platformSignedIn, startApp } from '../support/startApp'
import { settled } from '../support/until'

const SIBLINGS = 'POST /apps/files/get_sibling'
const INFO = 'GET /apps/representations/info'

const picture = (id: number): Item => makeItem({ id, name: `${id}.jpg`, extension: 'jpg', extension_category: 'image' })

/** A list of the pictures 1 to `count`, of which one is opened. */
async function start(
  count: number,
  target: PreviewTarget,
  sort?: ConstructorParameters<typeof GalleryStore>[2],
  opened = picture(target.fileId),
) {
  const rig = await startApp(platformSignedIn('h5'))
  const list = Array.from({ length: count }, (_, at) => picture(at + 1))
  rig.server.on('GET /apps/files/get_info', { item: opened })
  rig.server.on(INFO, () => makePreviewInfo({ status: 'generated' }))
  rig.server.on(SIBLINGS, ({ file_id: id, type, num = 5, with_count: isCounted }) => {
    const side = type === 'left' ? list.slice(0, id - 1) : list.slice(id)
    const siblings = type === 'left' ? side.slice(-num) : side.slice(0, num)
    return {
      siblings: siblings.map((item) => ({ ...item, preview_url: null })),
      ...(isCounted && { count: side.length }),
    }
  })
  const gallery = new GalleryStore(rig.app, target, sort)
  await gallery.show(target)
  await settled()
  const ready = async () => {
    rig.platform.clock.pass(100)
    await settled()
  }
  await ready()
  const asked = () => rig.server.callsOf(SIBLINGS).map(({ request }) => `${request.type} of ${request.file_id}`)
  const near = () => gallery.near.map(({ place, preview }) => [place, preview.target.fileId])
  return { ...rig, asked, gallery, near, ready }
}

describe('[PREV-16] the neighbours of a picture', () => {
  test('neighbours are requested on both sides, five at a time, in the order of the list', async () => {
    const { server, near } = await start(20, { fileId: 10 }, { by: 'size', direction: 'asc' })
    const { request } = server.callsOf(SIBLINGS)[0]!
    expect(request).toStrictEqual({
      file_id: 10,
      extension_category: 'image',
      type: 'left',
      num: GALLERY_SIBLINGS,
      with_count: true,
      sort_by: 'size',
      sort_direction: 'asc',
    })
    expect(near()).toStrictEqual([
      [-1, 9],
      [0, 10],
      [1, 11],
    ])
  })

  test('without a known order the server decides', async () => {
    const { server } = await start(3, { fileId: 2 })
    expect(Object.keys(server.callsOf(SIBLINGS)[0]!.request)).toStrictEqual([
      'file_id',
      'extension_category',
      'type',
      'num',
      'with_count',
    ])
  })

  test('[PREV-06] five more are requested when fewer than five remain, and none past an end', async () => {
    const { asked, gallery, ready } = await start(20, { fileId: 10 })
    expect(asked()).toStrictEqual(['left of 10', 'right of 10'])
    gallery.turn('next')
    await ready()
    expect(asked().slice(2)).toStrictEqual(['right of 15'])
    for (let turns = 0; turns < 12; turns += 1) {
      gallery.turn('next')
      await ready()
    }
    expect(gallery.preview.target.fileId).toBe(20)
    expect([gallery.canTurn('next'), gallery.canTurn('previous')]).toStrictEqual([false, true])
    gallery.turn('next')
    expect(gallery.preview.target.fileId).toBe(20)
    expect(asked().slice(2)).toStrictEqual(['right of 15', 'right of 20'])
  })

  test('an old version, and a file that is no picture, have no neighbours', async () => {
    expect((await start(9, { fileId: 3, versionId: 7 })).asked()).toStrictEqual([])
    expect((await start(9, { fileId: 3 }, undefined, makeItem({ id: 3 }))).asked()).toStrictEqual([])
  })

  test('without an answer there are no neighbours and no dialog, and the next turn requests them again', async () => {
    const { app, asked, gallery, server, ready } = await start(12, { fileId: 2 })
    server.on(SIBLINGS, () => {
      throw new NoAnswer('network')
    })
    gallery.turn('next')
    gallery.turn('next')
    await ready()
    const before = asked().length
    expect([app.feedback.dialogs.length, gallery.preview.target.fileId]).toStrictEqual([0, 4])
    gallery.turn('next')
    await ready()
    expect(asked().length).toBeGreaterThan(before)
  })
})

describe('[PREV-06] position and total', () => {
  test('position and total are known from the first answers, requested once per side, and follow every turn', async () => {
    const { server, gallery, ready } = await start(23, { fileId: 12 })
    expect(gallery.count).toStrictEqual({ at: 12, of: 23 })
    for (let at = 13; at <= 23; at += 1) {
      gallery.turn('next')
      await ready()
      expect(gallery.count).toStrictEqual({ at, of: 23 })
    }
    for (let at = 22; at >= 1; at -= 1) {
      gallery.turn('previous')
      await ready()
      expect(gallery.count).toStrictEqual({ at, of: 23 })
    }
    const counted = server.callsOf(SIBLINGS).filter(({ request }) => 'with_count' in request)
    expect(counted.map(({ request }) => request.type)).toStrictEqual(['left', 'right'])
  })

  test('a deleted picture is no longer counted', async () => {
    const { app, gallery } = await start(9, { fileId: 4 })
    app.changes.announceRemoved('file_2')
    expect(gallery.count).toStrictEqual({ at: 3, of: 8 })
    app.changes.announceRemoved('file_4')
    expect([gallery.preview.target.fileId, gallery.count]).toStrictEqual([5, { at: 3, of: 7 }])
  })

  test('a single picture has no position, nor has any while a side is unknown', async () => {
    expect((await start(1, { fileId: 1 })).gallery.count).toBeNull()
    const { server, gallery, app } = await start(9, { fileId: 4 })
    expect(gallery.count).not.toBeNull()
    server.on(SIBLINGS, new NoAnswer('network'))
    const other = new GalleryStore(app, { fileId: 4 })
    await other.show({ fileId: 4 })
    await settled()
    expect(other.count).toBeNull()
  })
})

describe('[PREV-06] turning', () => {
  test('neighbours are prepared before they are seen, and released when they are far', async () => {
    const { gallery, near, ready, server } = await start(20, { fileId: 10 })
    expect(gallery.near.map(({ preview }) => preview.phase)).toStrictEqual(['ready', 'ready', 'ready'])
    gallery.turn('next')
    expect([gallery.preview.target.fileId, gallery.preview.phase]).toStrictEqual([11, 'ready'])
    await ready()
    for (const turn of ['next', 'next', 'next'] as const) gallery.turn(turn)
    await ready()
    gallery.turn('previous')
    await ready()
    expect(near()).toStrictEqual([
      [2, 12],
      [3, 13],
      [4, 14],
    ])
    const asked = server.callsOf(INFO).map(({ request }) => request.file_id)
    expect(asked.filter((id) => id === 9)).toHaveLength(1)
  })

  test('a position never changes while pictures arrive on its left', async () => {
    const { gallery, near, ready } = await start(20, { fileId: 10 })
    for (let turns = 0; turns < 8; turns += 1) {
      gallery.turn('previous')
      await ready()
    }
    expect(near()).toStrictEqual([
      [-9, 1],
      [-8, 2],
      [-7, 3],
    ])
  })

  test('the address after a turn opens nothing anew; a loaded neighbour is turned to, and another file begins anew', async () => {
    const { gallery, near, ready, server } = await start(40, { fileId: 10 })
    gallery.turn('next')
    await ready()
    const before = server.callsOf(INFO).length
    await gallery.show({ fileId: 11 })
    expect([server.callsOf(INFO).length, gallery.place]).toStrictEqual([before, 1])
    await gallery.show({ fileId: 12 })
    await ready()
    expect(near()).toStrictEqual([
      [1, 11],
      [2, 12],
      [3, 13],
    ])
    server.on('GET /apps/files/get_info', { item: picture(30) })
    await gallery.show({ fileId: 30 })
    await ready()
    expect(near()).toStrictEqual([
      [-1, 29],
      [0, 30],
      [1, 31],
    ])
  })

  test('[CTX-10] a picture is logged when it is seen, not when it is prepared', async () => {
    const { gallery, server, ready } = await start(20, { fileId: 10 })
    const told = () => server.callsOf('POST /apps/logs/action').map(({ request }) => request.typed_id)
    for (const { preview } of gallery.near) preview.onViewerShown()
    await settled()
    expect(told()).toStrictEqual(['file_10'])
    gallery.turn('next')
    await ready()
    expect(told()).toStrictEqual(['file_10', 'file_11'])
  })

  test('[PREV-15] an unavailable neighbour is reported only if it was looked at', async () => {
    for (const isLookedAt of [false, true]) {
      const { app, gallery, ready, server } = await start(20, { fileId: 10 })
      server.on(INFO, refusal('item_not_found'))
      gallery.turn('next')
      await ready()
      expect(gallery.near.map(({ preview }) => preview.phase)).toStrictEqual(['ready', 'ready', 'closed'])
      if (isLookedAt) gallery.turn('next')
      gallery.dispose()
      expect(app.feedback.dialogs).toHaveLength(isLookedAt ? 1 : 0)
    }
  })

  test('a deleted picture gives way to the next, the last one to the one before, and a single one closes the preview', async () => {
    const { app, gallery, ready } = await start(3, { fileId: 2 })
    const remove = async (id: number) => {
      app.changes.announceRemoved(`file_${id}`)
      await ready()
    }
    await remove(2)
    expect(gallery.preview.target.fileId).toBe(3)
    await remove(3)
    expect([gallery.preview.target.fileId, gallery.preview.phase]).toStrictEqual([1, 'ready'])
    await remove(1)
    expect(gallery.preview.phase).toBe('closed')
  })
})
