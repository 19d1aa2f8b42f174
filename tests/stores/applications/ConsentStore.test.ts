import { describe, expect, test } from '@jest/globals'
import type { AskedConsent } from '@/contract/grants'
import { ConsentStore } from '@/stores/applications/ConsentStore'
import { refusal } from '../support/fakeServer'
import { startApp } from '../support/startApp'

const ASKED = 'GET /apps/applications/asked'
const ANSWER = 'POST /apps/applications/answer'
const asked: AskedConsent = { client_id: 'app_1', response_type: 'code', redirect_uri: 'https://app.example/back' }
const asking = { name: 'Lessons', scopes: ['item_read'], target: 'app.example', is_allowed: false, refused: null }

async function rig(changes: object = {}) {
  const { app, server } = await startApp()
  const left: string[] = []
  server.on(ASKED, { ...asking, ...changes } as never)
  server.on(ANSWER, { redirect: 'https://app.example/back?code=c', code: null })
  const store = new ConsentStore({ api: app.api, leave: (address) => left.push(address) }, asked)
  return { store, server, left }
}

describe('[OAPI-01] what an application asks a user for', () => {
  test('the user is asked, and the answer leads to the application', async () => {
    const { store, server, left } = await rig()
    await store.load()
    expect([store.phase, store.asking?.name, left]).toStrictEqual(['asking', 'Lessons', []])
    await Promise.all([store.answer(true), store.answer(true)])
    expect([store.phase, left]).toStrictEqual(['leaving', ['https://app.example/back?code=c']])
    expect(server.callsOf(ANSWER).map(({ request }) => request)).toStrictEqual([{ ...asked, allows: true }])
  })

  test('what was allowed before is allowed at once', async () => {
    const { store, left } = await rig({ is_allowed: true })
    await store.load()
    expect(left).toStrictEqual(['https://app.example/back?code=c'])
  })

  test('a faulty request goes back without a question, and is never answered', async () => {
    const { store, server, left } = await rig({
      refused: 'https://app.example/back?error=invalid_scope',
      is_allowed: true,
    })
    await store.load()
    expect([store.phase, left]).toStrictEqual(['leaving', ['https://app.example/back?error=invalid_scope']])
    expect(server.countOf(ANSWER)).toBe(0)
  })

  test('without an address the code is shown, and a refusal stays on the page', async () => {
    const { store, server, left } = await rig({ target: null })
    server.on(ANSWER, { redirect: null, code: 'the code' })
    await store.load()
    await store.answer(true)
    expect([store.phase, store.code, left]).toStrictEqual(['code', 'the code', []])
    server.on(ANSWER, { redirect: null, code: null })
    await store.answer(false)
    expect(store.phase).toBe('declined')
  })

  test('a refused application is named as the server words it; a lost network can be tried again', async () => {
    const { store, server, left } = await rig()
    server.on(ASKED, refusal('redirect_refused', { text: 'the address is not registered' }))
    await store.load()
    expect([store.phase, store.error, left]).toStrictEqual(['refused', { text: 'the address is not registered' }, []])
    expect(store.fault).toBe('other')
    server.on(ASKED, refusal('invalid_request'))
    await store.load()
    expect([store.phase, store.fault]).toStrictEqual(['refused', 'request'])
    server.on(ASKED, refusal('permission_denied'))
    await store.load()
    expect([store.phase, store.fault, left]).toStrictEqual(['refused', 'account', []])
  })
})
