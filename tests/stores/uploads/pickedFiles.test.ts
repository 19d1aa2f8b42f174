import { describe, expect, test } from '@jest/globals'
import { PickFailed, PrivacyRefused, PrivacyUndeclared } from '@/platform/Platform'
import { makeFile } from '../support/factories'
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

  test('ten files are accepted at once, and the rest is reported', async () => {
    const { app, uploads, platform } = await start()
    uploads.add(
      Array.from({ length: 12 }, (_, index) => makeFile(`${index}`)),
      'folder_0',
    )
    expect([uploads.entries.length, platform.released.length]).toStrictEqual([10, 2])
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'upload.fault.tooMany', params: { n: 10 } })
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
