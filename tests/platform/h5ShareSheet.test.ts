import { describe, expect, test } from '@jest/globals'
import { createPictures } from '@/platform/h5/pictures'
import { createShareSheet } from '@/platform/h5/shareSheet'
import { DocumentRefused } from '@/platform/Platform'

const link = { title: '简章', text: '简章', url: 'https://drive.test/share/a' }
const picture = `data:image/png;base64,${Buffer.from('PNG').toString('base64')}`

/** A browser whose sheet ends so. */
function browser(end: Error | null = null, takesFiles = true) {
  const shared: ShareData[] = []
  return {
    shared,
    share(data?: ShareData) {
      shared.push(data!)
      return end ? Promise.reject(end) : Promise.resolve()
    },
    canShare: ({ files = [] }: ShareData = {}) => takesFiles && files[0]?.type === 'image/png',
  }
}

describe('[AH-16] the browser’s own sheet', () => {
  test('is absent where a browser has none', () => {
    expect(createShareSheet({})).toStrictEqual({})
  })

  test('takes an address', async () => {
    const has = browser()
    expect(await createShareSheet(has).link!(link)).toBe('done')
    expect(has.shared).toStrictEqual([link])
  })

  test('takes a picture as a file with its name, where the system takes files', async () => {
    const has = browser()
    expect(await createShareSheet(has).picture!(picture, '简章 二维码')).toBe('done')
    const [file] = has.shared[0]!.files!
    expect([file!.name, file!.type, await file!.text()]).toStrictEqual(['简章 二维码.png', 'image/png', 'PNG'])
  })

  test('offers no picture where it takes addresses alone', () => {
    expect(createShareSheet(browser(null, false)).picture).toBeUndefined()
    expect(createShareSheet({ share: browser().share }).picture).toBeUndefined()
  })

  test.each([
    ['given up by the user', 'AbortError', 'canceled'],
    ['too late after the tap', 'NotAllowedError', 'tap'],
  ])('%s is no failure', async (_what, name, expected) => {
    expect(await createShareSheet(browser(new DOMException('', name))).link!(link)).toBe(expected)
  })

  test('anything else is one', async () => {
    await expect(createShareSheet(browser(new TypeError('broken'))).link!(link)).rejects.toBeInstanceOf(DocumentRefused)
  })
})

describe('[AH-15] a drawn picture in a browser inside another app', () => {
  test.each([
    'Mozilla/5.0 (iPhone) MicroMessenger/8.0.50',
    'Mozilla/5.0 (Linux; Android 14) wxwork/4.1 MicroMessenger/7.0',
    'Mozilla/5.0 (iPhone) QQ/9.0.8',
  ])('%s: is saved by a long press', async (agent) => {
    expect(await createPictures(agent).save(picture, '简章')).toBe('hold')
  })
})
