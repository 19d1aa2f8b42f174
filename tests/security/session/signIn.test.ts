import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { networkOf } from '../../../server/remote/networkAddress'
import { client, Client, password } from '../../support/client'
import { deepTest, isDeep } from '../../support/deep'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

const now = Date.UTC(2026, 8, 1)
/** A number of people greater than the number of guesses that one address may make. */
const PEOPLE = isDeep ? 800 : 120
/** A number of wrong sign-ins after which their address waits. */
const GUESSES = 120
let server: TestServer
let make: ReturnType<typeof factories>

before(async () => {
  server = await startTestServer({ clock: () => new Date(now), config: { trustedProxies: 1 } })
  make = factories(server.deps)
})
after(() => server.close())

/** A visitor before sign-in, as the proxy sees them. */
async function at(address: string, cookie = '') {
  const visitor = client(server).visitor
  visitor.headers = { 'x-forwarded-for': address, ...(cookie && { cookie }) }
  const { csrf_token } = await visitor.call('GET /apps/users/get_base_info', {})
  const found = new Client(server.url)
  found.headers = { ...visitor.headers, requesttoken: csrf_token }
  return found
}

const tries = async (who: Client, login: string, secret: string) => {
  const { body, headers } = await who.send('POST /apps/users/login', { login, password: secret })
  const code = /"error_code":"(\w+)"/.exec(JSON.stringify(body))?.[1] ?? 'signed in'
  return { code, cookies: headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]!) }
}

describe('guessing', () => {
  test(`${PEOPLE} people behind one address sign in within a minute while somebody there guesses`, async () => {
    const address = '203.0.113.7'
    const users = []
    for (let n = 0; n < GUESSES + PEOPLE; n += 1) users.push(await make.user())
    const guesser = await at(address)
    const targets = users.slice(0, GUESSES).map(({ login }) => login)
    for (const login of targets) await tries(guesser, login, 'wrong')
    const guesses = new Set<string>()
    for (const login of targets) guesses.add((await tries(guesser, login, 'wrong again')).code)
    assert.deepEqual([...guesses], ['login_too_often'])
    const visitor = await at(address)
    const codes: string[] = []
    const queue = users.slice(GUESSES)
    const work = async () => {
      for (let user = queue.pop(); user; user = queue.pop())
        codes.push((await tries(visitor, user.login, password)).code)
    }
    await Promise.all(Array.from({ length: 20 }, work))
    assert.deepEqual([...new Set(codes)], ['signed in'])
    assert.equal(codes.length, PEOPLE)
  })

  deepTest('correct passwords do not count against their address', async () => {
    const users = []
    for (let n = 0; n < 110; n += 1) users.push(await make.user())
    const visitor = await at('203.0.113.8')
    for (const { login } of users) assert.equal((await tries(visitor, login, password)).code, 'signed in')
    const clumsy = await make.user()
    assert.equal((await tries(visitor, clumsy.login, 'wrong')).code, 'wrong_credentials')
    assert.equal((await tries(visitor, clumsy.login, password)).code, 'signed in')
  })

  test('guesses from many addresses do not lock out a device on which the owner signed in before', async () => {
    const owner = await make.user()
    const { cookies } = await tries(await at('198.51.100.1'), owner.login, password)
    const device = cookies.find((cookie) => cookie.startsWith('satchel_device='))
    for (let n = 0; n < 30; n += 1) await tries(await at(`198.51.100.${10 + n}`), owner.login, 'wrong')
    assert.equal((await tries(await at('192.0.2.1'), owner.login, password)).code, 'login_too_often')
    assert.equal((await tries(await at('192.0.2.1', device), owner.login, password)).code, 'signed in')
  })

  test('the mini-program gets its device’s token in the answer', async () => {
    const owner = await make.user()
    const send = async (address: string, device_token?: string) =>
      (await at(address)).send('POST /apps/users/login', {
        login: owner.login,
        password,
        scenario: 'applet',
        ...(device_token && { device_token }),
      })
    const { device_token } = (await send('198.51.100.1')).body as { device_token: string }
    for (let n = 0; n < 30; n += 1) await tries(await at(`198.51.100.${50 + n}`), owner.login, 'wrong')
    assert.match(JSON.stringify((await send('192.0.2.2')).body), /login_too_often/)
    assert.match(JSON.stringify((await send('192.0.2.2', device_token)).body), /auth_token/)
  })

  test('a device’s token is valid only for its login, and allows no more guesses than any other device has', async () => {
    const [mine, other] = [await make.user(), await make.user()]
    const { cookies } = await tries(await at('198.51.100.1'), mine.login, password)
    const device = cookies.find((cookie) => cookie.startsWith('satchel_device='))
    for (let n = 0; n < 30; n += 1) await tries(await at(`198.51.100.${90 + n}`), other.login, 'wrong')
    assert.equal((await tries(await at('192.0.2.3', device), other.login, password)).code, 'login_too_often')
    const codes = []
    for (let n = 0; n < 20; n += 1)
      codes.push((await tries(await at(`192.0.2.${n}`, device), mine.login, 'wrong')).code)
    assert.ok(codes.includes('login_too_often'))
  })

  test('addresses of one IPv6 network count as one', async () => {
    const user = await make.user()
    const codes = []
    for (let n = 0; n < 6; n += 1)
      codes.push((await tries(await at(`2001:db8:1:2::${n + 1}`), user.login, 'wrong')).code)
    assert.ok(codes.includes('login_too_often'))
    const networks: [string, string][] = [
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0::/56'],
      ['2001:DB8:1:2::9', '2001:db8:1:0::/56'],
      ['2001:db8::9', '2001:db8:0:0::/56'],
      ['::1', '0:0:0:0::/56'],
      ['fe80::1%eth0', 'fe80:0:0:0::/56'],
      ['::ffff:192.0.2.1', '192.0.2.1'],
      ['192.0.2.1', '192.0.2.1'],
    ]
    for (const [address, network] of networks) assert.equal(networkOf(address), network)
  })
})

describe('the cookie', () => {
  const cookiesOf = async (config: { baseUrl: string | null; trustedProxies: number }) => {
    const other = await startTestServer({ config })
    const user = await factories(other.deps).user()
    const visitor = client(other).visitor
    const { csrf_token } = await visitor.call('GET /apps/users/get_base_info', {})
    visitor.headers = { requesttoken: csrf_token }
    const { headers } = await visitor.send('POST /apps/users/login', { login: user.login, password })
    await other.close()
    return headers.getSetCookie()
  }

  test('is Secure and bound to its host where BASE_URL is https, also when the proxy forgets a header', async () => {
    for (const trustedProxies of [0, 1]) {
      for (const cookie of await cookiesOf({ baseUrl: 'https://127.0.0.1', trustedProxies }))
        assert.match(cookie, /^__Host-satchel_(session|device)=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    }
  })

  test('is neither Secure nor bound to its host where BASE_URL is http', async () => {
    for (const cookie of await cookiesOf({ baseUrl: 'http://127.0.0.1', trustedProxies: 1 }))
      assert.match(cookie, /^satchel_(session|device)=.*; HttpOnly; SameSite=Lax$/)
  })
})
