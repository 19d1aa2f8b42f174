/* Keeps one embedded PostgreSQL running for all test files, and ends when the last of them has disconnected. Started by cluster.ts only. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect } from '../../server/database/connect'
import { startEmbedded } from '../../server/database/embedded'

/** ms without any test connected; longer than test files take that start engines of their own */
const idleLimit = 40_000
const [, , folder = ''] = process.argv
const ready = join(folder, 'ready.json')

const engine = await startEmbedded({
  folder,
  cache: join(folder, 'cache'),
  settings: {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
    autovacuum: 'off',
    max_wal_size: '128MB',
  },
})
const admin = connect({ ...engine.connection, database: 'postgres' }, 1, () => undefined)
try {
  await dropLeftovers()
  /** Before a test can connect: the engine's own connection. */
  const own = await clients()
  do {
    await writeFile(ready, JSON.stringify({ connection: engine.connection, keeper: process.pid }))
    for (let idleSince = Date.now(); Date.now() - idleSince < idleLimit;) {
      await sleep(500)
      if ((await clients()) > own) idleSince = Date.now()
    }
    await rm(ready, { force: true })
    // A test that read the file just before may still be connecting.
    await sleep(2000)
  } while ((await clients()) > own)
} finally {
  await rm(ready, { force: true })
  await admin.destroy()
  await engine.stop()
}

async function dropLeftovers() {
  const { rows } = await sql<{ datname: string }>`
    select datname from pg_database where datname ^@ 'test_' or datname ^@ 'template_'`.execute(admin)
  for (const { datname } of rows) await sql`drop database ${sql.id(datname)}`.execute(admin)
}

async function clients() {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(
    admin,
  )
  return Number(rows[0]!.count)
}
