import { describe, expect, test } from '@jest/globals'
import { DocumentRefused, NoAnswer } from '@/platform/Platform'
import { makePreviewInfo } from '../support/factories'
import { refusal, status } from '../support/fakeServer'
import { settled } from '../support/until'
import { INFO, GET_INFO, start } from './startPreview'

describe('errors', () => {
  test('server_error and unknown offer to regenerate, with the kind unless PDF', async () => {
    for (const [extension, category, expected] of [
      ['pdf', 'pdf', { file_id: 5, 'force-regenerate': true, first_picture: true }],
      ['jpg', 'image', { file_id: 5, kind: 'image_1024', 'force-regenerate': true, first_picture: true }],
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
    app.changes.announceReplaced(next)
    await settled()
    expect([asks().length, preview.item?.size]).toStrictEqual([2, 7])
    await preview.show({ fileId: 5, versionId: 3 })
    const before = asks().length
    app.changes.announceReplaced({ ...next, file_version_id: 100 })
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
    preview.onViewerShown()
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
    app.changes.announceReplaced({ ...item, name: '新名.pdf' })
    expect(preview.item?.name).toBe('新名.pdf')
    app.changes.announceRemoved('file_77')
    expect(preview.phase).not.toBe('closed')
    app.changes.announceRemoved(item.typed_id)
    expect(preview.phase).toBe('closed')
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
    preview.onViewerShown()
    preview.onViewerShown()
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
    preview.onViewerShown()
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
