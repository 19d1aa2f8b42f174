import { after } from 'node:test'
import { chromium, type Browser } from 'playwright-core'
import { findChromium } from '../../../scripts/chromium.mjs'

let launched: Promise<Browser> | undefined

/** One Chromium for all tests of a file. */
export function browser(): Promise<Browser> {
  launched ??= chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  return launched
}

after(async () => (await launched)?.close())
