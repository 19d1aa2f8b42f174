import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { calls, type CallName } from '@/contract/api'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { codeOf } from '../../support/shares/sharing'
import { startTestServer, type TestServer } from '../../support/testServer'
import { demands } from '../../security/rig/demands'
import { valuesOf } from '../../security/rig/slots'

/* decisions 61: a request without a sender who may make the call is refused before its body is judged. */

let server: TestServer
let visitor: Client
let halfway: Client
let member: Client

before(async () => {
  server = await startTestServer()
  const make = factories(server.deps)
  visitor = client(server).visitor
  const { csrf_token: requesttoken } = await visitor.call('GET /apps/users/get_base_info', {})
  visitor.headers = { requesttoken }
  const enterprise = await make.enterprise({ force_two_step: true })
  halfway = await client(server).as((await make.user({ enterprise })).login)
  member = await client(server).as((await make.user()).login)
})
after(() => server.close())

const guarded = (Object.keys(calls) as CallName[]).filter(
  (name) => !['public', 'application'].includes(demands[name].door),
)
const pathOf = (name: CallName) => `/api${name.split(' ')[1]!.replace(/\{(\w+)\}/g, '1')}`

/** Bodies that no call accepts, or that lack what it needs. */
const faulty = ['{}', '[]', '"x"', 'null', '{', '{"x":', ''] as const

const sendBody = (who: Client, name: CallName, body: string) => who.request('POST', pathOf(name), body)
/** Every field as a value that no schema accepts. */
const wrong = (name: CallName) =>
  Object.fromEntries(Object.keys(calls[name].request.properties).map((field) => [field, { wrong: [true] }]))

describe('without a session', () => {
  for (const name of guarded) {
    test(`[ERR-01] ${name} asks for a sign-in, whatever its input is`, async () => {
      const valid = codeOf(await visitor.send(name, valuesOf(calls[name].request)))
      assert.ok(
        ['login_expired', 'action_need_login', 'share_grant_expired', 'share_link_not_found'].includes(valid),
        valid,
      )
      const found: string[] = []
      if (name.startsWith('POST')) {
        for (const body of [...faulty, JSON.stringify(wrong(name))])
          found.push(codeOf(await sendBody(visitor, name, body)))
      } else found.push(codeOf(await visitor.request('GET', `${pathOf(name)}?offset=x&limit=-1&file_id=x&scenario=no`)))
      const asked = 'scenario' in valuesOf(calls[name].request) ? 'login_expired' : valid
      assert.deepEqual(new Set(found), new Set([asked]))
    })
  }

  test('[ERR-01] a visitor’s faulty call needs its visit token first', async () => {
    const ask = { scenario: 'share', share_link_token: 'AbCdEfGhIjKlMnOpQrStUv' }
    assert.notEqual(codeOf(await visitor.send('GET /apps/representations/info', ask)), 'invalid_request')
    assert.notEqual(codeOf(await visitor.send('POST /apps/files/copy', ask)), 'invalid_request')
  })
})

test('[ERR-01] before the second step a faulty body is not judged either', async () => {
  for (const body of faulty)
    assert.equal(codeOf(await sendBody(halfway, 'POST /apps/comments/create', body)), 'force_two_step')
})

test('[ERR-01] a signed-in user hears which field is wrong', async () => {
  const { entry } = await member.refused('POST /apps/comments/create', { content: 5 }, 'invalid_request')
  assert.ok(entry.field !== undefined)
})
