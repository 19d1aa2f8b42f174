import type { Page } from 'playwright-core'
import { row, shown } from '../rig/screen'

export const button = (page: Page, name: string) => shown(page).getByRole('button', { name, exact: true })
export const facts = (page: Page, name: string) => row(page, name).locator('.row-meta').innerText()
export const filter = (page: Page, name: string) => shown(page).getByRole('radio', { name })
export const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
