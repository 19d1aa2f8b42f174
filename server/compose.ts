import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp, createServer } from './app'
import { systemClock, type Clock } from './time/clock'
import { openDatabaseClock } from './time/databaseClock'
import { openContentCheck } from './remote/contentCheck'
import type { Configuration } from './config/configuration'
import { connect, type Db } from './database/connect'
import { startEmbedded, type Connection, type EmbeddedDatabase } from './database/embedded'
import { takeLease } from './database/lease'
import { migrate } from './database/migrate'
import { SYSTEM_FOLDER } from './database/unprivileged'
import type { Dependencies } from './dependencies'
import type { RequestLimits } from './http/limits'
import { createJobs, type JobSettings } from './jobs/Jobs'
import { registerMaintenanceJobs } from './jobs/registerMaintenanceJobs'
import { handlePushMessages } from './jobs/pushMessages'
import { handleForgottenPasswords } from './jobs/forgottenPasswords'
import { handleAccessRequests } from './jobs/accessRequests'
import { handleRelocations } from './jobs/moving'
import { handleWholeTrash } from './jobs/wholeTrash'
import { handleDirectories } from './jobs/directories'
import { handleRecoveryMails } from './jobs/recoveryMails'
import { handleRegistrationMails } from './jobs/registrationMails'
import { DocumentRooms } from './live/documents/DocumentRooms'
import type { DocumentSettings } from './live/documents/openDocuments'
import { openLive, type LiveSettings } from './live/Live'
import { openMailer } from './mail/Mailer'
import { openMessengers } from './messengers/Messengers'
import { openCodeSender } from './remote/CodeSender'
import { LdapClients } from './remote/LdapClients'
import { openOfficeService } from './remote/OfficeService'
import { OpenIdClients } from './remote/OpenIdClients'
import { openSource } from './services/directories/sources'
import { Metrics } from './operation/Metrics'
import { Readiness } from './operation/Readiness'
import { Previews } from './previews/Previews'
import type { PreviewPrograms } from './previews/programs'
import { createEncrypter } from './crypto/encryption'
import { openSealingKey, signingKey } from './crypto/secrets'
import { createSigner } from './crypto/signing'
import { openBucket, openStorage, placeOf } from './storage/openStorage'
import { requireSameStorage } from './storage/storageName'
import { openUploadLocks, type UploadLockSettings } from './storage/UploadLocks'

/** ms that running requests get to finish */
const REQUEST_LIMIT = 10_000
export interface ComposeOptions {
  /** The built web client; may be missing. */
  webFolder: string
  /** A migrated database, used instead of the configured one. */
  database?: { db: Db; connection: Connection }
  clock?: Clock
  /** The clock of this machine. Without `clock`, the server uses this clock and corrects it by the clock of the database. */
  machineClock?: Clock
  /** Whether unknown blobs are swept. Must be off when `clock` is not the clock that dates files. */
  sweeps?: boolean
  jobs?: JobSettings
  live?: Partial<LiveSettings>
  documents?: Partial<DocumentSettings>
  uploadLocks?: Partial<UploadLockSettings>
  limits?: RequestLimits
  programs?: PreviewPrograms
}

export interface Server {
  app: FastifyInstance
  deps: Dependencies
  /** Undefined unless the database is embedded. */
  engine: EmbeddedDatabase | undefined
  /** Null unless a setting asks for it. */
  metrics: Metrics | null
  /** Says that the process is not ready any more, and waits until a balancer that watches has noticed. Requests are still answered. */
  drain(): Promise<void>
  /** Stops every part, in the reverse order of starting. Running requests are answered. */
  stop(): Promise<void>
}

/**
 * Builds the whole server from a configuration. The server does not listen and runs no jobs yet.
 * @throws Error when a part cannot start; the parts started before are stopped again
 */
export async function compose(config: Configuration, options: ComposeOptions): Promise<Server> {
  const app = createServer(config, options.limits)
  const steps: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const step of steps.splice(0).reverse()) await step()
  }
  try {
    const bucket = await openBucket(config)
    steps.push(async () => bucket?.close())
    const { engine, db, direct } = await openDatabase(config, options, app.log, steps)
    const sealingKey = await openSealingKey(db, config)
    await requireSameStorage(db, placeOf(bucket, config))
    const lease = await takeLease(db, app.log, { isAlone: engine !== undefined })
    steps.push(() => lease.end())
    const clock = options.clock ?? (await followDatabase(db, app.log, options.machineClock, steps))
    const metrics = config.metrics === null ? null : new Metrics(app.log)
    const jobs = createJobs(db, app.log, clock, options.jobs)
    const ports = {
      db,
      config,
      lease,
      clock,
      log: app.log,
      storage: await openStorage(bucket, config, lease),
      bucket,
      jobs: metrics === null ? jobs : metrics.timed(jobs),
      sign: createSigner(await signingKey(db), clock),
      encrypter: createEncrypter(sealingKey),
    }
    const previews = await Previews.open(ports, options.programs)
    steps.push(async () => {
      await ports.jobs.stop()
      await previews.close()
    })
    const ldapClients = new LdapClients(ports)
    const messengers = openMessengers(ports)
    const readiness = new Readiness(direct, ports)
    const live = openLive(db, direct, app.log, options.live)
    const deps: Dependencies = {
      ...ports,
      previews,
      readiness,
      live,
      documentRooms: new DocumentRooms({ ...ports, live }, options.documents),
      uploadLocks: openUploadLocks(direct, app.log, options.uploadLocks),
      messengers,
      codeSender: openCodeSender(config, app.log),
      contentCheck: openContentCheck(ports),
      mailer: openMailer(config),
      openIdClients: new OpenIdClients(ports),
      office: openOfficeService(ports),
      ldapClients,
      openDirectory: (directory) => openSource({ ...ports, ldapClients, messengers }, directory),
    }
    handleRelocations(deps)
    handleWholeTrash(deps)
    handlePushMessages(deps)
    handleForgottenPasswords(deps)
    handleAccessRequests(deps)
    await handleDirectories(deps)
    handleRegistrationMails(deps)
    handleRecoveryMails(deps)
    await registerMaintenanceJobs(deps, { sweeps: options.sweeps })
    metrics?.watch(app)
    metrics?.read(deps)
    await buildApp(app, deps, options.webFolder)
    // Other processes continue the jobs while this one answers its last requests.
    steps.push(() => Promise.all([closeServer(app), jobs.stop()]))
    const drain = async () => {
      readiness.turnOff()
      if (readiness.isWatched) await sleep(config.stopDelay * 1000)
    }
    return { app, deps, engine, metrics, drain, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** @returns the pool, and how to reach the database without a pooler: for notifications and locks that outlast a transaction */
async function openDatabase(
  { databaseUrl, databaseDirectUrl, databasePool, dataFolder }: Configuration,
  { database }: ComposeOptions,
  log: FastifyBaseLogger,
  steps: (() => Promise<unknown>)[],
) {
  if (database) return { engine: undefined, db: database.db, direct: database.connection }
  const engine = databaseUrl === null ? await startEmbedded({ folder: dataFolder, cache: SYSTEM_FOLDER }) : undefined
  if (engine) steps.push(() => engine.stop())
  const target = engine?.connection ?? databaseUrl!
  const onError = (error: Error) => log.warn(error, 'a database connection failed')
  const db = connect(target, databasePool, onError, databaseDirectUrl !== null)
  steps.push(() => db.destroy())
  const direct = databaseDirectUrl ?? target
  await migrateAt(direct, onError)
  return { engine, db, direct }
}

async function followDatabase(
  db: Db,
  log: FastifyBaseLogger,
  machine: Clock = systemClock,
  steps: (() => Promise<unknown>)[],
): Promise<Clock> {
  const { clock, end } = await openDatabaseClock(db, log, machine)
  steps.push(end)
  return clock
}

async function migrateAt(direct: string | Connection, onError: (error: Error) => void) {
  const db = connect(direct, 1, onError)
  await migrate(db).finally(() => db.destroy())
}

/** Closes idle connections repeatedly, because `close` would otherwise wait for their timeout. */
async function closeServer(app: FastifyInstance) {
  const idle = setInterval(() => app.server.closeIdleConnections(), 50)
  const limit = setTimeout(() => app.server.closeAllConnections(), REQUEST_LIMIT)
  await app.close()
  clearInterval(idle)
  clearTimeout(limit)
}
