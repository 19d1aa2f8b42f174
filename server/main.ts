import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { buildApp, createServer } from './app'
import { systemClock } from './clock'
import { isLoopback, readConfiguration, type Configuration } from './configuration'
import { connect } from './database/connect'
import { startEmbedded } from './database/embedded'
import { takeLease } from './database/lease'
import { migrate } from './database/migrate'
import { canReach, unprivilegedAccount } from './database/unprivileged'
import { describeAccounts } from './demo/accounts'
import { fillDemoWorld } from './demo/fillDemoWorld'
import { settleDemoAccounts } from './demoAccounts'
import type { Dependencies } from './dependencies'
import { createJobs } from './jobs/Jobs'
import { registerMaintenanceJobs } from './jobs/registerMaintenanceJobs'
import { openLive } from './live/Live'
import { Previews } from './previews/Previews'
import { signingKey } from './secrets'
import { createSigner } from './signing'
import { DiskStorage } from './storage/DiskStorage'
import { openUploadLocks } from './uploads/UploadLocks'

const here = fileURLToPath(new URL('.', import.meta.url))
/** Beside the bundle, or where the sources are run. */
const webFolder =
  [join(here, '../h5'), join(here, '../dist/h5')].find((folder) => existsSync(folder)) ?? join(here, '../h5')
/** Where root keeps what the engine's account must reach. */
const systemFolder = '/var/lib/satchel'
/** ms that requests under way may take to end */
const requestLimit = 10_000
/** ms that a whole stop may take before it is forced */
const stopLimit = 60_000
/** connections to the database */
const poolSize = 20

await start().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})

async function start() {
  const settings = readConfiguration(process.env, process.cwd())
  const config = { ...settings, dataFolder: usableFolder(settings) }
  const app = createServer(config)
  const engine =
    config.databaseUrl === null ? await startEmbedded({ folder: config.dataFolder, cache: systemFolder }) : undefined
  const stop: (() => Promise<unknown>)[] = []
  if (engine) stop.unshift(() => engine.stop())
  try {
    const target = engine?.connection ?? config.databaseUrl!
    const db = connect(target, poolSize, (error) => app.log.warn(error, 'a connection to the database broke'))
    stop.unshift(() => db.destroy())
    await migrate(db)
    const lease = await takeLease(db, app.log, { isAlone: engine !== undefined })
    stop.unshift(() => lease.end())
    const storage = await DiskStorage.open(join(config.dataFolder, 'files'), lease)
    const jobs = createJobs(db, app.log, systemClock)
    const sign = createSigner(await signingKey(db), systemClock)
    const tools = { db, config, storage, jobs, sign, log: app.log, clock: systemClock }
    const previews = await Previews.open(tools)
    stop.unshift(async () => {
      await jobs.stop()
      await previews.close()
    })
    const deps: Dependencies = {
      ...tools,
      previews,
      live: openLive(db, target, app.log),
      uploadLocks: openUploadLocks(target, app.log),
    }
    if (config.demo) await fillDemoWorld(deps, config.demoPassword)
    const demoLogins = await settleDemoAccounts(db, config.demoPassword)
    refuseOpenDemo(config, demoLogins)
    await registerMaintenanceJobs(deps)
    await buildApp(app, deps, webFolder)
    stop.unshift(() => closeServer(app))
    await app.listen({ host: config.host, port: config.port })
    jobs.start()
    announce(config, app.server.address(), demoLogins)
  } catch (error) {
    await stopAll(stop)
    throw error
  }
  onSignals(() => stopAll(stop))
  void engine?.failed.then((error) => {
    app.log.fatal(error, 'the database engine ended')
    process.exit(1)
  })
}

/** Started by root in a private folder, the engine's account could not reach its data; who names DATA_DIR is told instead. */
function usableFolder({ databaseUrl, dataFolder }: Configuration) {
  const account = databaseUrl === null ? unprivilegedAccount() : undefined
  if (!account || canReach(account, join(dataFolder, 'postgresql'))) return dataFolder
  if (process.env.DATA_DIR) {
    throw new Error(
      `DATA_DIR=${dataFolder}: the account ${account.uid} that runs PostgreSQL cannot pass through the folders above it`,
    )
  }
  const folder = join(systemFolder, 'data')
  console.log(`${dataFolder} is out of reach of the account that runs PostgreSQL: the data lie in ${folder}`)
  return folder
}

/** Published passwords on a network are an invitation: only who says so gets that. */
function refuseOpenDemo({ host, allowDemoOnNetwork }: Configuration, logins: readonly string[]) {
  if (logins.length === 0 || isLoopback(host) || allowDemoOnNetwork) return
  throw new Error(`There are demo accounts, so the server listens on this machine only, not on ${host}.
Use npm start -- --lan (their password is then replaced), start with DEMO=0 on an empty DATA_DIR, or set ALLOW_DEMO_ON_NETWORK=1.`)
}

function announce({ baseUrl, host, demoPassword }: Configuration, address: unknown, logins: readonly string[]) {
  const { port } = address as { port: number }
  const listens = `Satchel listens on ${baseUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`}`
  const accounts =
    logins.length > 0 ? [`Demo accounts, password ${demoPassword}:`, ...describeAccounts(logins)].join('\n  ') : ''
  // In one piece: who waits for the address finds the accounts with it.
  console.log(accounts ? `${listens}\n${accounts}` : listens)
}

/** Requests under way are answered; a connection that is idle after that would be waited for until it times out. */
async function closeServer(app: FastifyInstance) {
  const idle = setInterval(() => app.server.closeIdleConnections(), 50)
  const limit = setTimeout(() => app.server.closeAllConnections(), requestLimit)
  await app.close()
  clearInterval(idle)
  clearTimeout(limit)
}

/** The last begun ends first. */
async function stopAll(steps: readonly (() => Promise<unknown>)[]) {
  for (const step of steps) await step()
}

/** A second signal, or a stop that takes too long, ends at once. */
function onSignals(stop: () => Promise<void>) {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      setTimeout(() => process.exit(1), stopLimit).unref()
      void stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
  }
}
