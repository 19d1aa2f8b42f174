import { writeFile } from 'node:fs/promises'
import { after } from 'node:test'
import { chromium, type Browser } from 'playwright-core'
import { findChromium } from '../../../scripts/install.mjs'

/** Pages live too briefly for optimised code: compiling less saves a tenth of a test file's processor time. */
const lazily = '--js-flags=--interrupt-budget=1000000'
let launched: Promise<Browser> | undefined
/** The test files of this process that have not ended. */
let users = 0

/** The Chromium of the test files of a process; `endBrowserAfter` ends it. */
export function browser(): Promise<Browser> {
  launched ??= launch()
  return launched
}

async function launch(): Promise<Browser> {
  const engine = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', lazily] })
  engine.on('disconnected', () => (launched = undefined))
  await lowerPriority(engine)
  return engine
}

/**
 * Gives Chromium the priority of the server's converters. Linux weighs sessions, and Chromium is a session of its own: it would take most of the
 * processor from a document's conversion, for which its own page waits.
 */
async function lowerPriority(engine: Browser): Promise<void> {
  const session = await engine.newBrowserCDPSession()
  const { processInfo: processes } = await session.send('SystemInfo.getProcessInfo')
  const { id } = processes.find(({ type }) => type === 'browser')!
  // Other systems than Linux have no such file.
  await writeFile(`/proc/${id}/autogroup`, '5').catch(() => {})
  await session.detach()
}

/** Ends Chromium's pages after the tests of the calling file, and Chromium after those of the last file. */
export function endBrowserAfter(): void {
  users += 1
  after(async () => {
    users -= 1
    const engine = await launched
    for (const context of engine?.contexts() ?? []) await context.close()
    if (users === 0) await engine?.close()
  })
}
