// Makes the pictures of the documents anew: docs/screens.png of the README, and those of the guide for administrators in docs/pictures. Chromium
// photographs the app with the demo data. `npm run screens -- FOLDER` writes them into another folder than docs. Builds the app if it is stale.
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { buildWhenStale } from '../builds.mjs'
import { findChromium, root } from '../install.mjs'
import { photographConsole, photographSetup } from './console.mjs'
import { photographPhones } from './phones.mjs'
import { withServer } from './runServer.mjs'

const folder = path.resolve(process.argv[2] ?? path.join(root, 'docs'))
const pictures = path.join(folder, 'pictures')

buildWhenStale('the web client', 'h5')
buildWhenStale('the server', 'server')
await mkdir(pictures, { recursive: true })
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
try {
  await withServer({ hasDemo: true }, async ({ address }) => {
    await photographPhones(browser, address, path.join(folder, 'screens.png'))
    await photographConsole(browser, address, pictures)
  })
  await withServer({ hasDemo: false }, ({ setUp }) => photographSetup(browser, setUp, pictures))
} finally {
  await browser.close()
}
