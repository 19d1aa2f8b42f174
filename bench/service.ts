import { spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Db } from '../server/database/connect'
import { takeLease } from '../server/database/lease'
import { DiskStorage } from '../server/storage/DiskStorage'
import { createTestDatabase } from '../tests/support/cluster'

/** A database and a folder for blobs, shared by any number of servers. */
export interface Ground {
  db: Db
  storage: DiskStorage
  /**
   * Starts the production server, with a built web client or without one. Runs copies of both builds, so that nothing changes them meanwhile.
   * @param settings environment variables
   * @param server the folder of the built server
   */
  serve(client?: string, settings?: Record<string, string>, server?: string): Promise<Service>
  close(): Promise<void>
}

export interface Service {
  url: string
  pid: number
  /** The client's files. */
  folder: string
}

const products = { h5: 'index.html', weapp: 'app.json', server: 'main.js' }

/** The folder of a finished build below dist. */
export function requireBuild(name: keyof typeof products): string {
  const folder = path.join('dist', name)
  if (!existsSync(path.join(folder, products[name]))) throw new Error(`${folder} is not built: npm run build:${name}`)
  return folder
}

export async function prepareGround(): Promise<Ground> {
  requireBuild('server')
  // Within the project, so that the server finds its packages.
  const builds = await mkdtemp(path.resolve('dist/bench-'))
  const folder = await mkdtemp(path.join(tmpdir(), 'satchel-bench-'))
  const database = await createTestDatabase()
  const { host, port, user, database: name } = database.connection
  const address = `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`
  const lease = await takeLease(database.db, console)
  const stops: (() => Promise<void>)[] = []
  return {
    db: database.db,
    storage: await DiskStorage.open(path.join(folder, 'files'), lease),
    async serve(client, settings, server = 'dist/server') {
      const place = await mkdtemp(path.join(builds, 'service-'))
      const served = path.join(place, 'h5')
      await cp(server, path.join(place, 'server'), { recursive: true })
      if (client) await cp(client, served, { recursive: true })
      const { url, pid, stop } = await startProduction(path.join(place, 'server/main.js'), {
        DATABASE_URL: address,
        DATA_DIR: folder,
        ...settings,
      })
      stops.push(stop)
      return { url, pid, folder: served }
    },
    async close() {
      for (const stop of stops) await stop()
      await lease.end()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
      await rm(builds, { recursive: true, force: true })
    },
  }
}

async function startProduction(main: string, settings: Record<string, string>) {
  const port = await freePort()
  const env = { ...process.env, ...settings, NODE_ENV: 'production', LOG_LEVEL: 'warn', DEMO: '0', PORT: String(port) }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const listening = new Promise<void>((resolve) =>
    child.stdout.on('data', (text: Buffer) => {
      if (text.includes('listens on')) resolve()
    }),
  )
  await Promise.race([listening, ended.then(() => Promise.reject(new Error('the server did not start')))])
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    async stop() {
      child.kill()
      await ended
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
