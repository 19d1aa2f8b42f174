import { describe, expect, test } from '@jest/globals'
import { Api } from '@/api/Api'
import { OpenApi } from '@/api/OpenApi'
import { SessionContext } from '@/api/SessionContext'
import type { HttpAnswer, HttpRequest } from '@/platform/Platform'

const INFO = 'GET /apps/representations/info'
const gone: HttpAnswer = { status: 401, body: { errors: [{ code: 'invalid_token', msg: '' }] } }

/** A frame's calls and their requests; each token of a file has its number. */
function frame(previewUserToken: string, answer: (token: string) => HttpAnswer = () => ({ status: 200, body: {} })) {
  const asked: HttpRequest[] = []
  let tokens = 0
  const request = async (call: HttpRequest): Promise<HttpAnswer> => {
    asked.push(call)
    if (call.path.includes('preview_token')) return { status: 200, body: { preview_token: `t${(tokens += 1)}` } }
    return answer(call.headers['x-preview-token']!)
  }
  const base = new Api({
    platform: { request },
    sessionContext: new SessionContext({ origin: '', scenario: 'web', authToken: '' }),
    language: () => ({}),
    reactor: () => Promise.resolve('giveUp'),
  })
  const looks = () => asked.filter(({ path }) => !path.includes('preview_token'))
  const tokensAsked = () => asked.filter(({ path }) => path.includes('preview_token')).map(({ path }) => path)
  return { api: new OpenApi(base, { accessToken: 'secret', previewUserToken }), looks, tokensAsked }
}

describe('[OPEN-04] a preview in a frame', () => {
  test('each version gets a token for 3600 seconds, once, and is viewed with it', async () => {
    const { api, looks, tokensAsked } = frame('')
    for (const version of [{}, {}, { file_version_id: 9 }]) await api.call(INFO, { file_id: 5, ...version })
    expect(tokensAsked()).toStrictEqual([
      '/api/v2/file/preview_token?file_id=5&period=3600',
      '/api/v2/file/preview_token?file_id=5&file_version_id=9&period=3600',
    ])
    expect(looks().map(({ headers, body }) => [headers['x-preview-token'], headers.Authorization, body])).toStrictEqual(
      [
        ['t1', 'Bearer secret', { file_id: 5 }],
        ['t1', 'Bearer secret', { file_id: 5 }],
        ['t2', 'Bearer secret', { file_id: 5 }],
      ],
    )
  })

  test('an expired token is replaced', async () => {
    const { api, looks } = frame('', (token) => (token === 't1' ? gone : { status: 200, body: {} }))
    await api.call(INFO, { file_id: 5 })
    expect(looks().map(({ headers }) => headers['x-preview-token'])).toStrictEqual(['t1', 't2'])
  })

  test('[OPEN-02] previewUserToken names the viewer', async () => {
    const { api, looks } = frame('theirs')
    await api.call(INFO, { file_id: 5 })
    expect(looks()[0]!.body).toStrictEqual({ file_id: 5, preview_user_token: 'theirs' })
  })
})
