import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../support/cluster'
import { client, password } from '../../support/client'
import { deepTest } from '../../support/deep'
import { factories } from '../../support/factories'
import { serverCommand } from '../../support/serverProcess'
import { until } from '../../support/until'

let database: TestDatabase
let folder: string
let running: ChildProcess | undefined

before(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'satchel-main-'))
  await chmod(folder, 0o711)
})
afterEach(async () => {
  if (running?.exitCode === null && running.signalCode === null) {
    running.kill('SIGTERM')
    await once(running, 'exit')
  }
})
after(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Starts the server as `npm start` does, by default on the test database. */
async function run(environment: Record<string, string> = {}) {
  const { host, user, database: name, port } = database.connection
  const child = spawn(process.execPath, serverCommand, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: folder,
      DEMO: '0',
      LOG_LEVEL: 'info',
      DATABASE_URL: `postgres:///${name}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`,
      ...environment,
    },
  })
  running = child
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  const url = () => /Satchel listens on (http\S+)/.exec(output)?.[1]
  await until('the server', () => url() ?? child.exitCode !== null, 60_000)
  return { child, url: url() ?? '', output: () => output }
}

describe('the server’s process', () => {
  test('it prints its address, serves, logs requests as JSON with ids and without signatures, and ends on SIGTERM', async () => {
    const { child, url, output } = await run()
    const { headers } = await client({ url }).visitor.request(
      'GET',
      '/api/apps/files/download/content?file_id=1&a=u1&e=1&s=secret',
    )
    assert.ok(headers)
    const logged = await until('the log', () =>
      output()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as { reqId?: string; req?: { url: string } })
        .find((line) => line.req),
    )
    assert.match(logged.reqId!, /^[0-9a-f-]{36}$/)
    assert.ok(!output().includes('secret'))
    child.kill('SIGTERM')
    assert.deepEqual(await once(child, 'exit'), [0, null])
  })

  deepTest('no log line contains a query: neither tokens of links nor passwords in an address', async () => {
    const { child, url, output } = await run()
    for (const query of [
      'scenario=share&share_link_token=kept-secret&folderId=0',
      'password=kept-secret',
      'x&y=kept-secret&s=1',
    ])
      await client({ url }).visitor.request('GET', `/api/apps/users/is_user_logged_in?${query}`)
    await until('the lines', () => output().split('"res":').length > 3)
    assert.ok(!output().includes('kept-secret'))
    child.kill('SIGTERM')
    await once(child, 'exit')
  })

  deepTest('the log line of a request names the actor, null before sign-in', async () => {
    const { child, url, output } = await run()
    const user = await factories({ db: database.db, storage: undefined as never, clock: () => new Date() }).user({
      login: 'logged',
    })
    const they = await client({ url }).as(user.login)
    await they.call('GET /apps/users/is_user_logged_in', {})
    const actors = () =>
      output()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as { res?: { actor: string | null } })
        .flatMap(({ res }) => (res ? [res.actor] : []))
    await until('the line', () => actors().includes(`u${user.id}`))
    assert.equal(actors()[0], null)
    child.kill('SIGTERM')
    await once(child, 'exit')
  })

  deepTest('a running request is answered before the process ends', async () => {
    const { child, url, output } = await run()
    const user = await factories({ db: database.db, storage: undefined as never, clock: () => new Date() }).user()
    const { csrf_token: requesttoken } = await client({ url }).visitor.call('GET /apps/users/get_base_info', {})
    const headers = { requesttoken, 'X-Requested-With': 'XMLHttpRequest', 'content-type': 'application/json' }
    const login = request(`${url}/api/apps/users/login`, { method: 'POST', headers })
    login.write(`{"login":"${user.login}",`)
    await until('the request', () => output().includes('/apps/users/login'))
    child.kill('SIGTERM')
    const isRefused = () =>
      fetch(url).then(
        ({ status }) => status === 503,
        () => true,
      )
    await until('the shutdown to start', isRefused)
    login.end('"password":"correct horse"}')
    const [[response], [code]] = await Promise.all([once(login, 'response'), once(child, 'exit')])
    assert.deepEqual([response.statusCode, code], [200, 0])
  })

  deepTest('wrong settings end it with an explanation', async () => {
    const { child, output } = await run({ PORT: 'x', LOG_LEVEL: 'loud' })
    assert.equal(child.exitCode, 1)
    assert.match(output(), /Settings that cannot be used:\n {2}PORT=x.*\n {2}LOG_LEVEL=loud/)
  })

  deepTest('a used port and an unreachable database end it', async () => {
    const { url } = await run()
    const first = running
    const second = await run({ PORT: new URL(url).port })
    assert.equal(second.child.exitCode, 1)
    assert.match(second.output(), /EADDRINUSE/)
    running = first
    const third = await run({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
    assert.equal(third.child.exitCode, 1)
    assert.match(third.output(), /ECONNREFUSED/)
    running = first
  })

  deepTest('the embedded engine starts and ends with it', async () => {
    const { child, url } = await run({ DATABASE_URL: '' })
    assert.equal((await client({ url }).visitor.send('GET /apps/users/is_user_logged_in', {})).status, 200)
    child.kill('SIGINT')
    assert.deepEqual(await once(child, 'exit'), [0, null])
    const again = await run({ DATABASE_URL: '' })
    assert.notEqual(again.url, '')
  })
})

describe('an empty database in production', () => {
  deepTest('it gets the demo world, or stays empty, only when a setting says so', async () => {
    const empty = await createTestDatabase()
    const { host, user, database: name, port } = empty.connection
    const address = `postgres:///${name}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`
    const { child, output } = await run({ NODE_ENV: 'production', DEMO: '', DATABASE_URL: address })
    assert.equal(child.exitCode, 1)
    assert.match(output(), /DEMO=1[\s\S]*DEMO=0/)
    const configured = await run({ NODE_ENV: 'production', DEMO: '0', DATABASE_URL: address })
    assert.notEqual(configured.url, '')
    configured.child.kill('SIGTERM')
    await once(configured.child, 'exit')
    await empty.drop()
  })
})

describe('the log', () => {
  deepTest('it holds no secret: no signature, password, cookie, token or name of a link', async () => {
    const make = factories({ db: database.db, storage: undefined as never, clock: () => new Date() })
    const user = await make.user({ login: 'reader@log' })
    const { url, output } = await run({ LOG_LEVEL: 'trace' })
    const member = await client({ url }).as(user.login)
    const applet = await client({ url }).asApplet(user.login)
    const signature = 'c2lnbmF0dXJlLW9mLW5vYm9keQ'
    const linkName = 'bmFtZS1vZi1hLWxpbmstMQ'
    for (const path of [
      `/api/apps/files/download/content?file_id=1&file_version_key=k&a=u1&e=9999999999&s=${signature}`,
      `/api/apps/files/save?to=${encodeURIComponent(`/api/apps/files/download/content?file_id=1&s=${signature}`)}`,
      `/share/${linkName}`,
      `/h5/share/${linkName}`,
      `/collect/${linkName}`,
      `/api/apps/share_links/info/${linkName}`,
      `/api/apps/collects/info/${linkName}?x=1`,
      `/login?password=${signature}`,
    ])
      await (await fetch(url + path, { headers: member.headers })).text()
    await until('the requests in the log', () => output().includes('"/login"'))
    const secrets = [password, signature, linkName, ...Object.values({ ...member.headers, ...applet.headers })]
    for (const secret of secrets.flatMap((text) => text.split(/satchel_\w+=|; /)).filter(Boolean))
      assert.equal(output().includes(secret), false, secret)
  })
})

describe('demo accounts', () => {
  before(async () => {
    const { id } = await factories({ db: database.db, storage: undefined as never, clock: () => new Date() }).user({
      login: 'admin@demo',
    })
    await database.db.updateTable('users').set({ is_demo: true }).where('id', '=', id).execute()
  })

  deepTest('they are printed with their password, which works', async () => {
    const { url, output } = await run()
    assert.match(output(), /Demo accounts, password satchel-demo:\n {2}admin@demo/)
    await client({ url }).as('admin@demo', 'satchel-demo')
  })

  for (const exposed of [
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { TRUST_PROXY: '1' },
    { BASE_URL: 'https://drive.example.edu' },
    { BASE_URL: 'https://127.0.0.1.nip.io', TRUST_PROXY: '1' },
  ] as Record<string, string>[]) {
    deepTest(`the server refuses demo accounts where others can reach it: ${JSON.stringify(exposed)}`, async () => {
      const { child, output } = await run(exposed)
      assert.equal(child.exitCode, 1)
      assert.match(output(), /demo accounts.*other machines can reach this server[\s\S]*--lan/)
    })
  }

  deepTest('the server starts with demo accounts there when a setting explicitly allows it', async () => {
    // No machine has this address, so an allowed server fails only when it starts listening.
    const allowed = await run({ HOST: '192.0.2.1', ALLOW_DEMO_ON_NETWORK: '1' })
    assert.match(allowed.output(), /EADDRNOTAVAIL/)
  })

  deepTest('a configured password replaces the password of demo accounts, and their open sessions end', async () => {
    const first = await run()
    const member = await client(first).as('admin@demo', 'satchel-demo')
    first.child.kill('SIGTERM')
    await once(first.child, 'exit')
    const second = await run({ DEMO_PASSWORD: 'q7x2m9kd4w' })
    const { body } = await (
      await client(second).as('admin@demo', 'q7x2m9kd4w')
    ).send('GET /apps/users/is_user_logged_in', {})
    assert.deepEqual(body, { success: true, is_user_logged_in: true })
    const old = await fetch(`${second.url}/api/apps/users/is_user_logged_in`, {
      headers: { cookie: member.headers.cookie! },
    })
    assert.deepEqual(await old.json(), { success: true, is_user_logged_in: false })
  })
})
