import { after } from 'node:test'
import { chromium, type Browser } from 'playwright-core'
import { findChromium } from '../../../scripts/install.mjs'

/** Pages live too briefly for optimised code: compiling less saves a tenth of a test file's processor time. */
const lazily = '--js-flags=--interrupt-budget=1000000'
let launched: Promise<Browser> | undefined

/** The Chromium of a test file; `endBrowserAfter` ends it. */
export function browser(): Promise<Browser> {
  launched ??= chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', lazily] })
  return launched
}

/** Ends Chromium after the tests of the calling file. */
export function endBrowserAfter(): void {
  after(async () => {
    await (await launched)?.close()
    launched = undefined
  })
}
