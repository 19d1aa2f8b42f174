import { describe, expect, test } from '@jest/globals'
import { DOCUMENT_PICTURE_LIMIT } from '@/domain/documents/bounds'
import { FileUnreadable } from '@/platform/fileFailures'
import { NoAnswer, type HttpAnswer, type PickedFile } from '@/platform/Platform'
import { PICTURES_AT_ONCE, PictureSender } from '@/stores/documents/PictureSender'
import { refusal } from '../support/fakeServer'
import { startApp } from '../support/startApp'
import { settled } from '../support/until'

const file = (name: string, size = 1000): PickedFile => ({ name, size, source: name })
const taken = (picture: string): HttpAnswer => ({ status: 200, body: { success: true, picture } })

/** A sender, and the keys that it put into the text. */
async function start(answer: (name: string) => HttpAnswer | Error, prepare = async (each: PickedFile) => each) {
  const { app, platform, server } = await startApp()
  server.onUpload(({ file: { name } }) => answer(name))
  const sender = new PictureSender({ api: app.api, platform, access: () => 'token' }, prepare)
  const inText: string[] = []
  const send = (...files: PickedFile[]) => sender.send(files, (picture) => inText.push(picture) > 0)
  const sent = () => server.uploads.map((upload) => upload.file.name)
  return { app, sender, send, inText, sent }
}

describe('[DOC-09] pictures are sent for a text', () => {
  test('one after another, and the text gets their keys in this order', async () => {
    const { sender, send, inText, sent } = await start(taken)
    const end = send(file('a'), file('b'))
    expect(sender.waiting).toBe(2)
    expect((await end).size).toBe(0)
    expect([inText, sent(), sender.waiting]).toStrictEqual([['a', 'b'], ['a', 'b'], 0])
  })

  test('a picture with a fault of its own stops none of the others', async () => {
    const lost = file('lost')
    const prepare = async (each: PickedFile) => {
      if (each === lost) throw new FileUnreadable()
      return each
    }
    const bad = refusal('document_picture_unreadable')
    const { app, sender, send, inText, sent } = await start((name) => (name === 'bad' ? bad : taken(name)), prepare)
    const faults = await send(lost, file('large', DOCUMENT_PICTURE_LIMIT + 1), file('bad'), file('good'))
    expect(Object.fromEntries(faults)).toStrictEqual({ unreadable: 2, tooLarge: 1 })
    expect([inText, sent(), sender.waiting]).toStrictEqual([['good'], ['bad', 'good'], 0])
    // The page says it once, for all of them.
    expect(app.feedback.dialog).toBeNull()
  })

  test.each([
    ['a full space', refusal('quota_exceeded')],
    ['a cut', new NoAnswer('network')],
  ])('%s stops the others, and the app says why', async (_why, answer) => {
    const { app, sender, send, inText, sent } = await start(() => answer)
    const end = send(file('a'), file('b'))
    await settled()
    expect(app.feedback.dialog?.kind).toBe('alert')
    app.feedback.answer(app.feedback.dialog!.id, true)
    expect(Object.fromEntries(await end)).toStrictEqual({ notAdded: 2 })
    expect([inText, sent(), sender.waiting]).toStrictEqual([[], ['a'], 0])
  })

  test('more than a choice may have are counted', async () => {
    const { send, sent } = await start(taken)
    const faults = await send(...Array.from({ length: PICTURES_AT_ONCE + 3 }, (_, at) => file(String(at))))
    expect([Object.fromEntries(faults), sent().length]).toStrictEqual([{ tooMany: 3 }, PICTURES_AT_ONCE])
  })

  test('a page that is left sends no more, says nothing, and its text gets nothing', async () => {
    const { sender, send, inText, sent } = await start((name) => {
      sender.dispose()
      return taken(name)
    })
    expect((await send(file('a'), file('b'))).size).toBe(0)
    expect([inText, sent()]).toStrictEqual([[], ['a']])
  })
})
