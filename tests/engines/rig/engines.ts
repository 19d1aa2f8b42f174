import { after } from 'node:test'
import { findFirefox, findWebKit } from '../../../scripts/install.mjs'
import type { Driver, EngineName, Looks } from './Driver'
import { closeFirefox, openFirefox } from './firefox'
import { closeWebKit, openWebKit } from './webkit'

export const engines = ['webkit', 'firefox'] as const satisfies readonly EngineName[]

/** The reason why tests of an engine are skipped; false if the engine is installed. */
export const missing: Record<EngineName, string | false> = {
  webkit: findWebKit() ? false : 'WebKitGTK is not installed: apt-get install webkit2gtk-driver xvfb',
  firefox: findFirefox() ? false : 'Firefox is not installed: apt-get install firefox-esr',
}

export function openEngine(engine: EngineName, looks: Looks): Promise<Driver> {
  return engine === 'webkit' ? openWebKit(looks) : openFirefox(looks)
}

/** Ends what was started for the tests of a file. */
export function endEnginesAfter(): void {
  after(async () => {
    await closeWebKit()
    await closeFirefox()
  })
}
