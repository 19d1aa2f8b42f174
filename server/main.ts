import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compose } from './compose'
import { isExposed, readConfiguration, type Configuration } from './config/configuration'
import { usableFolder } from './config/dataFolder'
import { describeAccounts } from './demo/accounts'
import { describeDemoApplication } from './demo/demoApplication'
import type { Db } from './database/connect'
import { hasEnterprise } from './queries/enterprise/enterprises'
import { fillDemoWorld } from './demo/fillDemoWorld'
import { settleDemoAccounts } from './demo/demoAccounts'

const here = fileURLToPath(new URL('.', import.meta.url))
/** Beside the bundle, or where the sources are run. */
const webFolder =
  [join(here, '../h5'), join(here, '../dist/h5')].find((folder) => existsSync(folder)) ?? join(here, '../h5')
/** ms that a whole stop may take before it is forced */
const stopLimit = 60_000

await start().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})

async function start() {
  const settings = readConfiguration(process.env, process.cwd())
  const config = { ...settings, dataFolder: usableFolder(settings, (text) => console.log(text)) }
  const { app, deps, engine, stop } = await compose(config, { webFolder })
  try {
    await requireDecision(deps.db, config)
    if (config.demo) await fillDemoWorld(deps, config.demoPassword)
    const demoLogins = await settleDemoAccounts(deps.db, config.demoPassword)
    refuseOpenDemo(config, demoLogins)
    await app.listen({ host: config.host, port: config.port })
    deps.jobs.start()
    // Who reads the announcement may stop it at once.
    onSignals(stop)
    announce(config, app.server.address(), demoLogins, await describeDemoApplication(deps.db), deps.previews.notices)
  } catch (error) {
    await stop()
    throw error
  }
  void engine?.failed.then((error) => {
    app.log.fatal(error, 'the database engine ended')
    process.exit(1)
  })
}

/** A server in production gets the demo world only when somebody says so. */
async function requireDecision(db: Db, { demo }: Configuration) {
  if (demo !== null || (await hasEnterprise(db))) return
  throw new Error('There are no data yet: set DEMO=1 to begin with the demo world, or DEMO=0 to begin with nothing.')
}

/** Published passwords on a network are an invitation: only who says so gets that. */
function refuseOpenDemo(config: Configuration, logins: readonly string[]) {
  if (logins.length === 0 || config.allowDemoOnNetwork || !isExposed(config)) return
  throw new Error(`There are demo accounts, whose password is published, and others reach this server (HOST, BASE_URL, TRUST_PROXY).
Use npm start -- --lan (their password is then replaced), start with DEMO=0 on an empty DATA_DIR, or set ALLOW_DEMO_ON_NETWORK=1.`)
}

function announce(
  { baseUrl, host, demoPassword }: Configuration,
  address: unknown,
  logins: readonly string[],
  application: string | null,
  notices: readonly string[],
) {
  const { port } = address as { port: number }
  const listens = `Satchel listens on ${baseUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`}`
  const accounts =
    logins.length > 0
      ? [
          [`Demo accounts, password ${demoPassword}:`, ...describeAccounts(logins)].join('\n  '),
          ...(application ? [`Demo application, its secret is that password:\n  ${application}`] : []),
        ]
      : []
  // In one piece: who waits for the address finds the accounts with it.
  console.log([listens, ...accounts, ...notices].join('\n'))
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
