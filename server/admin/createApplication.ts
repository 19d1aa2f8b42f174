import { systemClock } from '../time/clock'
import { readConfiguration } from '../config/configuration'
import { resolveDataFolder } from '../config/dataFolder'
import { createApplication, endApplication, userNamed } from '../services/applications/administration'
import { applicationOptions } from './applicationOptions'
import { openDatabase } from './openDatabase'

await run(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})

/** Creates or ends an application, and prints what its maker needs, including the secret. */
async function run(args: string[]): Promise<void> {
  const options = applicationOptions(args)
  const settings = readConfiguration(process.env, process.cwd())
  const { db, close } = await openDatabase({
    ...settings,
    dataFolder: resolveDataFolder(settings, (text) => console.error(text)),
  })
  const ports = { db, clock: systemClock }
  try {
    const administrator = await userNamed(db, options.administrator)
    if (!administrator) throw new Error(`no user is called ${options.administrator}`)
    if ('end' in options) {
      await endApplication(ports, administrator, options.end)
      console.log(`The application ${options.end} has ended.`)
      return
    }
    const { clientId, secret } = await createApplication(ports, administrator, options.application)
    console.log(`client id  ${clientId}\nsecret     ${secret}\nKeep the secret: it is not shown again.`)
  } finally {
    await close()
  }
}
