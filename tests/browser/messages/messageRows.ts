import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { until } from '../../support/until'
import { shown } from '../rig/screen'

export const icon = (page: Page) => shown(page).locator('.foot-messages')
export const badge = (page: Page) => icon(page).locator('.icon-button-badge')
export const rows = (page: Page) => shown(page).locator('.message')
export const message = (page: Page, name: string) => rows(page).filter({ hasText: name })
export const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
export const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)

export function namesOf(page: Page): Promise<string[]> {
  return rows(page).locator('.message-name').allTextContents()
}

export async function namesBecome(page: Page, expected: readonly string[]): Promise<void> {
  let seen: string[] = []
  await until('messages', async () => {
    seen = await namesOf(page)
    return JSON.stringify(seen) === JSON.stringify(expected)
  }).catch(() => assert.deepEqual(seen, expected))
}
