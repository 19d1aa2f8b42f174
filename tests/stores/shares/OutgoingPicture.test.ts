import { describe, expect, test } from '@jest/globals'
import type { PhraseKey } from '@/i18n/Phrase'
import { DocumentRefused, type HandOver, type Pictures } from '@/platform/Platform'
import { PrivacyRefused, PrivacyUndeclared } from '@/platform/privacyFailures'
import { OutgoingPicture } from '@/stores/shares/OutgoingPicture'
import { startApp } from '../support/startApp'

type End = HandOver | 'hold' | Error

async function start(ends: End[], more: Pick<Pictures, 'send'> = {}) {
  const { app, server } = await startApp()
  const saved: string[] = []
  let settings = 0
  const pictures: Pictures = {
    draw: () => 'data:image/png;base64,AAAA',
    async save(picture, name) {
      saved.push(`${name} ${picture}`)
      const end = ends.shift()!
      if (end instanceof Error) throw end
      return end
    },
    ...more,
  }
  const outgoing = { openSettings: async () => void (settings += 1) }
  const picture = new OutgoingPicture({ ...app, pictures, outgoing })
  const told = () => app.feedback.currentToast?.message
  return { app, server, picture, saved, told, settings: () => settings }
}

describe('[AH-15] saving a drawn picture', () => {
  test('the picture is saved under its name, and the user is told', async () => {
    const { picture, saved, told } = await start(['done'])
    await picture.save('P', '简章 二维码')
    expect([saved, told(), picture.phase]).toStrictEqual([['简章 二维码 P'], { key: 'link.pictureSaved' }, 'ready'])
  })

  test('in a browser that saves nothing by itself the user presses the picture for long', async () => {
    const { picture, told } = await start(['hold'])
    await picture.save('P', '简章 二维码')
    expect([picture.phase, told()]).toStrictEqual(['hold', undefined])
  })

  test('a user who denies the album is led to the settings, and the picture is saved then', async () => {
    const { picture, told, settings } = await start(['denied', 'done'])
    await picture.save('P', '简章 二维码')
    expect([picture.phase, told()]).toStrictEqual(['denied', undefined])
    await picture.openSettings('P', '简章 二维码')
    expect([picture.phase, told(), settings()]).toStrictEqual(['ready', { key: 'link.pictureSaved' }, 1])
  })

  const failures: [string, Error, PhraseKey, number][] = [
    ['a refused privacy authorisation', new PrivacyRefused(), 'outgoing.refused', 0],
    ['an undeclared one', new PrivacyUndeclared('saveImageToPhotosAlbum'), 'privacy.undeclared', 1],
    ['a phone that takes it not', new DocumentRefused('viewer'), 'link.pictureFailed', 0],
  ]
  test.each(failures)('%s is explained', async (_what, error, key, reports) => {
    const { picture, told, server } = await start([error])
    await picture.save('P', '简章 二维码')
    expect([told(), picture.phase, server.countOf('POST /apps/logs/action')]).toStrictEqual([{ key }, 'ready', reports])
  })

  test('a programming error is not swallowed', async () => {
    const { picture } = await start([new TypeError('broken')])
    await expect(picture.save('P', '简章 二维码')).rejects.toThrow('broken')
  })
})

describe('[AH-16] passing on a drawn picture', () => {
  test('the phone’s own sheet receives the picture, and cancelling it reports nothing', async () => {
    const sent: string[] = []
    const { picture, told } = await start([], {
      send: async (data, name) => {
        sent.push(`${name} ${data}`)
        return 'canceled'
      },
    })
    expect(picture.canSend).toBe(true)
    await picture.send('P', '简章 二维码')
    expect([sent, told()]).toStrictEqual([['简章 二维码 P'], undefined])
  })

  test('the action is not offered where the phone has no sheet', async () => {
    const { picture } = await start([])
    expect(picture.canSend).toBe(false)
  })
})
