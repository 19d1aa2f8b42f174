import { describe, expect, test } from '@jest/globals'
import { PreviewsAhead } from '@/stores/previews/PreviewsAhead'
import { PreviewStore } from '@/stores/previews/PreviewStore'
import { makeItem, makePreviewInfo } from '../support/factories'
import { refusal } from '../support/fakeServer'
import { settled } from '../support/until'
import { GET_INFO, INFO, start } from './startPreview'

describe('[ACT-15] the preview of a file that the user has tapped', () => {
  async function tapped(known = makeItem({ id: 5, name: '旧名.txt', file_version_id: 30 })) {
    const rig = await start()
    const preview = new PreviewStore(rig.app, { fileId: 5 }, null, known)
    return { ...rig, preview }
  }

  test('it is requested together with the file, whose new name then stands there', async () => {
    const { preview, server } = await tapped()
    let answer: (item: object) => void = () => {}
    server.on(GET_INFO, () => new Promise((resolve) => (answer = resolve as never)))
    await preview.open()
    expect([preview.phase, preview.item?.name, server.countOf(GET_INFO), server.countOf(INFO)]).toStrictEqual([
      'generating',
      '旧名.txt',
      1,
      1,
    ])
    answer({ item: makeItem({ id: 5, name: '新名.txt', file_version_id: 30 }) })
    await settled()
    expect([preview.item?.name, server.countOf(INFO)]).toStrictEqual(['新名.txt', 1])
  })

  test('a version that came meanwhile is requested instead', async () => {
    const { preview, server } = await tapped()
    server.on(GET_INFO, { item: makeItem({ id: 5, file_version_id: 31 }) })
    await preview.open()
    await settled()
    expect([preview.item?.file_version_id, server.countOf(INFO)]).toStrictEqual([31, 2])
  })

  test('a file that is gone closes it, although its representation was there', async () => {
    const { preview, server, platform } = await tapped()
    server.on(GET_INFO, refusal('item_not_found'))
    await preview.open()
    await settled()
    platform.clock.pass(1000)
    expect(preview.phase).toBe('closed')
  })

  test('opening it twice requests it once, and a reload requests it again', async () => {
    const { preview, server } = await tapped(makeItem({ id: 5 }))
    await Promise.all([preview.open(), preview.open()])
    expect(server.countOf(INFO)).toBe(1)
    await preview.reload()
    expect(server.countOf(INFO)).toBe(2)
  })
})

describe('[ACT-15] previews that begin at the tap', () => {
  test('the screen of the file takes it once, the screen of another file does not', async () => {
    const { app, server } = await start()
    const ahead = new PreviewsAhead(app)
    ahead.begin(makeItem({ id: 5 }))
    await settled()
    expect([server.countOf(INFO), ahead.take(6)]).toStrictEqual([1, undefined])
    expect(ahead.take(5)?.target).toStrictEqual({ fileId: 5 })
    expect(ahead.take(5)).toBeUndefined()
  })

  test('the next tap, and the end of the session, drop what nobody took', async () => {
    const { app, server, platform } = await start({}, [{ status: 'generating' }])
    const ahead = new PreviewsAhead(app)
    for (const drop of [() => ahead.begin(makeItem({ id: 6 })), () => ahead.forget()]) {
      server.on(INFO, ({ file_id: id }) => makePreviewInfo({ status: id === 5 ? 'generating' : 'generated' }))
      ahead.begin(makeItem({ id: 5 }))
      await settled()
      drop()
      const asked = server.callsOf(INFO).filter(({ request }) => request.file_id === 5).length
      platform.clock.pass(10_000)
      await settled()
      expect(server.callsOf(INFO).filter(({ request }) => request.file_id === 5)).toHaveLength(asked)
      expect(ahead.take(5)).toBeUndefined()
    }
  })
})

describe('[PREV-06] [PREV-07] what is readable first', () => {
  const picture = { extension: 'jpg', extension_category: 'image' } as const
  const first = 'data:image/webp;base64,AAAA'

  test('a browser asks for it with pictures and documents, the mini-program never', async () => {
    for (const [fields, name, asked] of [
      [picture, 'h5', true],
      [{ extension: 'pdf', extension_category: 'document' }, 'h5', true],
      [{ extension: 'txt', extension_category: 'text' }, 'h5', undefined],
      [{ extension: 'mp4', extension_category: 'video' }, 'h5', undefined],
      [picture, 'weapp', undefined],
      [{ extension: 'pdf', extension_category: 'document' }, 'weapp', undefined],
    ] as const) {
      const { preview, asks } = await start(fields, [{}], name)
      await preview.open()
      expect([name, fields.extension, asks()[0]!.first_picture]).toStrictEqual([name, fields.extension, asked])
    }
  })

  test('it is shown at once', async () => {
    const { preview } = await start(picture, [{ first_picture: first }])
    await preview.open()
    expect([preview.phase, preview.representation.info?.first_picture]).toStrictEqual(['ready', first])
  })

  test('so is the beginning of a text or a table that comes with the answer', async () => {
    const piece = {
      reason: null,
      rendition: 'r1',
      weights: [1],
      is_whole: true,
      is_cut: false,
      watermark: null,
      blocks: [],
    }
    const { preview } = await start({ extension: 'txt', extension_category: 'text' }, [
      { preview_type: 'reading', first_piece: piece },
    ])
    await preview.open()
    expect(preview.phase).toBe('ready')
  })

  test('a picture that is only preloaded, beside the one on the screen, is fetched by its address', async () => {
    const { app, asks, item } = await start(picture)
    await new PreviewStore(app, { fileId: 5 }, item).open()
    expect(asks()[0]!.first_picture).toBeUndefined()
  })
})
