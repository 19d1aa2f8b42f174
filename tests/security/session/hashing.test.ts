import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { HASHES_AT_ONCE, hashInTurn, partyOfAddress } from '../../../server/crypto/passwords'
import { inTransaction } from '../../../server/database/transaction'
import { FamiliarNetworks } from '../../../server/remote/FamiliarNetworks'
import { networksOf } from '../../../server/remote/networkAddress'
import { client, Client, password } from '../../support/client'
import { deepTest, isDeep } from '../../support/deep'
import { cheapHash, factories } from '../../support/factories'
import { codeOf } from '../../support/shares/sharing'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'
import { gate } from '../../support/uploads/upload'

const begin = Date.UTC(2026, 8, 1)
let now = begin
let server: TestServer
let make: ReturnType<typeof factories>
let visitorToken: string
let serial = 0

before(async () => {
  server = await startTestServer({ clock: () => new Date(now), config: { trustedProxies: 1 }, connections: 10 })
  make = factories(server.deps)
  const { csrf_token } = await client(server).visitor.call('GET /apps/users/get_base_info', {})
  visitorToken = csrf_token
  const { id } = await make.enterprise()
  await sql`
    insert into users (enterprise_id, login, name, password_hash)
    select ${id}, 'untried-' || n || '@test', 'untried', ${await cheapHash('a password')} from generate_series(1, ${UNTRIED}) n`.execute(
    server.deps.db,
  )
})
beforeEach(async () => {
  now = begin
  await server.deps.db.deleteFrom('login_attempts').execute()
})
after(() => server.close())

/** Tries to sign in from an address. */
async function tried(address: string, login: string, secret: string, cookie?: string): Promise<string> {
  const they = new Client(server.url)
  they.headers = { 'x-forwarded-for': address, requesttoken: visitorToken, ...(cookie && { cookie }) }
  return codeOf(await they.send('POST /apps/users/login', { login, password: secret }))
}

const judgedOf = (codes: readonly string[]) => codes.filter((code) => code !== 'login_too_often').length
const unknown = () => `nobody-${++serial}@test`
const UNTRIED = 1000
/** A login that nobody has tried, of an account. Checking its password takes little time, while every check of an unknown login takes long. */
const untried = () => {
  assert.ok((untriedSerial += 1) <= UNTRIED, 'there are more accounts')
  return `untried-${untriedSerial}@test`
}
let untriedSerial = 0
const wrong = () => `wrong-${++serial}`

describe('[AH-07] hashing passwords', () => {
  test('few run at once, and each network, user and kind of work gets its turn', async () => {
    const ended: string[] = []
    let running = 0
    let most = 0
    const over = gate()
    const work = (name: string) => async () => {
      most = Math.max(most, (running += 1))
      await over.opened
      running -= 1
      ended.push(name)
    }
    const flood = Array.from({ length: 600 }, () =>
      hashInTurn(partyOfAddress('strangers', '203.0.113.7'), work('flood')),
    )
    const others = [
      hashInTurn(partyOfAddress('strangers', '203.0.113.8'), work('neighbour')),
      hashInTurn(partyOfAddress('strangers', '2001:db8::1'), work('elsewhere')),
      hashInTurn(partyOfAddress('visitors', '203.0.113.7'), work('visitor')),
      hashInTurn(['users', '1', '1'], work('user')),
    ]
    over.open()
    await Promise.all([...flood, ...others])
    assert.ok(most <= HASHES_AT_ONCE, `${most} at once`)
    assert.ok(HASHES_AT_ONCE < 4, 'the file system shares the threads')
    for (const name of ['neighbour', 'elsewhere', 'visitor', 'user'])
      assert.ok(ended.indexOf(name) < 12, `${name}: ${ended.indexOf(name)}`)
  })

  test('a sign-in at a network that users know does not wait for a flood from hundreds of other networks', async () => {
    const { login } = await make.user()
    const they = new Client(server.url)
    they.headers = { 'x-forwarded-for': '192.0.2.50' }
    const session = await they.signIn(login, password, 'cookie')
    await session.call('GET /apps/users/is_user_logged_in', {})
    let ended = 0
    const over = gate()
    const flood = Array.from({ length: 300 }, (_, n) =>
      hashInTurn(partyOfAddress('strangers', `${20 + (n % 60)}.${n}.0.1`), async () => {
        await over.opened
        ended += 1
      }),
    )
    const limit = setTimeout(over.open, 10_000)
    assert.equal(await tried('192.0.2.50', login, password), 'success')
    assert.equal(ended, 0, 'the sign-in waited for the flood')
    clearTimeout(limit)
    over.open()
    await Promise.all(flood)
  })

  test('one account makes few networks known', () => {
    const networks = new FamiliarNetworks()
    for (let n = 0; n < 30; n += 1) networks.record(1, `198.51.100.${n}`)
    networks.record(2, '198.51.100.25')
    for (let n = 30; n < 40; n += 1) networks.record(1, `198.51.100.${n}`)
    const known = Array.from({ length: 40 }, (_, n) => n).filter((n) => networks.has(`198.51.100.${n}`))
    assert.deepEqual(known, [25, 32, 33, 34, 35, 36, 37, 38, 39])
  })

  test('the addresses of one customer are one network, and the networks of one provider one site', () => {
    const networks: [string, string, string][] = [
      ['203.0.113.7', '203.0.113.0/24', '203.0.113.7'],
      ['::ffff:203.0.113.7', '203.0.113.0/24', '203.0.113.7'],
      ['2001:db8:1:2ab::9', '2001:db8:1::/48', '2001:db8:1:200::/56'],
      ['2001:db8:1:2ff:1:2:3:4', '2001:db8:1::/48', '2001:db8:1:200::/56'],
      ['2001:DB8:1:300::9', '2001:db8:1::/48', '2001:db8:1:300::/56'],
      ['2001:db8::9', '2001:db8:0::/48', '2001:db8:0:0::/56'],
      ['::1', '0:0:0::/48', '0:0:0:0::/56'],
    ]
    for (const [address, site, network] of networks) assert.deepEqual(networksOf(address), [site, network], address)
  })
})

describe('[AH-07] one address without an account', () => {
  test('200 sign-ins at once, each under a new name with a new password: about a hundred are checked', async () => {
    const codes = await Promise.all(Array.from({ length: 200 }, () => tried('203.0.113.10', untried(), wrong())))
    assert.ok(judgedOf(codes) <= 105, `${judgedOf(codes)} checked`)
    const user = await make.user()
    assert.equal(await tried('198.51.100.10', user.login, password), 'success')
  })

  test('60 sign-ins at once look three accounts up at a time, so that others have connections to the database', async () => {
    const { login } = await make.user()
    const { db } = server.deps
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(distinct pid)::int as count from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()`.execute(db)
      return rows[0]!.count
    }
    const [held, over] = [gate(), gate()]
    const holding = inTransaction(db, async (transaction) => {
      await sql`lock table directory_people in access exclusive mode`.execute(transaction)
      held.open()
      await over.opened
    })
    await held.opened
    const flood = Array.from({ length: 60 }, () => tried('203.0.113.14', login, password))
    try {
      await until('three wait', async () => (await waiting()) >= 3)
      for (let n = 0; n < 3; n += 1) await client(server).visitor.call('GET /apps/users/get_base_info', {})
      assert.equal(await waiting(), 3)
    } finally {
      over.open()
    }
    await holding
    assert.deepEqual([...new Set(await Promise.all(flood))], ['success'])
  })

  deepTest('an address that has to wait waits for names that nobody has, as for names of accounts', async () => {
    const address = '203.0.113.11'
    for (let n = 0; n < 120; n += 1) await tried(address, untried(), wrong())
    const names = [unknown(), (await make.user()).login, unknown(), (await make.user()).login]
    for (const name of names) assert.equal(await tried(address, name, wrong()), 'login_too_often')
  })

  test('first attempts of one site wait after 400, although each of its networks is new', async () => {
    await tried('203.0.118.1', untried(), wrong())
    const counts = server.deps.db.updateTable('login_attempts').where('subject', '=', 'names:203.0.118.0/24')
    await counts.set({ failures: 400 }).execute()
    await tried('203.0.118.2', untried(), wrong())
    assert.equal(await tried('203.0.118.3', untried(), wrong()), 'login_too_often')
    assert.notEqual(await tried('203.0.119.3', untried(), wrong()), 'login_too_often')
  })

  deepTest('waits also count when they come from retries of the same names', async () => {
    const address = '203.0.113.12'
    for (let n = 0; n < 40; n += 1) {
      const name = untried()
      for (let again = 0; again < 3; again += 1) await tried(address, name, wrong())
    }
    const codes: string[] = []
    for (let n = 0; n < 20; n += 1) codes.push(await tried(address, untried(), wrong()))
    assert.ok(judgedOf(codes) <= 1, codes.join())
  })

  deepTest('a device on which the user signed in before does not wait with its address', async () => {
    const user = await make.user()
    const address = '203.0.113.13'
    const they = new Client(server.url)
    they.headers = { 'x-forwarded-for': address, requesttoken: visitorToken }
    const { headers } = await they.send('POST /apps/users/login', { login: user.login, password })
    const device = headers.getSetCookie().find((cookie) => cookie.startsWith('satchel_device='))!
    for (let n = 0; n < 120; n += 1) await tried(address, untried(), wrong())
    assert.equal(await tried(address, user.login, password), 'login_too_often')
    assert.equal(await tried(address, user.login, password, device.split(';', 1)[0]), 'success')
  })

  deepTest('people who mistype and then sign in do not use up the attempts of their address', async () => {
    const address = '203.0.113.14'
    for (let n = 0; n < 60; n += 1) {
      const { login } = await make.user()
      for (let slip = 0; slip < 2; slip += 1) assert.equal(await tried(address, login, wrong()), 'wrong_credentials')
      assert.equal(await tried(address, login, password), 'success')
    }
    const left = await server.deps.db
      .selectFrom('login_attempts')
      .select(['subject', 'failures'])
      .where('subject', 'in', [`address:${address}`, `names:${address}`])
      .execute()
    assert.deepEqual(
      left.map(({ failures }) => failures),
      [0, 0],
    )
  })
})

describe('[AH-07] one password sprayed over many accounts', () => {
  const sources: [string, (n: number) => string, number][] = [
    ['one address', () => '203.0.113.20', 7],
    ['one IPv6 customer', (n) => `2001:db8:20:${n.toString(16)}::1`, 7],
    ['one IPv6 site', (n) => `2001:db8:21:${(n * 256).toString(16)}::1`, 12],
    ['neighbouring IPv4 addresses', (n) => `203.0.114.${n}`, 12],
    ['addresses everywhere', (n) => `198.51.${n}.1`, 33],
  ]
  for (const [source, address, most] of sources)
    test(`from ${source}: ${most} of ${2 * most} at most are checked`, async () => {
      const users = []
      for (let n = 0; n < 2 * most; n += 1) users.push((await make.user()).login)
      const spray = wrong()
      const codes: string[] = []
      for (const [n, login] of users.entries()) codes.push(await tried(address(n), login, spray))
      assert.ok(judgedOf(codes) <= most, `${judgedOf(codes)} checked`)
    })

  test('at once: not all of 40 are checked either', async () => {
    const users = []
    for (let n = 0; n < 40; n += 1) users.push((await make.user()).login)
    const spray = wrong()
    const codes = await Promise.all(users.map((login) => tried('203.0.113.30', login, spray)))
    assert.ok(judgedOf(codes) <= 8, `${judgedOf(codes)} checked`)
  })

  const detours: [
    string,
    (n: number) => string,
    number,
    (address: string, login: string, spray: string) => Promise<string>,
  ][] = [
    [
      'after another wrong one for each account',
      (n) => `198.52.${n}.1`,
      33,
      async (address, login, spray) => {
        await tried(address, login, wrong())
        return tried(address, login, spray)
      },
    ],
    [
      'again after each refusal',
      () => '203.0.113.32',
      7,
      async (address, login, spray) => {
        const code = await tried(address, login, spray)
        return code === 'login_too_often' ? tried(address, login, spray) : code
      },
    ],
  ]
  // Trying another password first takes far more requests.
  for (const [detour, address, most, trySpray] of isDeep ? detours : detours.slice(1))
    test(`tried ${detour}: ${most} of ${2 * most} at most are checked`, async () => {
      const spray = wrong()
      const codes: string[] = []
      for (let n = 0; n < 2 * most; n += 1) codes.push(await trySpray(address(n), (await make.user()).login, spray))
      assert.ok(judgedOf(codes) <= most, `${judgedOf(codes)} checked`)
    })

  test('a wrong password that one person repeats does not delay another person there whose password it is', async () => {
    const [address, slip] = ['203.0.113.33', unknown()]
    for (let n = 0; n < 10; n += 1) {
      now += 100_000
      assert.equal(await tried(address, slip, password), 'wrong_credentials')
    }
    assert.equal(await tried(address, (await make.user()).login, password), 'success')
  })

  test('the counts reveal nothing of the password', async () => {
    await tried('203.0.113.31', (await make.user()).login, 'Sommer2026!')
    const rows = await server.deps.db.selectFrom('login_attempts').select('subject').execute()
    assert.ok(rows.some(({ subject }) => subject.startsWith('spray:')))
    assert.doesNotMatch(JSON.stringify(rows), /Sommer/)
  })
})

describe('[AH-07] a class of 40 behind one address, each on a new device', () => {
  async function enterAll(address: string) {
    const logins = await Promise.all(Array.from({ length: 40 }, async () => (await make.user()).login))
    const enter = (names: readonly string[]) => Promise.all(names.map((login) => tried(address, login, password)))
    return [...new Set(await enter(logins))]
  }

  test('signs in at once after somebody there guessed: no right password makes the next one wait', async () => {
    const address = '203.0.113.50'
    for (let n = 0; n < 130; n += 1) await tried(address, untried(), wrong())
    assert.equal(await tried(address, (await make.user()).login, password), 'login_too_often')
    now += 60_000
    assert.deepEqual(await enterAll(address), ['success'])
  })

  deepTest(
    'signs in at once with the password that the school gave to all, although some tried it in vain',
    async () => {
      const address = '203.0.113.51'
      for (let n = 0; n < 8; n += 1) await tried(address, unknown(), password)
      now += 1000
      assert.deepEqual(await enterAll(address), ['success'])
    },
  )
})
