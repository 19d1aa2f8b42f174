import { describe, expect, test } from '@jest/globals'
import { ApiFailure } from '@/api/ApiFailure'
import { Api, type CallOptions, type Reactor } from '@/api/Api'
import { SessionContext } from '@/api/SessionContext'
import { NoAnswer } from '@/platform/Platform'
import { createCanceler } from '@/platform/canceler'
import { makeBaseInfo } from '../stores/support/factories'
import { FakePlatform } from '../stores/support/fakePlatform'
import { refusal, status } from '../stores/support/fakeServer'

interface Setting {
  name?: 'h5' | 'weapp'
  authToken?: string
  reactor?: Reactor
}

function makeApi({ name = 'h5', authToken = '', reactor = async () => 'giveUp' }: Setting = {}) {
  const platform = new FakePlatform(name)
  const sessionContext = new SessionContext({ origin: '', scenario: name === 'h5' ? 'web' : 'applet', authToken })
  const seen: string[] = []
  const watched: Reactor = (reaction, failure, quiet) => {
    seen.push(reaction.kind)
    return reactor(reaction, failure, quiet)
  }
  const api = new Api({
    platform,
    sessionContext,
    language: () => ({ language: 'en', wording: 'education' }),
    reactor: watched,
  })
  return { api, sessionContext, platform, server: platform.server, seen }
}

const markAsUsed = (api: Api, options?: CallOptions) =>
  api.call('POST /recent_items/mark_as_used', { item_typed_id: 'file_3' }, options)

describe('[CTX-02] the headers of every call', () => {
  test('the web sends X-Requested-With and requesttoken, and neither token nor language of the applet', async () => {
    const { api, sessionContext, server } = makeApi()
    sessionContext.setBaseInfo(makeBaseInfo({ csrf_token: 'csrf-9' }))
    server
      .on('POST /recent_items/mark_as_used', {})
      .on('GET /apps/users/is_user_logged_in', { is_user_logged_in: true })
    await markAsUsed(api)
    await api.call('GET /apps/users/is_user_logged_in', {})
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'X-Client': api.client, requesttoken: 'csrf-9' }
    expect(server.seen.map((call) => [call.method, call.path, call.headers, call.body])).toStrictEqual([
      ['POST', '/api/recent_items/mark_as_used', headers, { item_typed_id: 'file_3' }],
      ['GET', '/api/apps/users/is_user_logged_in', headers, undefined],
    ])
  })

  test('the applet sends Auth-Token and the language as headers', async () => {
    const { api, server } = makeApi({ name: 'weapp', authToken: 'token-1' })
    server.on('POST /recent_items/mark_as_used', {})
    await markAsUsed(api)
    expect(server.seen[0]?.headers).toStrictEqual({
      'X-Requested-With': 'XMLHttpRequest',
      'X-Client': api.client,
      'Auth-Token': 'token-1',
      'X-Lang': 'en',
      'X-Lang-Type': 'education',
    })
  })
})

describe('a failed call', () => {
  test('the error carries method, path, status, code, request id and cause', async () => {
    const { api, server } = makeApi()
    server.on('POST /recent_items/mark_as_used', refusal('item_locked'))
    const refused: unknown = await markAsUsed(api).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ApiFailure)
    const { method, path, status, code, requestId } = refused as ApiFailure
    expect({ method, path, status, code, requestId }).toStrictEqual({
      method: 'POST',
      path: '/api/recent_items/mark_as_used',
      status: 200,
      code: 'item_locked',
      requestId: 'r-1',
    })
    const cause = new NoAnswer('network')
    server.on('POST /recent_items/mark_as_used', cause)
    const unanswered: unknown = await markAsUsed(api).catch((error: unknown) => error)
    expect(unanswered).toBeInstanceOf(ApiFailure)
    const failure = unanswered as ApiFailure
    expect(failure.status).toBeUndefined()
    expect(failure.cause).toBe(cause)
  })

  test('an error of our own is not taken for one of the network', async () => {
    const { api, seen } = makeApi()
    await expect(markAsUsed(api)).rejects.toThrow(/unexpected call/)
    expect(seen).toStrictEqual([])
  })

  test('an accepted code reaches the caller without a reaction, and another one does not', async () => {
    const { api, server, seen } = makeApi()
    server.on('POST /recent_items/mark_as_used', refusal('item_locked'))
    await expect(markAsUsed(api, { handledCodes: ['item_locked'] })).rejects.toBeInstanceOf(ApiFailure)
    expect(seen).toStrictEqual([])
    await expect(markAsUsed(api, { handledCodes: ['name_taken'] })).rejects.toBeInstanceOf(ApiFailure)
    expect(seen).toStrictEqual(['alert'])
  })

  test('a caller that accepts all gets no reaction of the app, sign-in included', async () => {
    const { api, server, seen } = makeApi()
    server.on('POST /recent_items/mark_as_used', refusal('login_expired'))
    await expect(markAsUsed(api, { handledCodes: 'all' })).rejects.toBeInstanceOf(ApiFailure)
    expect(seen).toStrictEqual([])
  })

  test('a cancelled call causes no reaction', async () => {
    const { api, server, seen } = makeApi()
    const canceler = createCanceler()
    server.on('POST /recent_items/mark_as_used', () => new Promise(() => {}))
    const call = markAsUsed(api, { canceler })
    canceler.cancel()
    const refused: unknown = await call.catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ApiFailure)
    expect((refused as ApiFailure).failure.kind).toBe('canceled')
    expect(seen).toStrictEqual([])
  })

  test('a call is sent once more where the reaction says so', async () => {
    let asked = 0
    const { api, server } = makeApi({ reactor: async () => (asked < 3 ? 'repeat' : 'giveUp') })
    server.on('POST /recent_items/mark_as_used', () => (++asked < 3 ? status(502) : {}))
    await markAsUsed(api)
    expect(asked).toBe(3)
  })

  test('a late refusal of an earlier session is repeated without a prompt', async () => {
    const { api, sessionContext, server, seen } = makeApi({ name: 'weapp', authToken: 'old' })
    server.on('POST /recent_items/mark_as_used', (_, { headers }) => {
      if (headers['Auth-Token'] !== 'old') return {}
      sessionContext.beginSession('csrf', 'new')
      return status(401)
    })
    await markAsUsed(api)
    expect(server.seen.map(({ headers }) => headers['Auth-Token'])).toStrictEqual(['old', 'new'])
    expect(seen).toStrictEqual([])
  })
})
