import { describe, expect, test } from '@jest/globals'
import { createPictures } from '@/platform/h5/files/pictures'
import { DocumentRefused } from '@/platform/Platform'

const userAgent = 'Mozilla/5.0 (Linux; Android 14) Chrome/140'
const picture = `data:image/png;base64,${Buffer.from('PNG').toString('base64')}`

/** A browser whose sheet ends so. */
function browser(end: Error | null = null, takesFiles = true) {
  const shared: ShareData[] = []
  return {
    userAgent,
    shared,
    share(data?: ShareData) {
      shared.push(data!)
      return end ? Promise.reject(end) : Promise.resolve()
    },
    canShare: ({ files = [] }: ShareData = {}) => takesFiles && files[0]?.type === 'image/png',
  }
}

describe('[AH-16] the browser’s own sheet', () => {
  test('the sheet receives a picture as a named file where the system accepts files', async () => {
    const has = browser()
    expect(await createPictures(has).send!(picture, '简章 二维码')).toBe('done')
    const [file] = has.shared[0]!.files!
    expect([file!.name, file!.type, await file!.text()]).toStrictEqual(['简章 二维码.png', 'image/png', 'PNG'])
  })

  test('the sheet is not offered where a browser has none, or one that accepts no files', () => {
    expect(createPictures({ userAgent }).send).toBeUndefined()
    expect(createPictures(browser(null, false)).send).toBeUndefined()
    expect(createPictures({ userAgent, share: browser().share }).send).toBeUndefined()
  })

  test.each([
    ['given up by the user', 'AbortError', 'canceled'],
    ['too late after the tap', 'NotAllowedError', 'tap'],
  ])('%s is no failure', async (_what, name, expected) => {
    expect(await createPictures(browser(new DOMException('', name))).send!(picture, '')).toBe(expected)
  })

  test('any other error is a failure', async () => {
    const { send } = createPictures(browser(new TypeError('broken')))
    await expect(send!(picture, '')).rejects.toBeInstanceOf(DocumentRefused)
  })
})

describe('[AH-15] a drawn picture in a browser inside another app', () => {
  test.each([
    'Mozilla/5.0 (iPhone) MicroMessenger/8.0.50',
    'Mozilla/5.0 (Linux; Android 14) wxwork/4.1 MicroMessenger/7.0',
    'Mozilla/5.0 (iPhone) QQ/9.0.8',
  ])('a long press saves the picture: %s', async (agent) => {
    expect(await createPictures({ userAgent: agent }).save(picture, '简章')).toBe('hold')
  })
})
