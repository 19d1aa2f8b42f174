import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { compose, type Server } from '../../../server/compose'
import { openDatabaseClock } from '../../../server/time/databaseClock'
import { client, Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'
import { begin, patch } from '../../support/uploads/tus'

const HOUR = 3_600_000

let first: TestServer
let others: (Server & { url: string })[]
before(async () => {
  first = await startTestServer({ connections: 12 })
  others = await Promise.all([-2 * HOUR, 2 * HOUR].map(startAt))
})
after(async () => {
  await Promise.all(others.map(({ stop }) => stop()))
  await first.close()
})

/** A server on the same database and folder, whose machine's clock is wrong. @param wrong ms */
async function startAt(wrong: number) {
  const server = await compose(first.deps.config, {
    webFolder: first.folder,
    database: { db: first.deps.db, connection: first.connection },
    machineClock: () => new Date(Date.now() + wrong),
    sweeps: false,
    jobs: { pollInterval: 20, lease: 2000 },
  })
  return { ...server, url: await server.app.listen({ host: '127.0.0.1', port: 0 }) }
}

const at = ({ headers }: Client, url: string) => Object.assign(new Client(url), { headers })

describe('[RUN-02] processes whose machines have wrong clocks', () => {
  test('sessions, signed addresses and uploads of one hold at the others', async () => {
    const [late, early] = [others[0]!, others[1]!]
    const make = factories(first.deps)
    const user = await make.user()
    const file = await make.file({ owner: user }, { content: '内容' })
    const behind = await client(late).as(user.login)
    const ahead = at(behind, early.url)
    const { download_url: address } = await behind.call('GET /apps/files/download', { file_id: file.id })
    const answer = await fetch(new URL(address, early.url))
    assert.deepEqual([answer.status, await answer.text()], [200, '内容'])
    const { path, id } = await begin(ahead, 3)
    assert.equal((await patch(behind, path, 0, Buffer.from('abc'))).status, 204)
    assert.equal((await ahead.call('POST /apps/files/upload_finish', { upload_id: id })).new_file.size, 3)
  })

  test('a job that one adds runs at the other at once, and is not taken twice', async () => {
    const runs: string[] = []
    for (const [name, { deps }] of others.entries())
      deps.jobs.handle<{ n: number }>('counted', { run: async ({ payload }) => void runs.push(`${name} ${payload.n}`) })
    const [late, early] = [others[0]!, others[1]!]
    await early.deps.jobs.add('counted', { n: 1 })
    late.deps.jobs.start()
    await until('the run', () => runs.length === 1)
    assert.deepEqual(runs, ['0 1'])
  })

  test('the clock follows the database’s, ignores small differences, and reports large ones', async () => {
    const warned: unknown[] = []
    const log = { warn: (...told: unknown[]) => void warned.push(told[0]) }
    for (const [wrong, expected] of [
      [0, 0],
      [10 * HOUR, 0],
    ] as const) {
      const machine = () => new Date(Date.now() + wrong)
      const { clock, end } = await openDatabaseClock(first.deps.db, log, machine)
      assert.ok(Math.abs(clock().getTime() - Date.now() - expected) < 2000)
      await end()
    }
    assert.deepEqual(warned, [{ seconds: -36_000 }])
  })
})
