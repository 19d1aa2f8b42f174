import { describe, expect, test } from '@jest/globals'
import { runInAction } from 'mobx'
import type { Item } from '@/contract/entities'
import type { PreviewInfo } from '@/contract/previews/previews'
import { DocumentRefused, NoAnswer, type DocumentRequest } from '@/platform/Platform'
import { PreviewStore } from '@/stores/previews/PreviewStore'
import { makeItem, makePreviewInfo } from '../support/factories'
import { refusal } from '../support/fakeServer'
import { settled, until } from '../support/until'
import { INFO, GET_INFO, start } from './startPreview'

describe('from the file to its viewer', () => {
  test('the item is requested, then its representation, with is_first', async () => {
    const { preview, platform, server, asks, item } = await start()
    expect(preview.phase).toBe('loading')
    await preview.open()
    expect(server.callsOf(GET_INFO)[0]?.request).toStrictEqual({ item_typed_id: 'file_5' })
    expect(asks()).toStrictEqual([{ file_id: 5, kind: 'pdf', is_first: true, first_picture: true }])
    expect([preview.item?.name, preview.representation.percent, preview.phase]).toStrictEqual([
      item.name,
      100,
      'generating',
    ])
    platform.clock.pass(99)
    expect(preview.phase).toBe('generating')
    platform.clock.pass(1)
    expect([preview.phase, preview.representation.info?.preview_url]).toStrictEqual([
      'ready',
      '/api/apps/representations/download?s=1',
    ])
  })

  test('polling starts at 200 ms, doubles to 2000, and shows the percent of each status until it is generated', async () => {
    const { preview, platform, asks } = await start({}, [
      { status: 'file_not_in_final_storage' },
      { status: 'generating' },
      { status: 'generating_downloading' },
      { status: 'generating_downloaded' },
      { status: 'generating_uploaded' },
      { status: 'generating_uploaded' },
      { status: 'generated' },
    ])
    await preview.open()
    const seen: number[][] = []
    for (const wait of [200, 400, 800, 1600, 2000, 2000]) {
      seen.push([preview.representation.percent, ...platform.clock.waits])
      platform.clock.pass(wait)
      await settled()
    }
    expect(seen).toStrictEqual([
      [5, 200],
      [10, 400],
      [15, 800],
      [50, 1600],
      [75, 2000],
      [75, 2000],
    ])
    expect(asks().map(({ is_first: isFirst = false }) => isFirst)).toStrictEqual([
      true,
      false,
      false,
      false,
      false,
      false,
      false,
    ])
    platform.clock.pass(100)
    expect(preview.phase).toBe('ready')
    platform.clock.pass(60_000)
    expect(asks()).toHaveLength(7)
  })

  test('an unsupported kind requests nothing and says so', async () => {
    const { preview, asks } = await start({ extension: 'bin', extension_category: 'other' })
    await preview.open()
    expect([preview.phase, preview.message]).toStrictEqual(['failed', { key: 'preview.reason.not_support' }])
    expect([preview.offers, asks()]).toStrictEqual([[], []])
  })

  test('[PREV-14] an archive over 1 GB says so', async () => {
    for (const [size, message] of [
      [1024 ** 3, null],
      [1024 ** 3 + 1, { key: 'preview.reason.zip_too_large' }],
    ] as const) {
      const { preview, asks } = await start({ extension: 'zip', extension_category: 'zip', size })
      await preview.open()
      expect([preview.message, asks().length]).toStrictEqual([message, message ? 0 : 1])
    }
  })

  test('a version requests its own representation, and another version begins anew', async () => {
    const { app, preview, asks, platform } = await start()
    await preview.open()
    platform.clock.pass(100)
    const shown = preview.show({ fileId: 5, versionId: 31 })
    expect([preview.phase, preview.representation.info, preview.hasControls]).toStrictEqual(['generating', null, false])
    await shown
    expect(asks()[1]).toStrictEqual({
      file_id: 5,
      file_version_id: 31,
      kind: 'pdf',
      is_first: true,
      first_picture: true,
    })
    expect(new PreviewStore(app, { fileId: 5 }).hasControls).toBe(false)
  })

  test('the slow answer to a version already left is dropped, even where the phone cannot cancel the request', async () => {
    const { preview, server, platform } = await start()
    platform.request = (request) => server.answer({ ...request, canceler: undefined })
    let answer = () => {}
    server.on(INFO, ({ file_version_id: id }) =>
      id === 31
        ? new Promise((resolve) => (answer = () => resolve(makePreviewInfo({ preview_url: '/old' }))))
        : makePreviewInfo({ preview_url: '/new' }),
    )
    void preview.show({ fileId: 5, versionId: 31 })
    await until(() => server.countOf(INFO) === 1)
    await preview.show({ fileId: 5 })
    answer()
    await settled()
    platform.clock.pass(100)
    expect(preview.representation.info?.preview_url).toBe('/new')
  })

  test('a closed preview polls no more', async () => {
    const { preview, platform, asks } = await start({}, [{ status: 'generating' }])
    await preview.open()
    preview.dispose()
    platform.clock.pass(60_000)
    await settled()
    expect(asks()).toHaveLength(1)
  })
})

describe('[PREV-11] a collaborative document', () => {
  const ydoc = { extension: 'ydoc', extension_category: 'ydoc' } as const
  const ADDRESS = 'GET /yiqixie/get_access_url'
  const READING = 'GET /apps/representations/reading'

  test("the editor's address is requested, and no representation", async () => {
    const { preview, server, asks } = await start(ydoc)
    server.on(ADDRESS, { access_url: 'https://editor.example/?access=1' })
    await preview.open()
    expect(server.callsOf(ADDRESS).map(({ request }) => request)).toStrictEqual([{ file_id: 5 }])
    expect([preview.phase, preview.viewer, preview.representation.editorAddress]).toStrictEqual([
      'ready',
      { viewer: 'document' },
      'https://editor.example/?access=1',
    ])
    expect(asks()).toStrictEqual([])
    preview.fail('timeout')
    expect([preview.phase, preview.offers]).toStrictEqual(['failed', ['reload']])
    const again = preview.reload()
    expect(preview.representation.editorAddress).toBeNull()
    await again
    expect(preview.phase).toBe('ready')
  })

  test('[DOC-01] without an editor its text is read', async () => {
    const { preview, server } = await start(ydoc)
    const text = {
      reason: null,
      rendition: 'r',
      weights: [1],
      is_whole: true,
      is_cut: false,
      watermark: null,
      blocks: [],
    }
    server.on(ADDRESS, () => refusal('not_support'))
    server.on(READING, text)
    await preview.open()
    expect([preview.phase, preview.representation.text?.rendition]).toStrictEqual(['ready', 'r'])
    server.on(ADDRESS, { access_url: 'https://editor.example/?access=1' })
    await preview.reload()
    expect([preview.phase, preview.representation.text]).toStrictEqual(['ready', null])
    server.on(ADDRESS, () => refusal('not_support'))
    server.on(READING, { ...text, reason: 'failure', rendition: null })
    await preview.reload()
    expect([preview.phase, preview.message]).toStrictEqual(['failed', { key: 'preview.reason.not_support' }])
  })

  for (const code of ['not_support', 'encrypt_yiqixie', 'permission_denied', 'item_is_deleted'] as const) {
    test(`${code} has its own words`, async () => {
      const { preview, server } = await start(ydoc)
      server.on(ADDRESS, () => refusal(code))
      server.on(READING, () => refusal('permission_denied'))
      await preview.open()
      expect([preview.phase, preview.message, preview.offers]).toStrictEqual([
        'failed',
        { key: `preview.reason.${code}` },
        [],
      ])
    })
  }

  test('a deleted document closes the preview, and without a network it can be loaded again', async () => {
    const { preview, server } = await start(ydoc)
    server.on(ADDRESS, () => new NoAnswer('network'))
    await preview.open()
    expect(preview.offers).toStrictEqual(['reload'])
    server.on(ADDRESS, () => refusal('item_not_found'))
    await preview.reload()
    expect(preview.phase).toBe('closed')
  })
})

describe('[PREV-05] the other mode', () => {
  const docx = { extension: 'docx', extension_category: 'document' } as const
  const failing = { status: 'generating_failed', reason: 'server_error', change_mode_available: true } as const

  async function startWith(
    wps_preview: boolean,
    answers: Partial<PreviewInfo>[],
    name: 'h5' | 'weapp' = 'h5',
    item: Partial<Item> = docx,
  ) {
    const rig = await start(item, answers, name)
    const { sessionContext } = rig.app
    runInAction(() => (sessionContext.viewFlags = { ...sessionContext.viewFlags, wps_preview }))
    await rig.preview.open()
    return rig
  }
  const isOffice = (asks: object[]) => asks.map((ask) => 'wps_enable' in ask)

  test('the other mode is offered where the server has one, requested, and left again', async () => {
    const { preview, asks } = await startWith(true, [failing])
    expect([preview.offers, preview.isSwitched]).toStrictEqual([['regenerate', 'switchMode'], false])
    await preview.switchMode()
    expect([preview.phase, preview.isSwitched]).toStrictEqual(['failed', true])
    await preview.regenerate()
    await preview.switchMode()
    expect(isOffice(asks())).toStrictEqual([true, false, false, true])
    expect(asks()[2]).toStrictEqual({ file_id: 5, 'force-regenerate': true, first_picture: true })
    expect(preview.isSwitched).toBe(false)
  })

  test('the other mode is not offered where the server has none or does not answer', async () => {
    const { preview } = await startWith(true, [{ ...failing, change_mode_available: false }])
    expect(preview.offers).toStrictEqual(['regenerate'])
  })

  test('a viewer that takes too long offers to switch from pages to the office frame', async () => {
    const { preview, asks, platform } = await startWith(false, [{ change_mode_available: true }])
    platform.clock.pass(100)
    preview.fail('timeout')
    expect(preview.offers).toStrictEqual(['reload', 'switchMode'])
    await preview.switchMode()
    expect(isOffice(asks())).toStrictEqual([false, true])
  })

  test('the mini-program has one mode, so it neither requests nor offers another', async () => {
    const { preview, asks } = await startWith(true, [failing], 'weapp', { ...docx, extension: 'odt' })
    expect([preview.offers, isOffice(asks())]).toStrictEqual([['regenerate'], [false]])
  })

  test('another file begins in its own mode, and another version of the same keeps it', async () => {
    const { preview, asks } = await startWith(true, [failing])
    await preview.switchMode()
    await preview.show({ fileId: 5, versionId: 31 })
    expect(preview.isSwitched).toBe(true)
    await preview.show({ fileId: 6 })
    expect([preview.isSwitched, isOffice(asks())]).toStrictEqual([false, [true, false, false, true]])
  })
})

describe('the phone’s own viewer (the mini-program’s part of PREV-08)', () => {
  const docx = { name: '问答.docx', extension: 'docx', extension_category: 'document', size: 2000 } as const

  test('the viewer gets the original without waiting for a rendition', async () => {
    const { preview, platform } = await start(docx, [{ status: 'not_support', preview_url: null }], 'weapp')
    await preview.open()
    expect(preview.phase).toBe('ready')
    await preview.openDocument()
    const [{ address, extension, name, size }] = platform.documents as [DocumentRequest]
    expect({ address, extension, name, size }).toStrictEqual({
      address: '/api/apps/files/download?s=1',
      extension: 'docx',
      name: '问答.docx',
      size: 2000,
    })
    expect(preview.opener.opening).toStrictEqual({ phase: 'idle' })
  })

  test('without the right to download pages are requested, and the phone’s viewer gets nothing', async () => {
    const item = makeItem()
    const denied = { ...docx, action_permissions: { ...item.action_permissions, perm_download: false } }
    const { preview, platform, asks } = await start(
      denied,
      [
        { status: 'generating', download_url: null },
        { preview_url: null, download_url: null },
      ],
      'weapp',
    )
    await preview.open()
    expect(preview.phase).toBe('generating')
    platform.clock.pass(200)
    await settled()
    platform.clock.pass(100)
    expect([preview.phase, preview.viewer]).toStrictEqual(['ready', { viewer: 'pages' }])
    expect(asks()).toStrictEqual([
      { file_id: 5, kind: 'pdf', is_first: true, pages: true },
      { file_id: 5, kind: 'pdf', pages: true },
    ])
    await preview.openDocument()
    expect(platform.documents).toHaveLength(0)
  })

  test('progress is shown while the file downloads', async () => {
    const { preview, platform } = await start(docx, [{}], 'weapp')
    let end = () => {}
    platform.openDocument = (document) =>
      new Promise((resolve) => {
        document.onProgress(40)
        end = () => resolve(undefined)
      })
    await preview.open()
    const opened = preview.openDocument()
    expect(preview.opener.opening).toStrictEqual({ phase: 'downloading', percent: 40 })
    await preview.openDocument()
    end()
    await opened
    expect(preview.opener.opening).toStrictEqual({ phase: 'idle' })
  })

  for (const reason of ['network', 'gone'] as const) {
    test(`a failed download (${reason}) has words`, async () => {
      const { preview, platform } = await start(docx, [{}], 'weapp')
      platform.openDocument = () => Promise.reject(new DocumentRefused(reason))
      await preview.open()
      await preview.openDocument()
      expect(preview.opener.opening).toStrictEqual({ phase: 'failed', message: { key: `preview.refused.${reason}` } })
    })
  }

  for (const reason of ['type', 'size', 'viewer'] as const) {
    test(`[PREV-08] a viewer that refuses (${reason}) gives way to the pages`, async () => {
      const { preview, platform, asks } = await start(docx, [{}, { status: 'generating' }, {}], 'weapp')
      platform.openDocument = () => Promise.reject(new DocumentRefused(reason))
      await preview.open()
      await preview.openDocument()
      expect([preview.phase, preview.viewer, preview.opener.opening]).toStrictEqual([
        'generating',
        { viewer: 'pages' },
        { phase: 'idle' },
      ])
      expect(asks()[1]).toStrictEqual({ file_id: 5, kind: 'pdf', is_first: true, pages: true })
      platform.clock.pass(200)
      await settled()
      platform.clock.pass(100)
      expect(preview.phase).toBe('ready')
      await preview.show({ fileId: 6 })
      expect(preview.viewer?.viewer).toBe('system')
    })
  }

  test('[PREV-08] a browser whose viewer does not start shows pages, and loading again tries the viewer again', async () => {
    const { preview, platform, asks } = await start(docx)
    await preview.open()
    platform.clock.pass(100)
    await preview.showPages()
    platform.clock.pass(100)
    expect([preview.phase, preview.viewer, asks()[1]?.pages]).toStrictEqual(['ready', { viewer: 'pages' }, true])
    preview.fail('network_error')
    await preview.reload()
    platform.clock.pass(100)
    expect([preview.phase, preview.viewer, asks()[2]?.pages]).toStrictEqual(['ready', { viewer: 'pdf' }, undefined])
  })

  test('a download that the user cancels reports nothing', async () => {
    const { preview, platform } = await start(docx, [{}], 'weapp')
    platform.openDocument = () => Promise.reject(new DocumentRefused('canceled'))
    await preview.open()
    await preview.openDocument()
    expect(preview.opener.opening).toStrictEqual({ phase: 'idle' })
  })

  test('on H5 the page’s own viewer shows documents', async () => {
    const { preview, platform } = await start(docx)
    await preview.open()
    platform.clock.pass(100)
    expect(preview.viewer?.viewer).toBe('pdf')
    await preview.openDocument()
    expect(platform.documents).toHaveLength(0)
  })
})
