import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { shown, t } from '../rig/screen'

export const panel = (page: Page) => shown(page).getByRole('dialog', { name: t('navigation.title') })

export async function look(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return
  mkdirSync(process.env.SHOTS, { recursive: true })
  await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })
}

export async function reads(page: Page, title: string, text?: string): Promise<void> {
  await shown(page).locator('.empty-title', { hasText: title }).waitFor()
  if (text) await shown(page).locator('.empty-text', { hasText: text }).waitFor()
}
