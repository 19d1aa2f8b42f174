import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import type { FileChooser, Page } from 'playwright-core'
import { shown, t } from '../rig/screen'
import type { Drive } from '../rig/drive'

export const text = (name: string, content: string | Buffer = name) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})

/** Opens the picker as a user does and gives it files. */
export async function pick(
  page: Page,
  files: Parameters<FileChooser['setFiles']>[0],
  source: 'files' | 'media' = 'files',
): Promise<FileChooser> {
  await shown(page)
    .getByRole('button', { name: t('list.add') })
    .tap()
  const chosen = page.waitForEvent('filechooser')
  await shown(page)
    .getByRole('button', { name: t(`upload.${source}`), exact: true })
    .tap()
  const chooser = await chosen
  await chooser.setFiles(files)
  return chooser
}

/** Answers like a server that supports no parts. */
export async function withoutParts(page: Page): Promise<void> {
  await page.route('**/presign_upload', async (route) => {
    const answer = await route.fetch()
    const { tus_url: _path, ...rest } = (await answer.json()) as { tus_url: string }
    await route.fulfill({ response: answer, json: rest })
  })
}

export const tray = (page: Page) => shown(page).locator('.upload-tray')
export const queue = (page: Page) => shown(page).getByRole('dialog').locator('.upload-row')
export const queued = (page: Page, name: string) => queue(page).filter({ hasText: name })

export async function assertStoredIn(drive: Drive, file: number | string, content: Buffer): Promise<void> {
  const { db, storage } = drive.server.deps
  const { key } = await db
    .selectFrom('items')
    .innerJoin('versions', 'versions.item_id', 'items.id')
    .innerJoin('bodies', 'bodies.id', 'versions.body_id')
    .select('bodies.key')
    .where(typeof file === 'string' ? 'items.name' : 'items.id', '=', file)
    .executeTakeFirstOrThrow()
  assert.equal(content.compare(await buffer(await storage.read(key))), 0)
}

/** A user whose own space holds one empty folder. */
export async function emptyDriveIn(drive: Drive) {
  const user = await drive.make.user()
  await drive.make.folder({ owner: user }, { name: '资料' })
  return user
}
