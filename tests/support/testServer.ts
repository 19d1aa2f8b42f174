import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp, createServer } from '../../server/app'
import { systemClock, type Clock } from '../../server/clock'
import { readConfiguration, type Configuration } from '../../server/configuration'
import type { Connection } from '../../server/database/embedded'
import { takeLease } from '../../server/database/lease'
import type { Dependencies } from '../../server/dependencies'
import { createJobs } from '../../server/jobs/Jobs'
import { registerMaintenanceJobs } from '../../server/jobs/registerMaintenanceJobs'
import { openLive, type LiveSettings } from '../../server/live/Live'
import { Previews } from '../../server/previews/Previews'
import { signingKey } from '../../server/secrets'
import { createSigner } from '../../server/signing'
import { DiskStorage } from '../../server/storage/DiskStorage'
import { openUploadLocks, type UploadLockSettings } from '../../server/uploads/UploadLocks'
import { createTestDatabase } from './cluster'

export interface TestServer {
  /** `http://127.0.0.1:port` */
  url: string
  app: FastifyInstance
  deps: Dependencies
  /** The temporary folder: `files` below it holds the bodies, `web` is served as the web client. */
  folder: string
  connection: Connection
  close(): Promise<void>
}

export interface TestServerOptions {
  clock?: Clock
  config?: Partial<Configuration>
  /** The built web client; default: an empty place. */
  webFolder?: string
  /** Shorter times of event streams. */
  live?: Partial<LiveSettings>
  /** Shorter waits for an upload that another request holds. */
  uploadLocks?: Partial<UploadLockSettings>
  /** LibreOffice's command, null for none; default: the one that is installed. */
  soffice?: string | null
}

/** The real server on a free port, with a database and a folder of its own. Close it in `after`. */
export async function startTestServer({
  clock = systemClock,
  config,
  webFolder,
  live,
  uploadLocks,
  soffice,
}: TestServerOptions = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-files-'))
  const database = await createTestDatabase()
  const configuration = {
    ...readConfiguration({ DATA_DIR: folder, LOG_LEVEL: process.env.TEST_LOG ?? 'fatal' }, folder),
    ...config,
  }
  const app = createServer(configuration)
  const { db } = database
  const lease = await takeLease(db, app.log)
  const tools = {
    db,
    config: configuration,
    storage: await DiskStorage.open(join(folder, 'files'), lease),
    log: app.log,
    clock,
    jobs: createJobs(db, app.log, clock, { pollInterval: 200, lease: 2000 }),
    sign: createSigner(await signingKey(db), clock),
  }
  const deps: Dependencies = {
    ...tools,
    previews: await Previews.open(tools, { soffice }),
    live: openLive(db, database.connection, app.log, live),
    uploadLocks: openUploadLocks(database.connection, app.log, uploadLocks),
  }
  await registerMaintenanceJobs(deps, { sweeps: false })
  await buildApp(app, deps, webFolder ?? join(folder, 'web'))
  deps.jobs.start()
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    app,
    deps,
    folder,
    connection: database.connection,
    async close() {
      await app.close()
      await deps.jobs.stop()
      await deps.previews.close()
      await lease.end()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
