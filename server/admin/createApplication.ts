import { systemClock } from '../time/clock'
import { readConfiguration } from '../config/configuration'
import { usableFolder } from '../config/dataFolder'
import { createApplication, endApplication, userNamed } from '../services/applications/administration'
import { applicationOptions } from './applicationOptions'
import { openDatabase } from './openDatabase'

await run(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})

/** Makes or ends an application, and prints what its maker needs to know, the secret among it. */
async function run(args: string[]): Promise<void> {
  const asked = applicationOptions(args)
  const settings = readConfiguration(process.env, process.cwd())
  const { db, close } = await openDatabase({
    ...settings,
    dataFolder: usableFolder(settings, (text) => console.error(text)),
  })
  const ports = { db, clock: systemClock }
  try {
    const administrator = await userNamed(db, asked.administrator)
    if (!administrator) throw new Error(`nobody is called ${asked.administrator}`)
    if ('end' in asked) {
      await endApplication(ports, administrator, asked.end)
      console.log(`${asked.end} has ended.`)
      return
    }
    const { clientId, secret } = await createApplication(ports, administrator, asked.application)
    console.log(`client id  ${clientId}\nsecret     ${secret}\nKeep the secret: it is not shown again.`)
  } finally {
    await close()
  }
}
