import assert from 'node:assert/strict'
import { mkdir, rename, rm } from 'node:fs/promises'
import http from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { client } from '../../support/client'
import { connect } from '../../../server/database/connect'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'
import { upload } from '../../support/uploads/upload'

let server: TestServer

before(async () => {
  server = await startTestServer()
  const user = await factories(server.deps).user()
  await upload(await client(server).as(user.login), 'stored.bin', Buffer.from('stored'), { folder_id: 0 })
})
after(() => server.close())

/** Asks under a host name that is none of the server's. */
function ask(path: string): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    http
      .get(server.url + path, { headers: { host: '10.0.0.7' } }, async (answer) => {
        const chunks = await answer.toArray()
        resolve({
          status: answer.statusCode!,
          body: JSON.parse(Buffer.concat(chunks as Buffer[]).toString() || 'null'),
        })
      })
      .on('error', reject)
  })
}

/** Waits until the answer at /readyz has these parts. An answer is repeated for a second. */
async function becomes(status: number, expected: Record<string, string>) {
  await until(JSON.stringify(expected), async () => {
    const answer = await ask('/readyz')
    return answer.status === status && JSON.stringify(answer.body) === JSON.stringify(expected)
  })
}

const ready = { status: 'ok', database: 'ok', storage: 'ok', migrations: 'ok' }

describe('health and readiness (RUN-03)', () => {
  test('[RUN-03] a balancer asks under any host name and learns one word per part', async () => {
    assert.deepEqual(await ask('/healthz'), { status: 200, body: { status: 'ok' } })
    await becomes(200, ready)
    assert.equal((await ask('/api/apps/users/is_user_logged_in')).status, 421)
  })

  test('[RUN-03] the server is not ready while its storage has none of the files that the database knows', async () => {
    const files = join(server.folder, 'files')
    await rename(files, `${files}.away`)
    await mkdir(files)
    try {
      await becomes(503, { ...ready, status: 'not', storage: 'not' })
      assert.equal((await ask('/healthz')).status, 200)
    } finally {
      await rm(files, { recursive: true })
      await rename(`${files}.away`, files)
    }
    await becomes(200, ready)
  })

  test('[RUN-03] the server is not ready while a migration of its release is missing', async () => {
    const { db } = server.deps
    const { rows } = await sql<{ name: string; timestamp: string }>`
      delete from kysely_migration where name = (select max(name) from kysely_migration) returning *`.execute(db)
    await becomes(503, { ...ready, status: 'not', migrations: 'not' })
    // A newer release may have added migrations: its processes start while those of this release go on.
    for (const { name, timestamp } of [...rows, { name: '999_later', timestamp: '2999' }])
      await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp})`.execute(db)
    await becomes(200, ready)
    await sql`delete from kysely_migration where name = '999_later'`.execute(db)
  })

  test('[RUN-03] the server is not ready while the database refuses connections', async () => {
    const { database } = server.connection
    const admin = connect({ ...server.connection, database: 'postgres' }, 1, () => undefined)
    const allow = (is: boolean) =>
      sql`alter database ${sql.id(database)} allow_connections ${sql.lit(is)}`.execute(admin)
    try {
      await allow(false)
      await becomes(503, { status: 'not', database: 'not', storage: 'ok', migrations: 'not' })
      await allow(true)
      await becomes(200, ready)
    } finally {
      await admin.destroy()
    }
  })
})
