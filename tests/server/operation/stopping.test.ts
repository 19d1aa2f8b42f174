import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { addOwner } from '../../support/administration/addOwner'
import { Client, client } from '../../support/client'
import { createTestDatabase, type TestDatabase } from '../../support/cluster'
import { endRawSockets, joinRaw } from '../../support/documents/rawSocket'
import { makeDocument, tokenOf } from '../../support/documents/writers'
import { openEvents } from '../../support/eventStream'
import { Balancer } from '../../support/operation/Balancer'
import { startServerProcess, type ServerProcess } from '../../support/serverProcess'
import { until } from '../../support/until'
import { upload } from '../../support/uploads/upload'

const writers = 4
const account = 'owner@school'

let database: TestDatabase
let folder: string
let servers: ServerProcess[]
let balancer: Balancer

before(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'satchel-stopping-'))
  await chmod(folder, 0o711)
  const { host, port, user, database: name } = database.connection
  const DATABASE_URL = `postgres:///${name}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`
  const settings = { DATA_DIR: folder, DATABASE_URL, DEMO: '0', STOP_DELAY: '2' }
  servers = await Promise.all([startServerProcess(settings), startServerProcess(settings)])
  await addOwner(servers[0]!, { DATA_DIR: folder, DATABASE_URL }, account)
  balancer = await Balancer.open(servers.map(({ url }) => url))
})
afterEach(endRawSockets)
after(async () => {
  await balancer.close()
  await Promise.all(servers.map((server) => server.stop()))
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Works until told to end. Any failed request fails the test. @returns the number of rounds */
async function work(user: Client, label: string, isEnded: () => boolean): Promise<number> {
  for (let round = 0; ; round += 1) {
    if (isEnded()) return round
    const name = `${label}-${round}`
    await user.call('POST /apps/files/new_folder', { parent_folder_id: 0, name })
    const bytes = randomBytes(20_000)
    const item = await upload(user, `${name}.bin`, bytes, { folder_id: 0 })
    const { download_url: address } = await user.call('GET /apps/files/download', { file_id: item.id })
    const answer = await fetch(new URL(address, user.url), { headers: user.headers })
    assert.equal(answer.status, 200)
    assert.ok(Buffer.from(await answer.arrayBuffer()).equals(bytes), name)
  }
}

/** Begins to send a call, and ends when told to. */
function slowly(user: Client) {
  const sent = request(new URL('/api/apps/files/new_folder', user.url), {
    method: 'POST',
    headers: { ...user.headers, 'X-Requested-With': 'XMLHttpRequest', 'content-type': 'application/json' },
  })
  sent.write('{"parent_folder_id":0,')
  return {
    async finish(name: string) {
      sent.end(`"name":"${name}"}`)
      const [answer] = (await once(sent, 'response')) as [NodeJS.ReadableStream & { statusCode: number }]
      answer.resume()
      return answer.statusCode
    },
  }
}

describe('a process that is stopped behind a balancer (RUN-03)', () => {
  test(
    '[RUN-03] no request fails, and streams, sockets and jobs go to the other process',
    { timeout: 120_000 },
    async () => {
      const [stopped, other] = servers as [ServerProcess, ServerProcess]
      await until('both to be ready', () => servers.every(({ url }) => balancer.isReady(url)))
      const direct = await client(stopped).as(account)
      const user = new Client(balancer.url)
      user.headers = { ...direct.headers }
      await direct.call('POST /admin/policies/set', { policies: { collaborative_document: true } })
      const { item } = await makeDocument(direct)
      const socket = await joinRaw(stopped, item.id, await tokenOf(direct, item.id))
      const stream = await openEvents(direct, 'own')

      let isEnded = false
      const working = Promise.all(Array.from({ length: writers }, (_, at) => work(user, `w${at}`, () => isEnded)))
      await until('some requests', () => balancer.answered > 40)
      // Two: the balancer sends them in turn, so that one reaches the process that is stopped.
      const late = [slowly(user), slowly(user)]
      await until('requests at both', () => servers.every(({ url }) => balancer.runningAt(url) > 0))

      stopped.child.kill('SIGTERM')
      await until('the balancer to notice', () => !balancer.isReady(stopped.url))
      const ready = await fetch(`${stopped.url}/readyz`)
      assert.equal(ready.status, 503)
      assert.equal(((await ready.json()) as { status: string }).status, 'stopping')
      assert.deepEqual(await Promise.all(late.map((each, at) => each.finish(`late-${at}`))), [200, 200])
      await until('the process to end', () => stopped.child.exitCode !== null, 30_000)
      assert.equal(stopped.child.exitCode, 0, stopped.output())
      const before = balancer.answered
      await until('further requests', () => balancer.answered > before + 40)
      isEnded = true

      const rounds = await working
      assert.ok(rounds.every((count) => count > 0))
      assert.deepEqual(balancer.failed, [])
      await until('the end of the stream', () => stream.isEnded)
      assert.equal((await socket.closed).code, 4503)
      const again = await openEvents(user, 'own')
      again.close()
      await joinRaw(other, item.id, await tokenOf(user, item.id))
      const held = await database.db
        .selectFrom('jobs')
        .select('kind')
        .where('locked_by', 'like', `%:${stopped.child.pid}:%`)
        .execute()
      assert.deepEqual(held, [])
      const leases = await database.db.selectFrom('leases').select('holder').execute()
      assert.equal(leases.length, 1)
    },
  )

  test('[RUN-03] a process that no balancer watches stops without the delay', { timeout: 25_000 }, async () => {
    const { host, port, user, database: name } = database.connection
    const DATABASE_URL = `postgres:///${name}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`
    const alone = await startServerProcess({ DATA_DIR: folder, DATABASE_URL, DEMO: '0', STOP_DELAY: '30' })
    assert.equal(await alone.stop(), 0)
  })
})
