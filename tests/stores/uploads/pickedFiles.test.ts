import { describe, expect, test } from '@jest/globals'
import { FileUnreadable, PickFailed } from '@/platform/fileFailures'
import { PrivacyRefused, PrivacyUndeclared } from '@/platform/privacyFailures'
import { makeFile, makeItem } from '../support/factories'
import { settled, until } from '../support/until'
import { PRESIGN, start } from './startUploads'

describe('[UPL-03] what may be uploaded', () => {
  test('53687091200 bytes are refused before any request, and one byte less is accepted', async () => {
    const { app, uploads, server } = await start()
    uploads.add([makeFile('huge', 53_687_091_200)], 'folder_0')
    await settled()
    expect([app.feedback.dialog?.text, uploads.entries.length, server.countOf(PRESIGN)]).toStrictEqual([
      { key: 'upload.fault.tooLarge' },
      0,
      0,
    ])
    uploads.add([makeFile('big', 53_687_091_199)], 'folder_0')
    expect(uploads.entries).toHaveLength(1)
  })

  test('files beyond the tenth wait in the queue, and all of them are sent', async () => {
    const { added, app, running, uploads, platform } = await start()
    const names = Array.from({ length: 23 }, (_, index) => `${index}.pdf`)
    uploads.add(
      names.map((name) => makeFile(name)),
      'folder_0',
    )
    expect([uploads.entries.length, platform.released.length, app.feedback.currentToast]).toStrictEqual([23, 0, null])
    for (const [at, name] of names.entries()) {
      await until(() => running.length > at)
      running[at]!.end({ status: 200, body: { success: true, new_file: makeItem({ name }) } })
    }
    await until(() => added.length === names.length)
    expect([...added].sort()).toStrictEqual([...names].sort())
  })

  test('an unreadable file under 5 MB disappears silently, and a larger one is not read as a test', async () => {
    const { app, uploads, running, platform, server } = await start()
    platform.canRead = async () => false
    uploads.add([makeFile('small', 5 * 1024 * 1024 - 1)], 'folder_0')
    await until(() => uploads.entries.length === 0)
    expect([app.feedback.dialog, app.feedback.currentToast, server.countOf(PRESIGN)]).toStrictEqual([null, null, 0])
    uploads.add([makeFile('large', 5 * 1024 * 1024)], 'folder_0')
    await until(() => running.length === 1)
  })
})

describe('picking files', () => {
  test('picked files are queued, and an empty choice changes nothing', async () => {
    const { uploads, platform } = await start()
    platform.picked = [makeFile('1')]
    await uploads.pick('media', 'folder_0')
    expect(uploads.entries).toHaveLength(1)
    platform.picked = []
    await uploads.pick('media', 'folder_0')
    expect(uploads.entries).toHaveLength(1)
  })

  test('a refused privacy authorisation is explained, and a broken picker reported', async () => {
    const { app, uploads, platform } = await start()
    platform.picked = new PrivacyRefused()
    await uploads.pick('media', 'folder_0')
    expect(app.feedback.dialog?.text).toStrictEqual({ key: 'privacy.refused' })
    app.feedback.answer(app.feedback.dialog!.id, true)
    platform.picked = new PickFailed()
    await uploads.pick('media', 'folder_0')
    expect(app.feedback.dialog?.text).toStrictEqual({ key: 'upload.fault.unknown' })
  })
})

describe('[AH-29] interfaces that the privacy guide does not declare', () => {
  test('the app does not call it a refusal by the user, and tells the server which interface it was', async () => {
    const { app, uploads, platform, server } = await start()
    platform.picked = new PrivacyUndeclared('chooseMedia')
    await uploads.pick('media', 'folder_0')
    expect(app.feedback.dialog?.text).toStrictEqual({ key: 'privacy.undeclared' })
    const told = server.callsOf('POST /apps/logs/action').map(({ request }) => request)
    expect(told).toMatchObject([{ action: 'privacy_undeclared', additional_info: { api: 'chooseMedia' } }])
  })
})

test('[AH-12] the date of a file is sent along, where the phone knows it', async () => {
  const { uploads, running, server } = await start()
  uploads.add([{ ...makeFile('1'), modifiedAt: 1_556_692_207 }], 'folder_0')
  await until(() => running.length === 1)
  expect(server.callsOf(PRESIGN)[0]?.request.original_date).toBe(1_556_692_207)
})

test('[AH-12] a date before 1970 is omitted, and the file uploads', async () => {
  const { uploads, running, server } = await start()
  uploads.add([{ ...makeFile('1'), modifiedAt: -3600 }], 'folder_0')
  await until(() => running.length === 1)
  expect(server.callsOf(PRESIGN)[0]?.request.original_date).toBeUndefined()
})

describe('[UPL-01] names that phones make', () => {
  test('a file is stored under the nearest allowed name, and a toast shows the name', async () => {
    const { app, running, server, uploads } = await start()
    uploads.add([makeFile('Screenshot 08:30.png')], 'folder_0')
    await until(() => running.length === 1)
    expect(server.callsOf(PRESIGN)[0]!.request.name).toBe('Screenshot 08：30.png')
    expect(uploads.entries[0]!.file.name).toBe('Screenshot 08：30.png')
    expect(app.feedback.currentToast?.message).toStrictEqual({
      key: 'upload.renamed',
      params: { name: 'Screenshot 08：30.png' },
    })
  })

  test('one toast covers several renamed files, and ordinary names cause none', async () => {
    const { app, uploads } = await start()
    uploads.add([makeFile('a.pdf')], 'folder_0')
    expect(app.feedback.currentToast).toBeNull()
    uploads.add([makeFile('Home | Site.pdf'), makeFile('b.pdf'), makeFile('What?.pdf')], 'folder_0')
    expect(app.feedback.currentToast?.message).toStrictEqual({
      key: 'upload.renamedMany',
      params: { name: 'Home ｜ Site.pdf', n: 2 },
    })
  })

  test('a new version keeps the name of its file, so nothing is reported', async () => {
    const { app, uploads, running } = await start()
    uploads.add([makeFile('What?.pdf')], 'file_7')
    await until(() => running.length === 1)
    expect(app.feedback.currentToast).toBeNull()
  })
})

describe('[UPL-02] a file that changes after the choice', () => {
  test.each([1, 6 * 1024 * 1024])('of %s bytes says so, and is sent once it is chosen again', async (size) => {
    const { added, platform, running, states, uploads } = await start()
    uploads.add([makeFile('报告.docx', size)], 'folder_0', '终稿')
    await until(() => running.length === 1)
    running[0]!.end(new FileUnreadable())
    await until(() => states()[0] === 'failed')
    const [failed] = uploads.entries
    expect([failed!.upload.fault, failed!.message]).toStrictEqual(['unreadable', { key: 'upload.fault.changed' }])
    uploads.retry()
    expect(states()).toStrictEqual(['failed'])
    platform.picked = [makeFile('报告.docx', size + 1)]
    await uploads.chooseAgain(failed!, 'files')
    await until(() => running.length === 2)
    expect(uploads.entries.map(({ file, remark }) => [file.size, remark])).toStrictEqual([[size + 1, '终稿']])
    running[1]!.end({ status: 200, body: { success: true, new_file: makeItem({ name: '报告.docx' }) } })
    await until(() => added.length === 1)
  })

  test('an empty second choice leaves the failed file in the queue', async () => {
    const { platform, running, states, uploads } = await start()
    uploads.add([makeFile('a')], 'folder_0')
    await until(() => running.length === 1)
    running[0]!.end(new FileUnreadable())
    await until(() => states()[0] === 'failed')
    platform.picked = []
    await uploads.chooseAgain(uploads.entries[0]!, 'files')
    expect(states()).toStrictEqual(['failed'])
  })
})
