import { describe, expect, test } from '@jest/globals'
import type { NetworkState, PartAnswer, PartRequest } from '@/platform/Platform'
import { NetworkStore } from '@/stores/app/NetworkStore'
import { makeFile, makeItem } from '../support/factories'
import { refusal, status } from '../support/fakeServer'
import { platformSignedIn } from '../support/startApp'
import { settled, until } from '../support/until'
import { makeLazy } from '@/stores/app/LazyStores'
import { MB, PRESIGN, FINISH, type Answer, start, lost } from './partsServer'

describe('[AH-02] a file sent in parts', () => {
  test('parts follow one another, then become a file, which joins the list', async () => {
    const { app, asked, server, states, uploads } = await start()
    const added: string[] = []
    app.changes.subscribe((change) => change.type === 'added' && added.push(change.row.name))
    uploads.add([makeFile('课件.mp4', 2.5 * MB)], 'folder_0')
    await until(() => states()[0] === 'uploaded')
    expect(asked).toStrictEqual(['PATCH 0-1', 'PATCH 1-2', 'PATCH 2-2.5'])
    expect([server.countOf(FINISH), added]).toStrictEqual([1, ['u1']])
  })

  test('the whole file is sent at once where the phone can do so, and after an interruption in smaller parts', async () => {
    const { asked, bent, platform, states, uploads } = await start()
    platform.firstPartSize = Infinity
    bent.push(lost)
    uploads.add([makeFile('a', 3 * MB)], 'folder_0')
    await until(() => platform.clock.waits.length === 1)
    platform.clock.pass(500)
    await until(() => states()[0] === 'uploaded')
    expect(asked).toStrictEqual(['PATCH 0-3', 'HEAD', 'PATCH 0-1', 'PATCH 1-2', 'PATCH 2-3'])
  })

  test('each part has its offset, and the same headers as any call', async () => {
    const { bent, states, uploads } = await start()
    let headers = {}
    bent.push((request, answer) => {
      headers = request.headers
      return answer()
    })
    uploads.add([makeFile('a', MB)], 'folder_0')
    await until(() => states()[0] === 'uploaded')
    const {
      requesttoken,
      'tus-resumable': tus,
      'upload-offset': offset,
      'content-type': type,
    } = headers as Record<string, string>
    expect([requesttoken, tus, offset, type]).toStrictEqual(['csrf-1', '1.0.0', '0', 'application/offset+octet-stream'])
  })

  test('a lost part is sent again, after a wait and a question, and one that arrived is not', async () => {
    const { asked, bent, platform, states, uploads } = await start()
    const arrivedUnheard = (_: PartRequest, answer: () => Answer) => {
      answer()
      return lost()
    }
    bent.push(lost)
    uploads.add([makeFile('a', 2 * MB)], 'folder_0')
    await until(() => platform.clock.waits.length === 1)
    expect([asked, states()]).toStrictEqual([['PATCH 0-1'], ['progress']])
    bent.push((_, answer) => answer(), arrivedUnheard)
    platform.clock.pass(500)
    await until(() => platform.clock.waits.length === 1)
    platform.clock.pass(1000)
    await until(() => states()[0] === 'uploaded')
    expect(asked).toStrictEqual(['PATCH 0-1', 'HEAD', 'PATCH 0-1', 'HEAD', 'PATCH 1-2'])
  })

  test('a completion whose answer was lost is requested again and gives the one file', async () => {
    const { platform, server, states, uploads } = await start()
    let isHeard = false
    server.on(FINISH, () => {
      if (isHeard) return { new_file: makeItem({ name: '一份' }) }
      isHeard = true
      return lost()
    })
    uploads.add([makeFile('a', MB)], 'folder_0')
    await until(() => platform.clock.waits.length === 1)
    platform.clock.pass(500)
    await until(() => states()[0] === 'uploaded')
    expect([server.countOf(PRESIGN), server.countOf(FINISH)]).toStrictEqual([1, 2])
  })

  test('a file that the server finds too short resumes behind the stored bytes', async () => {
    const { asked, platform, server, states, uploads } = await start()
    server.on(FINISH, () => (server.countOf(FINISH) === 1 ? refusal('upload_length') : { new_file: makeItem() }))
    uploads.add([makeFile('a', MB)], 'folder_0')
    await until(() => platform.clock.waits.length === 1 || states()[0] === 'failed')
    platform.clock.pass(500)
    await until(() => states()[0] !== 'progress')
    expect([states(), asked]).toStrictEqual([['uploaded'], ['PATCH 0-1', 'HEAD']])
  })

  test('bytes that arrived without an acknowledgement are counted, and later ones added', async () => {
    const { bent, platform, uploads } = await start()
    let request: PartRequest | undefined
    bent.push(
      (_, answer) => {
        answer()
        return lost()
      },
      (_, answer) => answer(),
      (next) => {
        request = next
        return new Promise(() => {})
      },
    )
    uploads.add([makeFile('a', 2 * MB)], 'folder_0')
    await until(() => platform.clock.waits.length === 1)
    expect(uploads.entries[0]?.upload.loaded).toBe(0)
    platform.clock.pass(500)
    await until(() => request !== undefined)
    expect(uploads.entries[0]?.upload.loaded).toBe(MB)
    request!.part!.onProgress(MB / 2)
    expect(uploads.entries[0]?.upload.loaded).toBe(1.5 * MB)
  })

  test('a cancelled upload that has become a file is not aborted', async () => {
    const { asked, states, uploads } = await start()
    uploads.add([makeFile('a', MB)], 'folder_0')
    await until(() => states()[0] === 'uploaded')
    await uploads.clear()
    await settled()
    expect([uploads.isEmpty, asked]).toStrictEqual([true, ['PATCH 0-1']])
  })

  test('after five failures in a row without a byte the upload has failed, and a tap continues', async () => {
    const { asked, bent, platform, states, uploads } = await start()
    uploads.add([makeFile('a', 3 * MB)], 'folder_0')
    bent.push((_, answer) => answer(), ...Array.from({ length: 6 }, () => lost))
    for (const wait of [500, 1000, 2000, 4000, 8000]) {
      await until(() => platform.clock.waits[0] === wait)
      platform.clock.pass(wait)
    }
    await until(() => states()[0] === 'failed')
    expect(uploads.entries[0]?.message).toStrictEqual({ key: 'upload.fault.network' })
    asked.length = 0
    uploads.retry()
    await until(() => states()[0] === 'uploaded')
    expect(asked).toStrictEqual(['HEAD', 'PATCH 1-2', 'PATCH 2-3'])
  })

  test('an upload that the background interrupted continues in the foreground, and a refused one stays', async () => {
    const { asked, bent, platform, server, states, uploads } = await start()
    server.on(PRESIGN, ({ name }) =>
      name === '不行' ? refusal('quota_exceeded') : { upload_url: '', tus_url: '/api/tus/u7', upload_id: 'u7' },
    )
    server.on(FINISH, { new_file: makeItem() })
    bent.push(...Array.from({ length: 6 }, () => lost))
    uploads.add([makeFile('a', MB), makeFile('不行', MB)], 'folder_0')
    await until(() => states()[1] === 'failed')
    for (const wait of [500, 1000, 2000, 4000, 8000]) {
      await until(() => platform.clock.waits[0] === wait)
      platform.clock.pass(wait)
    }
    await until(() => states()[0] === 'failed')
    asked.length = 0
    server.onPart((request) => {
      asked.push(request.method)
      return { status: 204, body: '', offset: request.part ? MB : 0 }
    })
    platform.comesBack()
    await until(() => states()[0] === 'uploaded')
    expect([asked, states()]).toStrictEqual([
      ['HEAD', 'PATCH'],
      ['uploaded', 'failed'],
    ])
  })

  for (const passing of [408, 409, 423, 429, 460, 500, 503]) {
    test(`status ${passing} is temporary, so the upload continues by itself`, async () => {
      const { asked, bent, platform, states, uploads } = await start()
      bent.push(() => ({ status: passing, body: '' }))
      uploads.add([makeFile('a', MB)], 'folder_0')
      await until(() => platform.clock.waits.length === 1 || states()[0] === 'failed')
      platform.clock.pass(500)
      await until(() => states()[0] !== 'progress')
      expect([asked, states()]).toStrictEqual([['PATCH 0-1', 'HEAD', 'PATCH 0-1'], ['uploaded']])
    })
  }

  test('any further byte at the server resets the count of failures', async () => {
    const { bent, platform, states, uploads } = await start()
    const go = (_: PartRequest, answer: () => Answer) => answer()
    bent.push(lost, lost, go, go, lost)
    uploads.add([makeFile('a', 2 * MB)], 'folder_0')
    for (const wait of [500, 1000, 500]) {
      await until(() => platform.clock.waits.length === 1)
      expect(platform.clock.waits).toStrictEqual([wait])
      platform.clock.pass(wait)
    }
    await until(() => states()[0] === 'uploaded')
  })

  test('a server that loses stored bytes is not asked for ever', async () => {
    const { platform, server, states, uploads } = await start()
    server.onPart(({ part }) => (part?.from === MB ? lost() : { status: 204, body: '', offset: part ? MB : 0 }))
    uploads.add([makeFile('a', 2 * MB)], 'folder_0')
    for (const wait of [500, 1000, 2000, 4000, 8000]) {
      await until(() => platform.clock.waits.length === 1)
      expect(platform.clock.waits).toStrictEqual([wait])
      platform.clock.pass(wait)
    }
    await until(() => states()[0] === 'failed')
  })

  test('a server that accepts nothing of a part is not asked for ever', async () => {
    const { asked, platform, server, states, uploads } = await start()
    server.onPart((request) => {
      asked.push(request.method)
      return { status: 204, body: '', offset: 0 }
    })
    uploads.add([makeFile('a', MB)], 'folder_0')
    for (const wait of [500, 1000, 2000, 4000, 8000]) {
      await until(() => platform.clock.waits[0] === wait)
      platform.clock.pass(wait)
    }
    await until(() => states()[0] === 'failed')
  })

  const gone: [string, PartAnswer][] = [
    ['expired', { status: 410, body: '' }],
    ['never was', { status: 404, body: '' }],
    ['is refused', { ...refusal('upload_address'), status: 403 }],
  ]
  test.each(gone)('an upload that the server no longer knows begins anew: %s', async (_what, answer) => {
    const { asked, bent, server, states, uploads } = await start()
    bent.push(
      (_, next) => next(),
      () => status(403),
      () => answer,
    )
    uploads.add([makeFile('a', 2 * MB)], 'folder_0')
    await until(() => states()[0] === 'failed')
    uploads.retry()
    await until(() => states()[0] === 'uploaded')
    expect([asked.slice(2), server.countOf(PRESIGN)]).toStrictEqual([['HEAD', 'PATCH 0-1', 'PATCH 1-2'], 2])
  })

  test('a refusal shows its words, whatever its status', async () => {
    const { bent, states, uploads } = await start()
    bent.push(() => ({ ...refusal('quota_exceeded'), status: 413 }))
    uploads.add([makeFile('a', MB)], 'folder_0')
    await until(() => states()[0] === 'failed')
    expect(uploads.entries[0]?.message).toStrictEqual({ text: '说明：quota_exceeded' })
  })

  test('after a session that ends between two parts, sign-in continues behind the stored bytes', async () => {
    const { app, asked, bent, server, states, uploads } = await start(platformSignedIn('weapp'))
    server.on('POST /apps/users/login', { csrf_token: 'csrf-2', auth_token: 'token-2' })
    bent.push(
      (_, answer) => answer(),
      () => status(401),
    )
    uploads.add([makeFile('a', 2 * MB)], 'folder_0')
    await until(() => app.session.phase === 'expired')
    expect([states(), uploads.hold]).toStrictEqual([['paused'], 'signIn'])
    await app.session.signIn('wang', 'right')
    await until(() => states()[0] === 'uploaded')
    expect(asked).toStrictEqual(['PATCH 0-1', 'PATCH 1-2', 'HEAD', 'PATCH 1-2'])
  })

  test('a file that the phone can no longer read says so', async () => {
    const { platform, states, uploads } = await start()
    const { FileUnreadable } = await import('@/platform/fileFailures')
    platform.sendPart = async () => {
      throw new FileUnreadable()
    }
    uploads.add([makeFile('large', 6 * MB)], 'folder_0')
    await until(() => states()[0] === 'failed')
    expect([uploads.entries[0]?.upload.fault, uploads.entries[0]?.message]).toStrictEqual([
      'unreadable',
      { key: 'upload.fault.changed' },
    ])
  })
})

describe('[AH-19] without a network', () => {
  async function phoneWithNetwork() {
    const rig = await start()
    let tell: (state: NetworkState) => void = () => {}
    const { app, platform } = rig
    makeLazy(
      app,
      'network',
      () =>
        new NetworkStore({
          api: app.api,
          clock: platform.clock,
          feedback: app.feedback,
          onNetwork: (listener) => {
            tell = listener
            return () => {}
          },
        }),
    )
    platform.clock.pass(0)
    return { ...rig, tell: (state: NetworkState) => tell(state) }
  }

  test('the queue and later additions pause with the reason, and resume by themselves behind the stored bytes', async () => {
    const { app, asked, server, states, tell, uploads } = await phoneWithNetwork()
    const answer = server['partHandler']
    server.onPart((request) =>
      request.part?.from === MB && asked.length < 2 ? new Promise(() => {}) : answer(request),
    )
    uploads.add([makeFile('a', 2 * MB)], 'folder_0')
    await until(() => uploads.entries[0]?.upload.loaded === MB)
    tell('offline')
    uploads.add([makeFile('b', MB)], 'folder_0')
    expect([states(), uploads.hold, uploads.isPaused, app.feedback.dialogs.length]).toStrictEqual([
      ['paused', 'paused'],
      'network',
      true,
      0,
    ])
    asked.push('')
    tell('online')
    await until(() => states().every((state) => state === 'uploaded'))
    expect(asked.filter((call) => call === 'PATCH 0-1').length).toStrictEqual(2)
  })

  test('an upload that the user paused stays paused', async () => {
    const { states, tell, uploads } = await phoneWithNetwork()
    uploads.add([makeFile('a', MB)], 'folder_0')
    uploads.pause()
    tell('offline')
    uploads.add([makeFile('b', MB)], 'folder_0')
    expect(uploads.hold).toBe('network')
    await uploads.cancel([uploads.entries[1]!])
    tell('online')
    await settled()
    expect([states(), uploads.hold]).toStrictEqual([['paused'], 'user'])
  })

  test('a part that arrives makes up for an earlier failure', async () => {
    const { app, bent, platform, states, uploads } = await phoneWithNetwork()
    bent.push(lost, (_, answer) => answer(), lost)
    uploads.add([makeFile('a', MB)], 'folder_0')
    await until(() => platform.clock.waits.includes(500))
    app.lazy.network!['stopLook']?.()
    platform.clock.pass(500)
    await until(() => bent.length === 0)
    await settled()
    expect([app.lazy.network?.state, states()]).toStrictEqual(['online', ['progress']])
  })

  test('parts that fail report the network, like calls', async () => {
    const { app, bent, platform, server, states, uploads } = await phoneWithNetwork()
    const looked = 'GET /apps/users/is_user_logged_in'
    server.on(looked, lost)
    bent.push(lost, lost)
    uploads.add([makeFile('a', MB)], 'folder_0')
    await until(() => platform.clock.waits.includes(500))
    platform.clock.pass(500)
    await until(() => app.lazy.network?.state === 'offline')
    expect([states(), uploads.hold]).toStrictEqual([['paused'], 'network'])
    server.on(looked, { is_user_logged_in: true })
    platform.clock.pass(10_000)
    await until(() => states()[0] === 'uploaded')
  })
})
