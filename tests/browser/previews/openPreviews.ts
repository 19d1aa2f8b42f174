import type { Page } from 'playwright-core'
import type { PreviewInfo } from '@/contract/previews/previews'
import type { UserRow } from '../../../server/database/tables'
import { client } from '../../support/client'
import { until } from '../../support/until'
import { isDrawn } from '../rig/ink'
import { row, shown } from '../rig/screen'
import type { Drive } from '../rig/drive'

export const openFile = (page: Page, name: string) => row(page, name).locator('.row-open').tap()

export async function drawn(page: Page): Promise<void> {
  const canvas = shown(page).locator('.pdf-page canvas').first()
  await canvas.waitFor({ timeout: 60_000 })
  await until('ink on the page', () => isDrawn(canvas), 20_000)
}

/** Waits for the words of a text. */
export async function reads(page: Page, words: string): Promise<void> {
  await shown(page).locator('.reading-row').filter({ hasText: words }).first().waitFor({ timeout: 30_000 })
}

/** The server's final status of a preview. */
export async function outcomeIn(drive: Drive, user: UserRow, fileId: number): Promise<PreviewInfo> {
  const visitor = await client(drive.server).as(user.login)
  return until(
    'the end of the making',
    async () => {
      const info = await visitor.call('GET /apps/representations/info', { file_id: fileId })
      return info.status === 'generated' || info.reason !== null ? info : null
    },
    60_000,
  )
}
