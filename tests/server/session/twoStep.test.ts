import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { TOTP } from 'otpauth'
import { client, password } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>
let now = new Date('2026-11-20T08:00:00Z')

before(async () => {
  server = await startTestServer({ clock: () => now })
  make = factories(server.deps)
})
after(() => server.close())

async function forcedUser() {
  const enterprise = await make.enterprise({ force_two_step: true })
  return make.user({ enterprise })
}

const beginSecondStep = async (user: Awaited<ReturnType<ReturnType<typeof client>['as']>>) =>
  user.call('POST /apps/users/two_step/begin', { password })
const codeFor = (secret: string) => new TOTP({ secret }).generate({ timestamp: now.getTime() })

describe('the second step that an enterprise forces', () => {
  test('before the second step every other call answers force_two_step with its page', async () => {
    const user = await client(server).as((await forcedUser()).login)
    const { kind, entry } = await user.refused('GET /apps/frequently_used_items/get_list', {}, 'force_two_step')
    assert.deepEqual([kind, entry.redirect], ['force_two_step', '/settings/security'])
    assert.equal((await user.call('GET /apps/users/two_step', {})).is_required, true)
  })

  test('the first right code enrols the user and passes only this session, and the secret is never shown again', async () => {
    const { login } = await forcedUser()
    const user = await client(server).as(login)
    assert.equal((await user.call('GET /apps/users/two_step', {})).is_enrolled, false)
    const { secret, address } = await beginSecondStep(user)
    assert.ok(address.startsWith('otpauth://totp/') && address.includes(secret))
    await user.pass(codeFor(secret))
    await user.call('GET /apps/frequently_used_items/get_list', {})
    const after = await user.call('GET /apps/users/two_step', {})
    assert.deepEqual([after.is_enrolled, after.is_passed], [true, true])
    await user.refused('POST /apps/users/two_step/begin', { password }, 'permission_denied')

    const elsewhere = await client(server).as(login)
    await elsewhere.refused('GET /apps/frequently_used_items/get_list', {}, 'force_two_step')
  })

  test('a code works once, a wrong one never, the code of the previous step still works', async () => {
    const { login } = await forcedUser()
    const user = await client(server).as(login)
    const secret = (await beginSecondStep(user)).secret
    const code = codeFor(secret)
    const wrong = code === '000000' ? '000001' : '000000'
    await user.refused('POST /apps/users/two_step', { code: wrong }, 'wrong_code')
    now = new Date(now.getTime() + 30_000)
    await user.pass(code)
    const elsewhere = await client(server).as(login)
    await elsewhere.refused('POST /apps/users/two_step', { code }, 'wrong_code')
    await elsewhere.pass(codeFor(secret))
  })

  test('a code of two steps ago no longer works', async () => {
    const user = await client(server).as((await forcedUser()).login)
    const code = codeFor((await beginSecondStep(user)).secret)
    now = new Date(now.getTime() + 60_000)
    await user.refused('POST /apps/users/two_step', { code }, 'wrong_code')
  })

  test('guessing codes is slowed down', async () => {
    const user = await client(server).as((await forcedUser()).login)
    const secret = (await beginSecondStep(user)).secret
    const right = codeFor(secret)
    const guesses = ['111111', '222222', '333333', '444444', '555555'].filter((guess) => guess !== right)
    for (const code of guesses) await user.send('POST /apps/users/two_step', { code })
    await user.refused('POST /apps/users/two_step', { code: right }, 'login_too_often')
  })

  test('a malformed code is refused with its field, and a stranger must sign in', async () => {
    const user = await client(server).as((await forcedUser()).login)
    const { entry } = await user.refused('POST /apps/users/two_step', { code: '12ab' }, 'invalid_request')
    assert.equal(entry.field, 'code')
    await client(server).visitor.refused('GET /apps/users/two_step', {}, 'login_expired')
  })

  test('an enterprise without the policy requires no second step', async () => {
    const user = await client(server).as((await make.user()).login)
    await user.call('GET /apps/frequently_used_items/get_list', {})
    assert.equal((await user.call('GET /apps/users/two_step', {})).is_required, false)
  })
})
