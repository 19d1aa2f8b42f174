import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, openSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect, type Db } from '../../server/database/connect'
import type { Connection } from '../../server/database/embedded'
import { migrate } from '../../server/database/migrate'
import { migrations } from '../../server/migrations'

const here = dirname(fileURLToPath(import.meta.url))
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 10)
/** bytes that the engine needs at most, with all databases of a run */
const room = 4 * 1024 ** 3
/** A file system in memory. */
const shared = '/dev/shm'
const folder = join(fastFolder(), `satchel-test-${hashOf(`${here}:${process.getuid?.()}`)}`)
const template = `template_${hashOf(JSON.stringify(migrations))}`
/** How a database is copied. Copying files takes half the time in memory (26 ms), but six times as long on a disk (390 ms), for its checkpoints. */
const strategy = folder.startsWith(shared) ? 'file_copy' : 'wal_log'
/** Connections of a server. With ten, as in production, each file starts more processes of the engine, which is a tenth of its work. */
const CONNECTIONS = 4
/** ms; the first start creates the cluster */
const patience = 60_000

export interface TestDatabase {
  db: Db
  connection: Connection
  drop(): Promise<void>
}

/** The file of a running engine. */
interface Ready {
  connection: Connection
  keeper: number
}

/**
 * Creates a database with the present schema, on an engine that all test files share. The first file that needs the engine
 * starts it, and the engine ends some seconds after the last.
 */
export async function createTestDatabase(size = CONNECTIONS): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = await connectToCluster(name)
  const connection = { ...admin.connection, database: name }
  const db = connect(connection, size, () => undefined)
  await sql`select 1`.execute(db)
  await admin.db.destroy()
  return {
    db,
    connection,
    async drop() {
      await db.destroy()
      const last = connect(admin.connection, 1, () => undefined)
      await sql`drop database ${sql.id(name)} with (force)`.execute(last)
      await last.destroy()
    },
  }
}

/** Creates the database; without a running engine it starts the keeper and retries. */
async function connectToCluster(name: string) {
  const deadline = Date.now() + patience
  for (let startedAt = 0; ;) {
    const admin = tryToConnect()
    if (admin) {
      try {
        await ensureTemplate(admin)
        await sql`create database ${sql.id(name)} template ${sql.id(template)} strategy ${sql.raw(strategy)}`.execute(
          admin.db,
        )
        return admin
      } catch (error) {
        await admin.db.destroy()
        if (Date.now() > deadline) throw error
      }
    }
    if (Date.now() > deadline) throw new Error(`No test database: see ${join(folder, 'keeper.log')}`)
    if (Date.now() - startedAt > 15_000) {
      startedAt = Date.now()
      startKeeper()
    }
    await sleep(50)
  }
}

/** Creates the template with the present schema, under another name first, so that nobody sees it half-made. */
async function ensureTemplate({ db, connection }: { db: Db; connection: Connection }) {
  await db
    .connection()
    .execute(async (session) => {
      await sql`select pg_advisory_lock(1)`.execute(session)
      const { rows } = await sql`select 1 from pg_database where datname = ${template}`.execute(session)
      if (rows.length > 0) return
      const unfinished = `${template}_new`
      await sql`drop database if exists ${sql.id(unfinished)} with (force)`.execute(session)
      await sql`create database ${sql.id(unfinished)}`.execute(session)
      const fresh = connect({ ...connection, database: unfinished }, 1, () => undefined)
      await migrate(fresh)
      await fresh.destroy()
      await sql`alter database ${sql.id(unfinished)} rename to ${sql.id(template)}`.execute(session)
    })
    .finally(() => sql`select pg_advisory_unlock_all()`.execute(db))
}

/** A keeper that was killed leaves its file. The next keeper must find nobody connected. */
function tryToConnect() {
  try {
    const ready = JSON.parse(readFileSync(join(folder, 'ready.json'), 'utf8')) as Ready
    process.kill(ready.keeper, 0)
    const connection = { ...ready.connection, database: 'postgres' }
    return { connection, db: connect(connection, 1, () => undefined) }
  } catch {
    return undefined
  }
}

/** If two keepers start at once, the second finds the folder locked and exits. */
function startKeeper() {
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  const log = openSync(join(folder, 'keeper.log'), 'a')
  const keeper = spawn(process.execPath, ['--import', 'tsx', join(here, 'clusterKeeper.ts'), folder], {
    cwd: join(here, '../..'),
    detached: true,
    stdio: ['ignore', log, log],
  })
  keeper.unref()
}

/** A folder in memory for the engine's files, if there is room. */
function fastFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(shared)
    return bavail * bsize > room ? shared : tmpdir()
  } catch {
    return tmpdir()
  }
}
