import { describe, expect, test } from '@jest/globals'
import type { Unfinished } from '@/domain/uploads/parts'
import { NoAnswer, type NetworkState, type PartAnswer, type PartRequest } from '@/platform/Platform'
import { NetworkStore } from '@/stores/app/NetworkStore'
import { uploadsOf } from '@/stores/uploads/UploadStore'
import { noteUpload, readNotes } from '@/stores/uploads/uploadNotes'
import { makeFile, makeItem } from '../support/factories'
import { refusal, status } from '../support/fakeServer'
import { platformSignedIn, startApp } from '../support/startApp'
import { settled, until } from '../support/until'
import { makeLazy } from '@/stores/app/LazyStores'

const MB = 1024 * 1024
const PRESIGN = 'POST /apps/files/presign_upload'
const FINISH = 'POST /apps/files/upload_finish'

type Answer = PartAnswer | NoAnswer

/** A server that stores parts of 1 MB; the test may change its next answer. */
async function start(platform = platformSignedIn()) {
  const rig = await startApp(platform)
  const { app, server } = rig
  const held = new Map<string, number>()
  const sizes = new Map<string, number>()
  const asked: string[] = []
  const bent: ((request: PartRequest, answer: () => Answer) => Answer | Promise<Answer>)[] = []
  server.on(PRESIGN, ({ file_size: size }) => {
    const id = `u${held.size + 1}`
    held.set(id, 0)
    sizes.set(id, size)
    return { upload_url: '/api/upload/x', tus_url: `/api/tus/${id}`, upload_id: id }
  })
  server.on(FINISH, ({ upload_id: id }) =>
    held.get(id) === sizes.get(id) ? { new_file: makeItem({ name: id }) } : refusal('upload_length'),
  )
  server.onPart((request) => {
    const id = request.path.split('/').pop()!
    const { part } = request
    asked.push(part ? `${request.method} ${part.from / MB}-${part.to / MB}` : request.method)
    const answer = (): Answer => {
      const at = held.get(id)
      if (at === undefined) return { status: 410, body: '' }
      if (request.method === 'DELETE') held.delete(id)
      if (part && part.from !== at) return { status: 409, body: '', offset: at }
      if (part) held.set(id, part.to)
      return { status: 204, body: '', offset: held.get(id) }
    }
    const bend = bent.shift()
    return bend ? bend(request, answer) : answer()
  })
  const uploads = uploadsOf(app)
  const states = () => uploads.entries.map(({ upload }) => upload.state)
  return { ...rig, asked, bent, held, states, uploads }
}

const lost = () => new NoAnswer('network')

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
    const { FileUnreadable } = await import('@/platform/Platform')
    platform.sendPart = async () => {
      throw new FileUnreadable()
    }
    uploads.add([makeFile('large', 6 * MB)], 'folder_0')
    await until(() => states()[0] === 'failed')
    expect([uploads.entries[0]?.upload.fault, uploads.entries[0]?.message]).toStrictEqual([
      'unreadable',
      { key: 'upload.fault.unknown' },
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

describe('[AH-03] one or all', () => {
  /** The first part of each is stored, the second hangs. */
  async function half(count: number) {
    const rig = await start()
    const hang = () => new Promise<Answer>(() => {})
    rig.server.onPart(
      ((answer) => (request: PartRequest) =>
        request.part && request.part.from >= MB && !rig.platform.kept.has('go') ? hang() : answer(request))(
        rig.server['partHandler'],
      ),
    )
    rig.uploads.add(
      Array.from({ length: count }, (_, index) => makeFile(`${index}`, 2 * MB)),
      'folder_0',
    )
    await until(() => rig.uploads.entries.slice(0, 2).every(({ upload }) => upload.loaded === MB))
    const go = () => rig.platform.kept.set('go', '1')
    return { ...rig, go }
  }

  test('pausing one lets the next begin, and resuming continues where it was', async () => {
    const { asked, go, states, uploads } = await half(3)
    const [first] = uploads.entries
    uploads.pause([first!])
    expect(states()).toStrictEqual(['paused', 'progress', 'progress'])
    expect(first!.upload.loaded).toBe(MB)
    asked.length = 0
    go()
    uploads.pause()
    uploads.resume([first!])
    await until(() => states()[0] === 'uploaded')
    expect([asked.filter((call) => call !== 'PATCH 0-1'), states().slice(1)]).toStrictEqual([
      ['HEAD', 'PATCH 1-2'],
      ['paused', 'paused'],
    ])
  })

  test('late reports of an earlier try are ignored', async () => {
    const { server, uploads } = await start()
    const tries: PartRequest[] = []
    server.onPart((request) => {
      if (!request.part) return { status: 204, body: '', offset: 0 }
      tries.push(request)
      return new Promise(() => {})
    })
    uploads.add([makeFile('a', 2 * MB)], 'folder_0')
    await until(() => tries.length === 1)
    uploads.pause()
    uploads.resume()
    await until(() => tries.length === 2)
    tries[0]!.part!.onProgress(MB / 2)
    expect(uploads.entries[0]?.upload.loaded).toBe(0)
    tries[1]!.part!.onProgress(MB / 4)
    expect(uploads.entries[0]?.upload.loaded).toBe(MB / 4)
  })

  test('an upload that was paused for a while resumes at a tap', async () => {
    const { go, states, uploads } = await half(1)
    uploads.pause()
    await settled()
    go()
    uploads.resume()
    await until(() => states()[0] === 'uploaded')
  })

  test('pausing all sends nothing and lets the screen go out, and all resume', async () => {
    const { go, platform, states, uploads } = await half(3)
    expect(platform.isAwake).toBe(true)
    uploads.pause()
    expect([states(), uploads.isPaused, platform.isAwake]).toStrictEqual([['paused', 'paused', 'paused'], true, false])
    go()
    uploads.resume()
    await until(() => states().every((state) => state === 'uploaded'))
    expect(platform.isAwake).toBe(false)
  })

  test('clearing asks before bytes of a failed upload are lost', async () => {
    const { app, bent, held, states, uploads } = await start()
    bent.push(
      (_, answer) => answer(),
      () => status(403),
    )
    uploads.add([makeFile('a', 2 * MB)], 'folder_0')
    await until(() => states()[0] === 'failed')
    for (const [agrees, left] of [
      [false, 1],
      [true, 0],
    ] as const) {
      const cleared = uploads.clear()
      expect(app.feedback.dialog?.text).toStrictEqual({ key: 'upload.cancelText' })
      app.feedback.answered(app.feedback.dialog!.id, agrees)
      await cleared
      expect(uploads.entries).toHaveLength(left)
    }
    await until(() => held.size === 0)
  })

  test('cancelling all asks one question, and the server removes its parts', async () => {
    const { app, asked, held, uploads } = await half(3)
    const canceled = uploads.cancel()
    expect(app.feedback.dialogs).toHaveLength(1)
    app.feedback.answered(app.feedback.dialog!.id, true)
    await canceled
    await until(() => held.size === 0)
    expect([uploads.entries.length, asked.filter((call) => call === 'DELETE').length]).toStrictEqual([0, 2])
  })
})

describe('[AH-02] after a reload', () => {
  const note = (fields = {}) => ({
    uploadId: 'u9',
    path: '/api/tus/u9',
    name: '课件.mp4',
    size: 3 * MB,
    target: 'folder_12',
    modifiedAt: 5,
    ...fields,
  })
  const known = {
    upload_id: 'u9',
    tus_url: '/api/tus/u9',
    name: '课件.mp4',
    file_size: 3 * MB,
    received: MB,
    folder_id: 12,
    target_file_id: null,
    created_at: 1,
    expires_at: 9,
  }

  async function reloaded(notes: object[], userId = 7) {
    const platform = platformSignedIn()
    platform.storage.write('uploads', { userId, uploads: notes })
    const rig = await start(platform)
    rig.held.set('u9', MB)
    rig.server.on('GET /apps/files/uploads', { uploads: [known] })
    rig.server.on(FINISH, { new_file: makeItem() })
    await rig.uploads.takeUp()
    return rig
  }

  test('unfinished uploads are listed with their stored bytes, and the same file resumes behind them', async () => {
    const { asked, platform, server, states, uploads } = await reloaded([note()])
    platform.firstPartSize = Infinity
    expect(uploads.unfinished.map(({ name, received }) => [name, received])).toStrictEqual([['课件.mp4', MB]])
    uploads.add([{ ...makeFile('课件.mp4', 3 * MB), modifiedAt: 5 }], 'folder_12')
    expect([uploads.unfinished, uploads.entries[0]?.upload.loaded]).toStrictEqual([[], MB])
    await until(() => states()[0] === 'uploaded')
    expect([asked, server.countOf(PRESIGN)]).toStrictEqual([['HEAD', 'PATCH 1-2', 'PATCH 2-3'], 0])
  })

  const others: [string, object, `folder_${number}`][] = [
    ['of another size', makeFile('课件.mp4', 3 * MB - 1), 'folder_12'],
    ['of another name', makeFile('课件 2.mp4', 3 * MB), 'folder_12'],
    ['changed since', { ...makeFile('课件.mp4', 3 * MB), modifiedAt: 6 }, 'folder_12'],
    ['for another folder', { ...makeFile('课件.mp4', 3 * MB), modifiedAt: 5 }, 'folder_13'],
  ]
  test.each(others)('a file %s is another one and begins at its first byte', async (_what, file, target) => {
    const { asked, uploads } = await reloaded([note()])
    uploads.add([file as ReturnType<typeof makeFile>], target)
    await until(() => asked.length > 0)
    expect([asked[0], uploads.unfinished.length]).toStrictEqual(['PATCH 0-1', 1])
  })

  test('a phone that reports no date accepts the same name and size as the same file', async () => {
    const { asked, uploads } = await reloaded([note()])
    uploads.add([makeFile('课件.mp4', 3 * MB)], 'folder_12')
    await until(() => asked.length > 0)
    expect(asked[0]).toBe('HEAD')
  })

  test('a queued upload is not listed twice, and keeps its note', async () => {
    const { bent, platform, server, uploads } = await start()
    bent.push(() => new Promise(() => {}))
    uploads.add([makeFile('a', MB)], 'folder_0')
    await until(() => bent.length === 0)
    for (const known of [[{ upload_id: 'u1', received: 0 }], []]) {
      server.on('GET /apps/files/uploads', { uploads: known as never })
      await uploads.takeUp()
      expect(uploads.unfinished).toStrictEqual([])
      expect(readNotes(platform.storage, { id: 7 }).map(({ uploadId }) => uploadId)).toStrictEqual(['u1'])
    }
  })

  test('each upload has one note, and the last hundred are kept', () => {
    const { storage } = platformSignedIn()
    const user = { id: 7 }
    for (let n = 1; n <= 101; n += 1) noteUpload(storage, user, note({ uploadId: `u${n}` }) as Unfinished)
    noteUpload(storage, user, note({ uploadId: 'u50', name: 'anew' }) as Unfinished)
    const notes = readNotes(storage, user)
    expect([
      notes.length,
      notes[0]?.uploadId,
      notes.filter(({ uploadId }) => uploadId === 'u50').map(({ name }) => name),
    ]).toStrictEqual([100, 'u2', ['anew']])
  })

  test('picking again from the row resumes; another size is reported without loss, and another name is asked about', async () => {
    const { app, asked, platform, states, uploads } = await reloaded([note()])
    platform.picked = [makeFile('wxfile.mp4', 3 * MB - 1)]
    const picked = uploads.pickAgain(uploads.unfinished[0]!, 'files')
    await settled()
    expect(app.feedback.dialog?.text).toStrictEqual({ key: 'upload.otherFile', params: { name: '课件.mp4' } })
    app.feedback.answered(app.feedback.dialog!.id, true)
    await picked
    expect([uploads.unfinished.length, platform.released.length]).toStrictEqual([1, 1])
    platform.picked = [makeFile('wxfile.mp4', 3 * MB)]
    for (const agrees of [false, true]) {
      const again = uploads.pickAgain(uploads.unfinished[0]!, 'files')
      await settled()
      expect(app.feedback.dialog?.text).toStrictEqual({
        key: 'upload.sameText',
        params: { name: '课件.mp4', picked: 'wxfile.mp4' },
      })
      expect(asked).toStrictEqual([])
      app.feedback.answered(app.feedback.dialog!.id, agrees)
      await again
      expect(uploads.unfinished).toHaveLength(agrees ? 0 : 1)
    }
    await until(() => states()[0] === 'uploaded')
    expect([uploads.entries[0]?.file.name, asked[0]]).toStrictEqual(['课件.mp4', 'HEAD'])
  })

  test('a list that refreshes while the user picks still resumes the same upload', async () => {
    const { platform, server, states, uploads } = await reloaded([note()])
    const [shown] = uploads.unfinished
    server.on('GET /apps/files/uploads', { uploads: [{ ...known, received: 2 * MB }] })
    await uploads.takeUp()
    expect(uploads.unfinished.map(({ received }) => received)).toStrictEqual([2 * MB])
    platform.picked = [{ ...makeFile('课件.mp4', 3 * MB), modifiedAt: 5 }]
    await uploads.pickAgain(shown!, 'files')
    expect([uploads.unfinished, uploads.entries.length]).toStrictEqual([[], 1])
    await until(() => states()[0] === 'uploaded')
  })

  test('uploads that the server no longer holds, or that another user began, are not listed', async () => {
    const gone = await reloaded([note({ uploadId: 'u8' })])
    expect([gone.uploads.unfinished, gone.platform.storage.read('uploads')]).toStrictEqual([[], undefined])
    expect((await reloaded([note()], 8)).uploads.unfinished).toStrictEqual([])
  })

  test('signing out leaves no name of a file behind', async () => {
    const { app, platform, server, uploads } = await reloaded([note()])
    server.on('POST /apps/users/logout', {})
    await app.session.signOut()
    expect([uploads.unfinished, platform.storage.read('uploads')]).toStrictEqual([[], undefined])
  })

  test('an answer that arrives after the user has left is dropped', async () => {
    const { app, server, uploads } = await reloaded([note()])
    uploads.forget()
    let answer: (reply: { uploads: (typeof known)[] }) => void = () => {}
    server.on(
      'GET /apps/files/uploads',
      () =>
        new Promise((resolve) => {
          answer = resolve as typeof answer
        }),
    )
    const taken = uploads.takeUp()
    await settled()
    server.on('POST /apps/users/logout', {})
    await app.session.signOut()
    answer({ uploads: [known] })
    await taken
    expect(uploads.unfinished).toStrictEqual([])
  })

  test('discarding an upload, after a question, removes it here and at the server', async () => {
    const { app, held, platform, uploads } = await reloaded([note()])
    for (const agrees of [false, true]) {
      const discarded = uploads.discard(uploads.unfinished[0]!)
      expect([app.feedback.dialog?.text, held.has('u9')]).toStrictEqual([{ key: 'upload.cancelText' }, true])
      app.feedback.answered(app.feedback.dialog!.id, agrees)
      await discarded
    }
    await until(() => !held.has('u9'))
    expect([uploads.unfinished, platform.storage.read('uploads')]).toStrictEqual([[], undefined])
  })

  test('a note is stored from the first byte to the end', async () => {
    const { bent, platform, states, uploads } = await start()
    let during: unknown
    bent.push((_, answer) => {
      during = platform.storage.read('uploads')
      return answer()
    })
    uploads.add([makeFile('a', MB)], 'folder_0')
    await until(() => states()[0] === 'uploaded')
    expect(during).toStrictEqual({
      userId: 7,
      uploads: [{ uploadId: 'u1', path: '/api/tus/u1', name: 'a', size: MB, target: 'folder_0' }],
    })
    expect(platform.storage.read('uploads')).toBeUndefined()
  })
})
