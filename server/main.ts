import { existsSync } from 'node:fs'
import type { Server as FigureServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compose } from './compose'
import { isExposed, readConfiguration, type Configuration } from './config/configuration'
import { resolveDataFolder } from './config/dataFolder'
import { describeAccounts } from './demo/accounts'
import { describeDemoApplication } from './demo/demoApplication'
import type { Db } from './database/connect'
import { openMetricsServer } from './operation/metricsServer'
import { hasEnterprise } from './queries/enterprise/enterprises'
import { putServerAddress } from './queries/administration/serverAddress'
import { isDemoRemoved } from './demo/removeDemo'
import { fillDemoWorld } from './demo/fillDemoWorld'
import { makeSetupToken } from './services/administration/setup'
import { applyDemoPassword } from './demo/demoAccounts'

const here = fileURLToPath(new URL('.', import.meta.url))
/** Beside the bundle in production, below `dist` when the sources are run. */
const webFolder =
  [join(here, '../h5'), join(here, '../dist/h5')].find((folder) => existsSync(folder)) ?? join(here, '../h5')
/** ms before a slow stop is forced */
const stopLimit = 60_000

await start().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})

async function start() {
  const settings = readConfiguration(process.env, process.cwd())
  const config = { ...settings, dataFolder: resolveDataFolder(settings, (text) => console.log(text)) }
  const server = await compose(config, { webFolder })
  const { app, deps, engine } = server
  let figures: FigureServer | undefined
  const stop = async () => {
    await server.stop()
    figures?.close()
  }
  try {
    await requireDecision(deps.db, config)
    if (config.demo && !(await isDemoRemoved(deps.db))) await fillDemoWorld(deps, config.demoPassword)
    const demoLogins = await applyDemoPassword(deps.db, config.demoPassword)
    refuseOpenDemo(config, demoLogins)
    await app.listen({ host: config.host, port: config.port })
    if (server.metrics && config.metrics) figures = await openMetricsServer(server.metrics, config.metrics)
    deps.jobs.start()
    const address = addressOf(config, app.server.address())
    await putServerAddress(deps.db, address)
    // Before the announcement: its reader may stop the server at once.
    onSignals({ drain: server.drain, stop })
    announce(config, address, {
      logins: demoLogins,
      application: await describeDemoApplication(deps.db),
      notices: [...figuresAt(figures), ...deps.previews.notices],
      setupToken: await makeSetupToken(deps),
    })
  } catch (error) {
    await stop()
    throw error
  }
  void engine?.failed.then((error) => {
    app.log.fatal(error, 'the embedded database stopped')
    process.exit(1)
  })
}

function figuresAt(figures: FigureServer | undefined): string[] {
  if (figures === undefined) return []
  const { address, port } = figures.address() as AddressInfo
  return [`Metrics: http://${address.includes(':') ? `[${address}]` : address}:${port}/metrics`]
}

/** In production the demo world is created only on explicit request. */
async function requireDecision(db: Db, { demo }: Configuration) {
  if (demo !== null || (await hasEnterprise(db))) return
  throw new Error('There is no data yet: set DEMO=1 to start with the demo world, or DEMO=0 to start empty.')
}

/** Refuses to expose demo accounts to a network unless explicitly allowed, because their passwords are published. */
function refuseOpenDemo(config: Configuration, logins: readonly string[]) {
  if (logins.length === 0 || config.allowDemoOnNetwork || !isExposed(config)) return
  throw new Error(`The demo accounts have a published password, and other machines can reach this server (HOST, BASE_URL, TRUST_PROXY).
Use npm start -- --lan (which replaces the password), start with DEMO=0 on an empty DATA_DIR, or set ALLOW_DEMO_ON_NETWORK=1.`)
}

interface Announcement {
  /** Logins of demo accounts. */
  logins: readonly string[]
  application: string | null
  notices: readonly string[]
  /** null: an organisation exists */
  setupToken: string | null
}

/** The address that users open. */
function addressOf({ baseUrl, host }: Configuration, bound: unknown): string {
  const { port } = bound as { port: number }
  return baseUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function announce(
  { demoPassword }: Configuration,
  url: string,
  { logins, application, notices, setupToken }: Announcement,
) {
  const listens = `Satchel listens on ${url}`
  // Only an empty server has a token. The token follows the #, so that it reaches no log.
  const setUp = setupToken === null ? [] : [`Set up: ${url}/setup#${setupToken}`]
  const accounts =
    logins.length > 0
      ? [
          [`Demo accounts, password ${demoPassword}:`, ...describeAccounts(logins)].join('\n  '),
          ...(application ? [`Demo application, its secret is that password:\n  ${application}`] : []),
        ]
      : []
  // One call: a script that waits for the address then finds the accounts in the same output.
  console.log([listens, ...setUp, ...accounts, ...notices].join('\n'))
}

/**
 * SIGTERM lets a balancer notice first; Ctrl-C stops at once. A second signal, or a stop beyond the limit, exits.
 */
function onSignals({ drain, stop }: { drain(): Promise<void>; stop(): Promise<void> }) {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      setTimeout(() => process.exit(1), stopLimit).unref()
      const stopped = signal === 'SIGTERM' ? drain().then(stop) : stop()
      void stopped.then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
  }
}
