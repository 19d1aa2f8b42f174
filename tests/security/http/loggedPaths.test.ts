import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { calls } from '@/contract/api'
import { customRoutes } from '@/domain/routes'
import { createTestDatabase } from '../../support/cluster'
import { isDeep } from '../../support/deep'
import { startServerProcess, type ServerProcess } from '../../support/serverProcess'
import { until } from '../../support/until'

/* The log contains no name of a link and no token, however the address is written. The names of links are capabilities. */

/** Shaped like a name of a link, with a sign that the decoded and the escaped text share. */
const NAME = 'Xq7zqKEPTzq_q-secretzqA'

let server: ServerProcess
let folder: string
let database: Awaited<ReturnType<typeof createTestDatabase>>

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'logged-'))
  database = await createTestDatabase()
  const { host, port, user, database: name } = database.connection
  const url = `postgres:///${name}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`
  server = await startServerProcess({ DATA_DIR: folder, DATABASE_URL: url, DEMO: '0', LOG_LEVEL: 'info' })
})
after(async () => {
  await server?.stop()
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Ways to write one path: as it is, with each letter of a word escaped, twice escaped, with a base, a slash, an ending or a point, and as if it were a file in an unknown folder. */
function spellings(path: string): string[] {
  const escaped = path.replace(
    /\/([a-z])(?=[a-z_]*\/)/g,
    (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`,
  )
  const inner = path.replace(/([a-z])(?=\/[^/]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
  const mistyped = path.replace(/[a-z]+/, (word) => word.toUpperCase())
  return [
    path,
    escaped,
    inner,
    inner.replace('%', '%25'),
    `/h5${path}`,
    `${path}/`,
    `${path}/more`,
    `${path}.js`,
    `${mistyped}.js`,
    `${mistyped.replace('q_q', 'q%255Fq')}.js`,
    `/x${path}`,
  ]
}

const fill = (pattern: string, value: string) => pattern.replace(/[:{]\w+[}?]?/g, value)
const patterns = [
  ...Object.values(customRoutes).flat(),
  ...Object.keys(calls).map((name) => `/api${name.split(' ')[1]!}`),
  '/api/apps/files/tus/:id',
  '/api/v2/:anything',
  '/:anything',
].filter((pattern) => /[:{]/.test(pattern))

async function lines(): Promise<string[]> {
  // A request of its own marks the end of the lines of earlier requests.
  const mark = `/api/apps/files/file_list/${Date.now()}`
  await fetch(server.url + mark)
  await until('the log', () => server.output().includes(mark))
  return server
    .output()
    .split('\n')
    .filter((line) => line.includes('"req":'))
}

describe('the log of requests', () => {
  test('contains no parameter of any address of a screen or call, in any spelling, with any method', async () => {
    let [count, turn] = [0, 0]
    for (const pattern of patterns) {
      for (const path of spellings(fill(pattern, NAME))) {
        // In turn, because a request of either method takes the same way into the log.
        const inTurn = (turn += 1) % 2 === 0 ? ['GET'] : ['POST']
        for (const method of isDeep ? ['GET', 'POST'] : inTurn) {
          await (await fetch(server.url + path, { method, redirect: 'manual' })).body?.cancel()
          count += 1
        }
      }
    }
    const logged = await lines()
    assert.ok(logged.length >= count)
    const found = server
      .output()
      .split('\n')
      .filter((line) => line.includes('KEPT'))
    assert.deepEqual(
      found.map((line) => /"url":"[^"]*"/.exec(line)?.[0] ?? line),
      [],
    )
  })

  test('[OAPI-01] contains no code, token, password, assertion or secret of an application, in whatever part of a request', async () => {
    const secret = 'Hq8-hidden-Zk'
    const query = ['code', 'refresh_token', 'password', 'assertion', 'token', 'client_secret', 'access_token']
      .map((name) => `${name}=${secret}`)
      .join('&')
    const basic = `Basic ${Buffer.from(`app:${secret}`).toString('base64')}`
    const form = 'application/x-www-form-urlencoded'
    for (const path of [
      '/oauth/token',
      '/oauth//token',
      '/oauth/token/revoke',
      '/oauth/authorize',
      '/api/v2/user/info',
    ])
      for (const [type, body] of [
        [form, query],
        ['application/json', `{"refresh_token":"${secret}`],
        ['text/plain', secret],
      ] as const)
        for (const authorization of [basic, `Bearer ${secret}`]) {
          const headers = { authorization, 'content-type': type }
          for (const method of ['GET', 'POST']) {
            const answer = await fetch(`${server.url}${path}?grant_type=refresh_token&${query}`, {
              method,
              headers,
              ...(method === 'POST' && { body }),
            })
            assert.ok(!(await answer.text()).includes(secret), `${method} ${path}`)
          }
        }
    await lines()
    const [, encoded = ''] = basic.split(' ')
    for (const text of [secret, encoded]) assert.ok(!server.output().includes(text), text)
  })

  test('still contains routes, numbers and the files of the client', async () => {
    for (const path of ['/api/apps/files/file_list/17', '/share/abc', '/js/app.1234.js', '/files/folder/5'])
      await (await fetch(server.url + path)).body?.cancel()
    const logged = (await lines()).join('\n')
    for (const path of ['/api/apps/files/file_list/17', '/share/…', '/js/app.1234.js', '/files/…/5'])
      assert.ok(logged.includes(`"url":"${path}"`), path)
  })
})
