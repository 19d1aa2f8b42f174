import path from 'node:path'
import type { Page } from 'playwright-core'

const shots = path.resolve(import.meta.dirname, '../shots')

/** Stores a picture for a reader; nothing is compared with it. */
export async function screenshot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: path.join(shots, `${name}.png`), animations: 'disabled' })
}
