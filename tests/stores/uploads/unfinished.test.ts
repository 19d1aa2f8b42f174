import { describe, expect, test } from '@jest/globals'
import type { Unfinished } from '@/domain/uploads/parts'
import type { PartRequest } from '@/platform/Platform'
import { noteUpload, readNotes } from '@/stores/uploads/uploadNotes'
import { makeFile, makeItem } from '../support/factories'
import { status } from '../support/fakeServer'
import { platformSignedIn } from '../support/startApp'
import { settled, until } from '../support/until'
import { MB, PRESIGN, FINISH, type Answer, start } from './partsServer'

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
      app.feedback.answer(app.feedback.dialog!.id, agrees)
      await cleared
      expect(uploads.entries).toHaveLength(left)
    }
    await until(() => held.size === 0)
  })

  test('cancelling all asks one question, and the server removes its parts', async () => {
    const { app, asked, held, uploads } = await half(3)
    const canceled = uploads.cancel()
    expect(app.feedback.dialogs).toHaveLength(1)
    app.feedback.answer(app.feedback.dialog!.id, true)
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
    await rig.uploads.loadUnfinished()
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
      await uploads.loadUnfinished()
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
    app.feedback.answer(app.feedback.dialog!.id, true)
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
      app.feedback.answer(app.feedback.dialog!.id, agrees)
      await again
      expect(uploads.unfinished).toHaveLength(agrees ? 0 : 1)
    }
    await until(() => states()[0] === 'uploaded')
    expect([uploads.entries[0]?.file.name, asked[0]]).toStrictEqual(['课件.mp4', 'HEAD'])
  })

  test('[UPL-01] a file that is stored under the nearest allowed name is recognised when it is picked again', async () => {
    const { app, platform, states, uploads } = await reloaded([note({ name: 'What？.mp4' })])
    platform.picked = [{ ...makeFile('What?.mp4', 3 * MB), modifiedAt: 5 }]
    void uploads.pickAgain(uploads.unfinished[0]!, 'files')
    await settled()
    expect([app.feedback.dialog, uploads.unfinished]).toStrictEqual([null, []])
    await until(() => states()[0] === 'uploaded')
  })

  test('a list that refreshes while the user picks still resumes the same upload', async () => {
    const { platform, server, states, uploads } = await reloaded([note()])
    const [shown] = uploads.unfinished
    server.on('GET /apps/files/uploads', { uploads: [{ ...known, received: 2 * MB }] })
    await uploads.loadUnfinished()
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
    const taken = uploads.loadUnfinished()
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
      app.feedback.answer(app.feedback.dialog!.id, agrees)
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

  test('[AH-44] a file that the app made is not noted, because nobody could pick it again, and is removed once it is sent', async () => {
    const { bent, platform, states, uploads } = await start()
    const file = { ...makeFile('扫描.pdf', MB), isMade: true } as const
    let during: unknown = 'nothing was sent'
    bent.push((_, answer) => {
      during = platform.storage.read('uploads')
      return answer()
    })
    uploads.add([file], 'folder_0')
    await until(() => states()[0] === 'uploaded')
    expect([during, platform.released]).toStrictEqual([undefined, [file]])
  })
})
