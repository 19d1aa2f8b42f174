import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takeLease } from '../../server/database/lease'
import type { Connection } from '../../server/database/embedded'
import { DiskStorage } from '../../server/storage/DiskStorage'
import { systemClock } from '../../server/time/clock'
import { Client } from './client'
import { createTestDatabase, type TestDatabase } from './cluster'
import { factories } from './factories'
import { startServerProcess, type ServerProcess } from './serverProcess'

/** Several server processes on one database and one data folder, like machines behind a balancer without sticky sessions. */
export interface ManyServers {
  servers: ServerProcess[]
  database: TestDatabase
  /** The data folder. */
  folder: string
  /** The settings of every process. */
  settings: Record<string, string>
  make: ReturnType<typeof factories>
  /** The session of a client at each process. @param at other processes of the same database */
  everywhere(client: Client, at?: readonly ServerProcess[]): Client[]
  close(): Promise<void>
}

/** The address of a database that is reached by a socket. */
export function addressOf({ host, port, user, database }: Connection): string {
  return `postgres:///${database}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`
}

/** @param more further settings of every process */
export async function startManyServers(
  count = 3,
  more: (connection: Connection) => Record<string, string> = () => ({}),
): Promise<ManyServers> {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'satchel-many-'))
  await chmod(folder, 0o711)
  const lease = await takeLease(database.db, console)
  const storage = await DiskStorage.open(join(folder, 'files'), lease)
  const make = factories({ db: database.db, storage, clock: systemClock })
  const settings = {
    DATA_DIR: folder,
    DATABASE_URL: addressOf(database.connection),
    DEMO: '0',
    ...more(database.connection),
  }
  const servers = await Promise.all(Array.from({ length: count }, () => startServerProcess(settings)))
  return {
    servers,
    database,
    folder,
    settings,
    make,
    everywhere: (client, at = servers) => at.map(({ url }) => sessionAt(client, url)),
    async close() {
      await Promise.all(servers.map((server) => server.stop()))
      await lease.end()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function sessionAt({ headers }: Client, url: string): Client {
  const client = new Client(url)
  client.headers = { ...headers }
  return client
}
