import { describe, expect, test } from '@jest/globals'
import { runInAction } from 'mobx'
import type { Item } from '@/contract/entities'
import type { PreviewInfo } from '@/contract/previews/previews'
import { DocumentRefused, NoAnswer, type DocumentRequest } from '@/platform/Platform'
import { PreviewStore } from '@/stores/previews/PreviewStore'
import { makeItem, makePreviewInfo } from '../support/factories'
import { refusal, status } from '../support/fakeServer'
import { platformSignedIn, startApp } from '../support/startApp'
import { settled, until } from '../support/until'

const INFO = 'GET /apps/representations/info'
const GET_INFO = 'GET /apps/files/get_info'

/** A preview of an item whose representation gets the given answers in turn; the last one repeats. */
async function start(fields: Partial<Item> = {}, answers: Partial<PreviewInfo>[] = [{}], name: 'h5' | 'weapp' = 'h5') {
  const rig = await startApp(platformSignedIn(name))
  const item = makeItem({ id: 5, ...fields })
  let asked = 0
  rig.server.on(GET_INFO, { item })
  rig.server.on(INFO, () => {
    const answer = answers[Math.min(asked, answers.length - 1)]
    asked += 1
    return makePreviewInfo(answer)
  })
  const preview = new PreviewStore(rig.app, { fileId: 5 })
  const asks = () => rig.server.callsOf(INFO).map(({ request }) => request)
  return { ...rig, item, preview, asks }
}

describe('from the file to its viewer', () => {
  test('the item is requested, then its representation, with is_first', async () => {
    const { preview, platform, server, asks, item } = await start()
    expect(preview.phase).toBe('loading')
    await preview.open()
    expect(server.callsOf(GET_INFO)[0]?.request).toStrictEqual({ item_typed_id: 'file_5' })
    expect(asks()).toStrictEqual([{ file_id: 5, kind: 'pdf', is_first: true }])
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
    expect(asks()[1]).toStrictEqual({ file_id: 5, file_version_id: 31, kind: 'pdf', is_first: true })
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

  for (const code of ['not_support', 'encrypt_yiqixie', 'permission_denied', 'item_is_deleted'] as const) {
    test(`${code} has its own words`, async () => {
      const { preview, server } = await start(ydoc)
      server.on(ADDRESS, () => refusal(code))
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
    expect(asks()[2]).toStrictEqual({ file_id: 5, 'force-regenerate': true })
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

describe('errors', () => {
  test('server_error and unknown offer to regenerate, with the kind unless PDF', async () => {
    for (const [extension, category, expected] of [
      ['pdf', 'pdf', { file_id: 5, 'force-regenerate': true }],
      ['jpg', 'image', { file_id: 5, kind: 'image_1024', 'force-regenerate': true }],
    ] as const) {
      const { preview, asks } = await start({ extension, extension_category: category }, [
        { status: 'failed', reason: 'server_error' },
        {},
      ])
      await preview.open()
      expect([preview.phase, preview.message, preview.offers]).toStrictEqual([
        'failed',
        { key: 'preview.reason.server_error' },
        ['regenerate'],
      ])
      await preview.regenerate()
      expect([asks()[1], preview.phase, preview.message]).toStrictEqual([expected, 'generating', null])
    }
  })

  test('a missing network offers to reload', async () => {
    const { preview, server, platform } = await start()
    server.on(INFO, new NoAnswer('network'))
    await preview.open()
    expect([preview.phase, preview.message, preview.offers]).toStrictEqual([
      'failed',
      { key: 'preview.reason.network_error' },
      ['reload'],
    ])
    server.on(INFO, makePreviewInfo())
    await preview.reload()
    platform.clock.pass(100)
    expect(preview.phase).toBe('ready')
  })

  test('a network failure on the item itself can be reloaded, too', async () => {
    const { preview, server, item } = await start()
    server.on(GET_INFO, new NoAnswer('timeout'))
    await preview.open()
    expect(preview.offers).toStrictEqual(['reload'])
    server.on(GET_INFO, { item })
    await preview.reload()
    expect(preview.item?.id).toBe(5)
  })

  const refusals = [
    ['the item', refusal('item_not_found')],
    ['the representation', refusal('preview_access_permission_denied')],
  ] as const
  for (const [where, answer] of refusals) {
    test(`[PREV-15] [ERR-04] a refusal of ${where} closes the preview, and its message follows`, async () => {
      const { app, preview, server } = await start()
      server.on(where === 'the item' ? GET_INFO : INFO, answer)
      await preview.open()
      expect([preview.phase, app.feedback.dialogs.length]).toStrictEqual(['closed', 0])
      preview.dispose()
      expect(app.feedback.dialogs).toHaveLength(1)
      expect(JSON.stringify(app.feedback.dialog?.text)).toMatch(/说明/)
    })
  }

  test('an error of the server also closes the preview', async () => {
    const { app, preview, server } = await start()
    server.on(INFO, status(500))
    await preview.open()
    preview.dispose()
    expect([preview.phase, app.feedback.dialog?.text]).toStrictEqual(['closed', { key: 'failure.http500' }])
  })

  test('five retries while the file is not in its final storage are an error', async () => {
    const { preview, platform, asks } = await start({}, [{ status: 'file_not_in_final_storage' }])
    await preview.open()
    for (let retry = 0; retry < 10; retry += 1) {
      platform.clock.pass(2000)
      await settled()
    }
    expect([preview.phase, preview.message, asks().length]).toStrictEqual([
      'failed',
      { key: 'preview.reason.file_not_in_final_storage' },
      6,
    ])
  })

  test('a new version of the file is shown anew, but not in place of an old one', async () => {
    const { preview, app, item, asks, platform } = await start()
    await preview.open()
    platform.clock.pass(100)
    const next = { ...item, file_version_id: 99, size: 7 }
    app.changes.replaced(next)
    await settled()
    expect([asks().length, preview.item?.size]).toStrictEqual([2, 7])
    await preview.show({ fileId: 5, versionId: 3 })
    const before = asks().length
    app.changes.replaced({ ...next, file_version_id: 100 })
    await settled()
    expect(asks()).toHaveLength(before)
  })

  test('a viewer that cannot show the rendition says why', async () => {
    const { preview, platform } = await start()
    await preview.open()
    platform.clock.pass(100)
    preview.fail('network_error')
    expect([preview.phase, preview.offers]).toStrictEqual(['failed', ['reload']])
  })

  test('[PREV-07] a viewer that did not load in time offers to try again', async () => {
    const { preview, platform, asks } = await start()
    await preview.open()
    platform.clock.pass(100)
    preview.fail('timeout')
    expect([preview.phase, preview.message, preview.offers]).toStrictEqual([
      'failed',
      { key: 'preview.reason.timeout' },
      ['reload'],
    ])
    await preview.reload()
    platform.clock.pass(100)
    expect([preview.phase, preview.reason, asks().length]).toStrictEqual(['ready', null, 2])
  })

  test('[PREV-07] a password goes only to the viewer, as often as needed', async () => {
    const { preview, platform } = await start()
    await preview.open()
    platform.clock.pass(100)
    const tried: string[] = []
    const lock = (isWrong: boolean) => preview.password.ask(isWrong, (password) => tried.push(password))
    preview.password.give('too early')
    lock(false)
    expect([preview.password.state, preview.phase]).toStrictEqual(['needed', 'ready'])
    preview.password.give('a')
    expect(preview.password.state).toBe('checking')
    lock(true)
    expect(preview.password.state).toBe('wrong')
    preview.password.give('b')
    preview.viewerShown()
    preview.password.give('too late')
    await settled()
    expect([preview.password.state, tried]).toStrictEqual([null, ['a', 'b']])
    lock(false)
    preview.fail('timeout')
    expect(preview.password.state).toBeNull()
    lock(false)
    await preview.show({ fileId: 5, versionId: 31 })
    expect(preview.password.state).toBeNull()
  })

  test('deleting the shown file closes the preview, and a rename shows', async () => {
    const { app, preview, item } = await start()
    await preview.open()
    app.changes.replaced({ ...item, name: '新名.pdf' })
    expect(preview.item?.name).toBe('新名.pdf')
    app.changes.removed('file_77')
    expect(preview.phase).not.toBe('closed')
    app.changes.removed(item.typed_id)
    expect(preview.phase).toBe('closed')
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

describe('[CTX-10] the result is logged once', () => {
  const LOG = 'POST /apps/logs/action'
  const told = (server: { callsOf(name: typeof LOG): { request: Record<string, unknown> }[] }) =>
    server.callsOf(LOG).map(({ request: { action, typed_id: id, fail_reason: why, additional_info: info } }) => ({
      action,
      id,
      why,
      info,
    }))

  test('a shown preview is logged with its duration', async () => {
    const { preview, platform, server } = await start()
    await preview.open()
    platform.clock.pass(100)
    expect(told(server)).toStrictEqual([])
    platform.clock.pass(400)
    preview.viewerShown()
    preview.viewerShown()
    preview.fail('failure')
    await settled()
    const info = { kind: 'pdf', extension: 'pdf', size: 1000, milliseconds: 500 }
    expect(told(server)).toStrictEqual([{ action: 'preview_complete', id: 'file_5', why: undefined, info }])
  })

  test('a failure is logged with its source: server, viewer, network or refusal', async () => {
    const byServer = await start({}, [{ status: 'generating_failed', reason: 'server_error' }])
    await byServer.preview.open()
    const byViewer = await start()
    await byViewer.preview.open()
    byViewer.platform.clock.pass(100)
    byViewer.preview.fail('failure')
    const byNetwork = await start()
    byNetwork.server.on(INFO, () => new NoAnswer('network'))
    await byNetwork.preview.open()
    const byRefusal = await start()
    byRefusal.server.on(GET_INFO, () => refusal('item_not_found'))
    await byRefusal.preview.open()
    await settled()
    const reasons = [byServer, byViewer, byNetwork, byRefusal].map(({ server }) => told(server).map(({ why }) => why))
    expect(reasons).toStrictEqual([['server_error'], ['failure'], ['network_error'], ['item_not_found']])
  })

  test('a retry is logged by itself', async () => {
    const { preview, platform, server } = await start({}, [{ status: 'generating_failed', reason: 'server_error' }, {}])
    await preview.open()
    await preview.regenerate()
    platform.clock.pass(100)
    preview.viewerShown()
    await settled()
    expect(told(server).map(({ why }) => why)).toStrictEqual(['server_error', undefined])
  })

  test('the phone’s own viewer is logged as opened or with the reason, and a cancelled download is not logged', async () => {
    const docx = { name: '问答.docx', extension: 'docx', extension_category: 'document', size: 2000 } as const
    const { preview, platform, server } = await start(docx, [{ status: 'not_support', preview_url: null }], 'weapp')
    await preview.open()
    platform.openDocument = () => Promise.reject(new DocumentRefused('canceled'))
    await preview.openDocument()
    expect(told(server)).toStrictEqual([])
    platform.openDocument = () => Promise.reject(new DocumentRefused('network'))
    await preview.openDocument()
    await settled()
    expect(told(server).map(({ why }) => why)).toStrictEqual(['network'])
    const opened = await start(docx, [{ status: 'not_support', preview_url: null }], 'weapp')
    await opened.preview.open()
    await opened.preview.openDocument()
    await settled()
    expect(told(opened.server).map(({ why }) => why)).toStrictEqual([undefined])
  })

  test('nobody waits for the log, whatever its answer', async () => {
    const { app, preview, server } = await start({}, [{ status: 'generating_failed', reason: 'server_error' }])
    server.on(LOG, () => refusal('login_expired'))
    await preview.open()
    await settled()
    expect([preview.phase, app.feedback.dialog, app.session.phase, server.countOf(LOG)]).toStrictEqual([
      'failed',
      null,
      'signedIn',
      1,
    ])
  })
})
