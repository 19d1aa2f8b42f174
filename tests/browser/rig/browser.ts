import { after } from 'node:test'
import { chromium, type Browser } from 'playwright-core'

let launched: Promise<Browser> | undefined

/** One Chromium for all tests of a file; `CHROMIUM_PATH` names another than the system's. */
export function browser(): Promise<Browser> {
  launched ??= chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
  return launched
}

after(async () => (await launched)?.close())
