import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { phrases } from '@/i18n/previews/zhCN'
import { client } from '../../support/client'
import {
  assertReported,
  heldNames,
  madeBefore,
  previewTable,
  putAll,
  type PreviewFile,
} from '../../support/previews/previewTable'
import { until } from '../../support/until'
import { openDrive } from '../rig/drive'
import { isDrawn } from '../rig/ink'
import { address, preview, row, shown } from '../rig/screen'
import { sampleOfEach } from '../../support/deep'

const drive = openDrive()
const rows = sampleOfEach(previewTable, ({ h5 }) => h5)
const { reason: reasons, play } = phrases.preview

/** Waits until the screen shows what the table says, and that it works. */
async function assertShown(page: Page, { name, h5, end }: PreviewFile): Promise<void> {
  const screen = preview(page, name)
  if (h5 === 'words') {
    const said = await screen.getByRole('alert').innerText()
    return assert.ok(
      Object.entries(reasons).some(([reason, text]) => said.includes(text) && (end === 'told' || end === reason)),
      said,
    )
  }
  if (h5 === 'archive') {
    await screen.locator('.archive .row').first().waitFor()
    const held = (await screen.locator('.archive .row-name').allInnerTexts()).map((text) => text.replaceAll('\n', ''))
    return assert.deepEqual(held, heldNames)
  }
  if (h5 === 'sound') return screen.getByRole('button', { name: play }).waitFor()
  if (h5 === 'video') {
    await screen.locator('video').waitFor()
    return void (await until('its first frame', () =>
      screen.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth > 0 && video.duration > 0.5),
    ))
  }
  if (h5 === 'picture') {
    const picture = screen.locator('.gallery-place:not([aria-hidden="true"]) img')
    await picture.waitFor()
    return void (await until('its pixels', () =>
      picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
    ))
  }
  if (h5 === 'reading')
    return void (await until('its words', async () => {
      const texts = await screen.locator('.reading-row').allInnerTexts()
      return texts.some((text) => text.trim() !== '')
    }))
  if (h5 === 'grid')
    return void (await until('its cells', async () => {
      const texts = await screen.locator('.grid-cell').allInnerTexts()
      return texts.some((text) => text.trim() !== '')
    }))
  assert.equal(h5, 'pdf')
  const canvas = screen.locator('.pdf-page canvas').first()
  await canvas.waitFor({ timeout: 60_000 })
  await until('ink on the page', () => isDrawn(canvas))
}

/** Opens a file from its row, scrolling down to the row if needed. */
async function openFile(page: Page, name: string): Promise<void> {
  if (address(page) !== '/files/own') await page.goto(`${drive.server.url}/files/own`)
  await shown(page).locator('.row').first().waitFor()
  await until(`the row of ${name}`, async () => {
    if ((await row(page, name).count()) > 0) return true
    return void (await shown(page)
      .locator('.virtual-list')
      .evaluate((list) => {
        list.scrollTop += list.clientHeight / 2
      }))
  })
  await row(page, name).locator('.row-open').tap()
  await preview(page, name).waitFor()
}

test('[PREV-02] [WX-01] each kind of file opens from the list as the table says', async (t) => {
  const user = await drive.make.user()
  const files = await putAll(drive.make, { owner: user }, rows)
  const own = await client(drive.server).as(user.login)
  await madeBefore(own, files)
  // Most of them are pictures and videos.
  await own.call('GET /apps/files/file_list', { view: 'list' })
  await drive.visit(
    user,
    '/files/own',
    async (page) => {
      for (const { name, h5, skip } of rows) {
        await t.test(`[PREV-02] [WX-01] ${name}: ${h5}`, { skip }, async () => {
          const file = files.find((one) => one.name === name)!
          await openFile(page, name)
          await assertShown(page, file)
          await assertReported(drive.server.deps.db, user, file)
          await page.goBack()
          await preview(page, name).waitFor({ state: 'detached' })
        })
      }
      assert.equal(await shown(page).locator('.preview').count(), 0)
    },
    { expected: [/representations\/download/] },
  )
})
