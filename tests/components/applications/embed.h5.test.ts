import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { preview } from '@/embed/satchelEmbed'

const server = 'https://drive.example'
const options = { server, clientId: 'app_x', accessToken: 'secret', fileId: 5 }

/** Posts the frame's message to the page that opened it. */
function say(type: string, id: number, data: object = {}, origin = server) {
  const { contentWindow: source } = document.querySelector('iframe')!
  dispatchEvent(new MessageEvent('message', { source, origin, data: { from: 'satchel', type, id, data } }))
}

afterEach(() => {
  jest.useRealTimers()
  document.querySelector('iframe')?.remove()
})

describe('[OPEN-01] the page that shows a frame', () => {
  test('the page receives each message once, and nothing of another origin', async () => {
    const shown: string[] = []
    const closed = preview({ ...options, onShown: ({ name }) => shown.push(name) })
    say('preview', 2, { file: { id: 5, name: 'forged' } }, 'https://evil.example')
    say('ready', 1)
    for (let times = 0; times < 3; times += 1) say('preview', 2, { file: { id: 5, name: 'one.txt' } })
    expect(shown).toStrictEqual(['one.txt'])
    say('close', 3)
    await closed
    expect(document.querySelector('iframe')).toBeNull()
  })

  test('the page accepts a reloaded frame, which counts from the beginning', async () => {
    const closed = preview(options)
    say('ready', 1)
    say('preview', 2, { file: { id: 5, name: 'one.txt' } })
    say('ready', 1)
    say('close', 2)
    expect(document.querySelector('iframe')).toBeNull()
    await closed
  })

  test('the page removes a frame that never reports', async () => {
    jest.useFakeTimers()
    const [silent, speaks] = [preview(options), preview({ ...options, container: document.body })]
    const [, second] = document.querySelectorAll('iframe')
    const ready = { from: 'satchel', type: 'ready', id: 1, data: {} }
    dispatchEvent(new MessageEvent('message', { source: second!.contentWindow, origin: server, data: ready }))
    const told = expect(silent).rejects.toMatchObject({ code: 'unreachable' })
    jest.runAllTimers()
    await told
    expect([...document.querySelectorAll('iframe')]).toStrictEqual([second])
    say('close', 2)
    await speaks
  })

  test('the page learns why nothing can be shown', async () => {
    const closed = preview(options)
    say('error', 1, { code: 'token_invalid', message: '访问已失效' })
    await expect(closed).rejects.toMatchObject({ code: 'token_invalid', message: '访问已失效' })
    expect(document.querySelector('iframe')).toBeNull()
  })
})
