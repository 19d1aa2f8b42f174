import { describe, expect, test } from '@jest/globals'
import { Api } from '@/api/Api'
import { SessionContext } from '@/api/SessionContext'
import { readOpenOptions } from '@/domain/applications/options'
import type { FrameMessage } from '@/domain/applications/protocol'
import type { HttpAnswer } from '@/platform/Platform'
import { OpenSession } from '@/stores/applications/OpenSession'
import { ManualClock } from '../support/manualClock'

const ORIGIN = 'https://app.example'
const ended: HttpAnswer = { status: 401, body: { errors: [{ code: 'invalid_token', msg: '访问已失效' }] } }
const ofOrigin = (origin: string | null): HttpAnswer => ({ status: 200, body: { id: 3, name: '林老师', origin } })

/** A frame whose first call is answered so, and the messages that its page receives. */
function frame(first: HttpAnswer | Promise<HttpAnswer>, origin = ORIGIN) {
  const said: [type: string, data: object, to: string][] = []
  const answers = [first]
  const base = new Api({
    platform: { request: () => Promise.resolve(answers.shift()!) },
    sessionContext: new SessionContext({ origin: '', scenario: 'web', authToken: '' }),
    language: () => ({}),
    reactor: () => Promise.resolve('giveUp'),
  })
  const parent = {
    isThere: true,
    post: ({ type, data }: FrameMessage, to: string) => void said.push([type, data, to]),
    listen: () => () => undefined,
  }
  const options = readOpenOptions('/select_files', { origin, accessToken: 'secret' })
  const session = new OpenSession({ api: base, clock: new ManualClock(), parent }, options)
  return { session, said, answers }
}

describe('[OPEN-01] a frame that cannot be shown', () => {
  test('an expired token is reported to the page in the server’s words', async () => {
    const { session, said } = frame(ended)
    await session.open()
    expect(session.phase).toBe('invalid')
    expect(said).toStrictEqual([['error', { code: 'token_invalid', message: '访问已失效' }, ORIGIN]])
  })

  test.each([null, 'https://other.example'])('a token of %j is reported, though not whose it is', async (origin) => {
    const { session, said } = frame(ofOrigin(origin))
    await session.open()
    expect(session.phase).toBe('foreign')
    expect(said).toStrictEqual([['error', { code: 'origin_refused', message: '' }, ORIGIN]])
  })

  test('the frame can be left, and retried before', async () => {
    const { session, said } = frame({ status: 500, body: {} })
    await session.open()
    expect([session.phase, said]).toStrictEqual(['failed', []])
    void session.finish('close', {})
    expect(said).toStrictEqual([['close', {}, ORIGIN]])
  })

  test('a frame that is left while it loads stays left', async () => {
    let answered = (_: HttpAnswer) => {}
    const { session, said } = frame(new Promise((resolve) => (answered = resolve)))
    const opened = session.open()
    void session.finish('close', {})
    answered(ofOrigin(ORIGIN))
    await opened
    expect(session.phase).toBe('over')
    expect(said).toStrictEqual([['close', {}, ORIGIN]])
  })

  test.each(['', 'null', '*', 'javascript:alert(1)', 'https://app.example/'])(
    'the frame says nothing to %j',
    async (origin) => {
      const { session, said } = frame(ended, origin)
      await session.open()
      expect([session.phase, said]).toStrictEqual(['invalid', []])
    },
  )
})

test('[OPEN-01] a frame that is ready reports to the page of its token', async () => {
  const { session, said } = frame(ofOrigin(ORIGIN), '')
  await session.open()
  expect(session.phase).toBe('ready')
  expect(said).toStrictEqual([['ready', { module: 'select_files' }, ORIGIN]])
})

describe('[OPEN-04] a preview in a frame', () => {
  const told = async (answer: HttpAnswer) => {
    const { session, said, answers } = frame(ofOrigin(ORIGIN))
    answers.push(answer)
    await session.open()
    said.splice(0)
    await session.api.call('GET /apps/files/get_info', { item_typed_id: 'file_5' }).catch(() => undefined)
    return said
  }

  test('the frame names the shown file to its page', async () => {
    const shown: HttpAnswer = { status: 200, body: { id: 5, name: 'one.txt' } }
    expect(await told(shown)).toStrictEqual([['preview', { file: { id: 5, name: 'one.txt' } }, ORIGIN]])
  })

  test('the frame says why the file is not available', async () => {
    const gone: HttpAnswer = { status: 404, body: { errors: [{ code: 'item_not_found', msg: '不存在' }] } }
    expect(await told(gone)).toStrictEqual([['error', { code: 'item_not_found', message: '不存在' }, ORIGIN]])
  })

  test('the frame stays where the server only fails to answer, and offers a retry', async () => {
    expect(await told({ status: 502, body: '' })).toStrictEqual([])
  })
})
