import { describe, expect, test } from '@jest/globals'
import { NoAnswer } from '@/platform/Platform'
import { makeBaseInfo, makeFile, makeItem, makeStrangerInfo, makeUser } from '../support/factories'
import { refusal, status } from '../support/fakeServer'
import { platformSignedIn } from '../support/startApp'
import { settled, until } from '../support/until'
import { PRESIGN, type Outcome, start } from './startUploads'

describe('[UPL-01] presign, the raw body, the new item', () => {
  const places = [
    ['folder_0', { folder_id: 0 }],
    ['folder_12', { folder_id: 12 }],
    ['department_3', { department_id: 3 }],
  ] as const
  for (const [target, place] of places) {
    test(`an upload into ${target}`, async () => {
      const { uploads, running, server, added, states } = await start()
      const file = makeFile('照片.jpg')
      uploads.add([file], target)
      await until(() => running.length === 1)
      expect(server.callsOf(PRESIGN)[0]?.request).toStrictEqual({ file_size: file.size, name: '照片.jpg', ...place })
      const { path, headers, file: sent } = running[0]!.upload
      expect([path, headers['X-File-Name'], headers.requesttoken, sent]).toStrictEqual([
        '/api/upload/%E7%85%A7%E7%89%87.jpg',
        '%E7%85%A7%E7%89%87.jpg',
        'csrf-1',
        file,
      ])
      running[0]!.end(makeItem({ name: '照片 (1).jpg' }))
      await until(() => added.length === 1)
      expect([added, states(), uploads.entries[0]?.item?.name]).toStrictEqual([
        ['照片 (1).jpg'],
        ['uploaded'],
        '照片 (1).jpg',
      ])
    })
  }
})

test('[UPL-05] a new version that has arrived is reported; a new file shows itself in the list', async () => {
  const { app, uploads, running } = await start()
  const told = () => app.feedback.currentToast?.message
  uploads.add([makeFile('照片.jpg')], 'folder_0')
  await until(() => running.length === 1)
  running[0]!.end(makeItem())
  await until(() => !uploads.summary.isRunning)
  expect(told()).toBeUndefined()
  uploads.add([makeFile('照片.jpg')], 'file_9')
  await until(() => running.length === 2)
  running[1]!.end(makeItem({ id: 9, typed_id: 'file_9' }))
  await until(() => !uploads.summary.isRunning)
  expect(told()).toStrictEqual({ key: 'upload.versionSent' })
})

describe('[UPL-02] the queue', () => {
  test('the queue shows waiting, progress with percent, and uploaded; two run at once', async () => {
    const { uploads, running, states } = await start()
    uploads.add([makeFile('1'), makeFile('2'), makeFile('3')], 'folder_0')
    expect(states()).toStrictEqual(['progress', 'progress', 'waiting'])
    await until(() => running.length === 2)
    running[0]!.upload.onProgress(3 * 1024 * 1024, 6 * 1024 * 1024)
    expect([uploads.entries[0]?.percent, uploads.entries[0]?.upload.loaded]).toStrictEqual([50, 3 * 1024 * 1024])
    running[0]!.end(makeItem())
    await until(() => running.length === 3)
    expect(states()).toStrictEqual(['uploaded', 'progress', 'progress'])
    expect([uploads.summary.done, uploads.summary.total, uploads.summary.isRunning]).toStrictEqual([1, 3, true])
  })

  test('the queue shows speed and time left', async () => {
    const { uploads, running, platform } = await start()
    uploads.add([makeFile('1', 10 * 1024 * 1024)], 'folder_0')
    await until(() => running.length === 1)
    expect([uploads.pace.speed, uploads.pace.secondsLeft]).toStrictEqual([null, null])
    platform.clock.pass(1000)
    running[0]!.upload.onProgress(1024 * 1024, 10 * 1024 * 1024)
    expect([uploads.pace.speed, uploads.pace.secondsLeft]).toStrictEqual([1024 * 1024, 9])
  })

  test('an error shows its message, and a tap retries', async () => {
    const { uploads, running, states } = await start()
    uploads.add([makeFile('1')], 'folder_0')
    await until(() => running.length === 1)
    running[0]!.end(refusal('quota_exceeded'))
    await until(() => states()[0] === 'failed')
    expect(uploads.entries[0]?.message).toStrictEqual({ text: '说明：quota_exceeded' })
    uploads.retry()
    await until(() => running.length === 2)
    expect([states(), uploads.entries[0]?.message]).toStrictEqual([['progress'], null])
  })

  test('a failed upload lets the next begin', async () => {
    const { uploads, running, states } = await start()
    uploads.add([makeFile('1'), makeFile('2'), makeFile('3')], 'folder_0')
    await until(() => running.length === 2)
    running[0]!.end(status(500))
    await until(() => running.length === 3)
    expect(states()).toStrictEqual(['failed', 'progress', 'progress'])
  })

  test('cancel removes a waiting file at once, and a running one after a question', async () => {
    const { app, platform, uploads, running } = await start()
    const files = ['1', '2', '3'].map((name) => makeFile(name))
    uploads.add(files, 'folder_0')
    await until(() => running.length === 2)
    await uploads.cancel([uploads.entries[2]!])
    expect([uploads.entries.length, app.feedback.dialog]).toStrictEqual([2, null])

    const kept = uploads.cancel([uploads.entries[0]!])
    expect(app.feedback.dialog?.text).toStrictEqual({ key: 'upload.cancelText' })
    app.feedback.answer(app.feedback.dialog!.id, false)
    await kept
    expect([uploads.entries.length, running[0]!.upload.canceler.canceled]).toStrictEqual([2, false])

    const gone = uploads.cancel([uploads.entries[0]!])
    app.feedback.answer(app.feedback.dialog!.id, true)
    await gone
    expect([uploads.entries.map(({ file }) => file.name), running[0]!.upload.canceler.canceled]).toStrictEqual([
      ['2'],
      true,
    ])
    expect(platform.released).toStrictEqual([files[2], files[0]])
  })

  test('an upload that ends while the question is open is kept', async () => {
    const { app, uploads, running, states } = await start()
    uploads.add([makeFile('1')], 'folder_0')
    await until(() => running.length === 1)
    const canceled = uploads.cancel([uploads.entries[0]!])
    running[0]!.end(makeItem())
    await until(() => states()[0] === 'uploaded')
    app.feedback.answer(app.feedback.dialog!.id, true)
    await canceled
    expect(states()).toStrictEqual(['uploaded'])
  })

  test('finished uploads can be cleared, and make room for the next batch', async () => {
    const { uploads, running, states } = await start()
    uploads.add([makeFile('1')], 'folder_0')
    await until(() => running.length === 1)
    running[0]!.end(makeItem())
    await until(() => states()[0] === 'uploaded')
    uploads.add([makeFile('2')], 'folder_0')
    expect(uploads.entries.map(({ file }) => file.name)).toStrictEqual(['2'])
    await until(() => running.length === 2)
    running[1]!.end(status(500))
    await until(() => states()[0] === 'failed')
    await uploads.clear()
    expect(uploads.entries).toHaveLength(0)
  })

  test('[AH-03] paused and waiting uploads are not cleared', async () => {
    const { uploads, running, states } = await start()
    uploads.add(
      ['1', '2', '3', '4'].map((name) => makeFile(name)),
      'folder_0',
    )
    await until(() => running.length === 2)
    uploads.pause([uploads.entries[0]!])
    await until(() => running.length === 3)
    expect([states(), uploads.isPaused]).toStrictEqual([['paused', 'progress', 'progress', 'waiting'], false])
    await uploads.clear()
    expect(states()).toStrictEqual(['paused', 'progress', 'progress', 'waiting'])
  })

  test('the space usage is requested after the last upload', async () => {
    const { uploads, running, server } = await start()
    const before = server.countOf('GET /apps/frequently_used_items/get_space_info')
    uploads.add([makeFile('1')], 'folder_0')
    await until(() => running.length === 1)
    running[0]!.end(makeItem())
    await until(() => server.countOf('GET /apps/frequently_used_items/get_space_info') === before + 1)
  })
})

describe('words of an upload error', () => {
  const table: [string, Outcome, object][] = [
    ['a network failure', new NoAnswer('network'), { key: 'upload.fault.network' }],
    ['no response', new NoAnswer('timeout'), { key: 'upload.fault.network' }],
    ['a validation error: its message', refusal('upload_length'), { text: '说明：upload_length' }],
    ['permission denied when the body comes', refusal('permission_denied'), { key: 'upload.fault.noPermission' }],
    ['anything unknown', status(500), { key: 'upload.fault.unknown' }],
  ]
  test.each(table)('%s, at the file and not in an alert', async (_sentence, outcome, message) => {
    const { app, uploads, running, states } = await start()
    uploads.add([makeFile('1')], 'folder_0')
    await until(() => running.length === 1)
    running[0]!.end(outcome)
    await until(() => states()[0] === 'failed')
    expect([uploads.entries[0]?.message, app.feedback.dialog]).toStrictEqual([message, null])
  })

  test('permission denied at presign alerts and removes the file', async () => {
    const { app, uploads, server } = await start()
    server.on(PRESIGN, refusal('permission_denied'))
    uploads.add([makeFile('1')], 'folder_0')
    await until(() => uploads.entries.length === 0)
    expect(app.feedback.dialog?.text).toStrictEqual({ key: 'upload.fault.noPermission' })
  })
})

describe('a session that ends in the middle of uploads (part of CTX-03)', () => {
  for (const where of ['presign', 'body'] as const) {
    test(`a session that ends at the ${where} pauses all with one prompt, and after sign-in all begin anew`, async () => {
      const { app, platform, uploads, running, server, states, added } = await start(platformSignedIn('weapp'))
      const isOld = (headers: Record<string, string>) => headers['Auth-Token'] !== 'token-2'
      if (where === 'presign')
        server.on(PRESIGN, (_, { headers }) => (isOld(headers) ? status(401) : { upload_url: '/api/upload/x' }))
      server.on('POST /apps/users/login', { csrf_token: 'csrf-2', auth_token: 'token-2' })
      uploads.add([makeFile('1'), makeFile('2'), makeFile('3')], 'folder_0')
      if (where === 'body') {
        await until(() => running.length === 2)
        running[0]!.end(status(401))
        running[1]!.end(status(401))
      }
      await until(() => app.session.phase === 'expired')
      await settled()
      expect([states(), uploads.isPaused, app.feedback.dialogs.length]).toStrictEqual([
        ['paused', 'paused', 'paused'],
        true,
        1,
      ])
      app.feedback.answer(app.feedback.dialog!.id, true)
      await settled()
      expect(platform.navigate.visits).toStrictEqual(['push /login'])

      const before = running.length
      await app.session.signIn('wang', 'right')
      await until(() => running.length === before + 2)
      expect([states(), uploads.isPaused]).toStrictEqual([['progress', 'progress', 'waiting'], false])
      running[before]!.end(makeItem())
      running[before + 1]!.end(makeItem())
      await until(() => running.length === before + 3)
      running[before + 2]!.end(makeItem())
      await until(() => added.length === 3)
      expect(running).toHaveLength(before + 3)
    })
  }

  test('files picked while the user signs in wait for the same user', async () => {
    const { app, uploads, server, states, running } = await start(platformSignedIn('weapp'))
    server.on('POST /apps/users/login', { csrf_token: 'csrf-2', auth_token: 'token-2' })
    void app.session.signInAgain()
    uploads.add([makeFile('1')], 'folder_0')
    await settled()
    expect([states(), running.length]).toStrictEqual([['waiting'], 0])
    await app.session.signIn('wang', 'right')
    await until(() => running.length === 1)
  })

  for (const name of ['h5', 'weapp'] as const) {
    test(`another user who signs in instead does not upload them either, on ${name}`, async () => {
      const { app, platform, uploads, server, running } = await start(platformSignedIn(name))
      let who: 'wang' | 'nobody' | 'li' = 'wang'
      const user = () => (who === 'li' ? makeUser({ id: 99 }) : makeUser())
      server
        .on('GET /apps/users/get_base_info', () =>
          who === 'nobody' ? makeStrangerInfo() : makeBaseInfo({ user_info: user() }),
        )
        .on('POST /apps/users/login', () => {
          who = 'li'
          return { csrf_token: 'csrf-2', ...(name === 'weapp' ? { auth_token: 'token-2' } : {}) }
        })
      uploads.add([makeFile('1')], 'folder_0')
      await until(() => running.length === 1)
      who = 'nobody'
      running[0]!.end(name === 'weapp' ? status(401) : refusal('login_expired'))
      await until(() => app.session.phase === 'expired')
      await app.session.signIn('li', 'right')
      await settled()
      expect([uploads.entries.length, running.length, server.countOf(PRESIGN)]).toStrictEqual([0, 1, 1])
      expect(platform.navigate.visits.at(-1)).toBe('relaunch /files/frequent')
    })
  }

  test('after signing out the next user does not upload the files of the one before', async () => {
    const { app, uploads, server, running, platform } = await start()
    server.on('POST /apps/users/logout', {})
    uploads.add([makeFile('1'), makeFile('2'), makeFile('3')], 'folder_0')
    await until(() => running.length === 2)
    await app.session.signOut()
    expect([uploads.entries.length, platform.released.length]).toStrictEqual([0, 3])
    expect(running.every(({ upload }) => upload.canceler.canceled)).toBe(true)
  })
})

describe('[CTX-10] the result of an upload is logged once', () => {
  const LOG = 'POST /apps/logs/action'

  test('a finished upload logs file, size and time, and a failed one the reason', async () => {
    const { uploads, running, server, platform, states } = await start()
    uploads.add([makeFile('照片.jpg'), makeFile('二.pdf')], 'folder_0')
    await until(() => running.length === 2)
    platform.clock.pass(1500)
    running[0]!.end(makeItem({ id: 9 }))
    running[1]!.end(new NoAnswer('network'))
    await until(() => server.countOf(LOG) === 2)
    const told = server
      .callsOf(LOG)
      .map(({ request: { action, typed_id: id, fail_reason: why, additional_info: info } }) => ({
        action,
        id,
        why,
        info,
      }))
    const size = makeFile('').size
    expect(told).toStrictEqual([
      { action: 'upload_stat', id: 'file_9', why: undefined, info: { extension: 'jpg', size, milliseconds: 1500 } },
      { action: 'upload_stat', id: undefined, why: 'network', info: { extension: 'pdf', size, milliseconds: 1500 } },
    ])
    expect(states()).toStrictEqual(['uploaded', 'failed'])
    platform.clock.pass(60_000)
    uploads.retry()
    await until(() => running.length === 3)
    platform.clock.pass(500)
    running[2]!.end(makeItem())
    await until(() => server.countOf(LOG) === 3)
    expect(server.callsOf(LOG)[2]?.request.additional_info).toStrictEqual({ extension: 'pdf', size, milliseconds: 500 })
  })

  test('cancelling while the phone checks whether it can read the file logs nothing', async () => {
    const { app, uploads, server, platform } = await start()
    let told: (canRead: boolean) => void = () => {}
    platform.canRead = () =>
      new Promise((resolve) => {
        told = resolve
      })
    uploads.add([makeFile('1', 1024)], 'folder_0')
    const canceled = uploads.cancel()
    app.feedback.answer(app.feedback.dialog!.id, true)
    await canceled
    told(false)
    await settled()
    expect([server.countOf(LOG), platform.released.length]).toStrictEqual([0, 1])
  })

  test('cancelling logs nothing, and a denial does', async () => {
    const { app, uploads, running, server } = await start()
    uploads.add([makeFile('1')], 'folder_0')
    await until(() => running.length === 1)
    const canceled = uploads.cancel()
    app.feedback.answer(app.feedback.dialog!.id, true)
    await canceled
    await settled()
    server.on(PRESIGN, () => refusal('permission_denied'))
    uploads.add([makeFile('2')], 'folder_0')
    await until(() => server.countOf(LOG) > 0)
    expect(server.callsOf(LOG).map(({ request }) => request.fail_reason)).toStrictEqual(['noPermission'])
  })
})
