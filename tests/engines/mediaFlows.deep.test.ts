import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findFfmpeg } from '../../server/previews/makers/ffmpeg'
import { findOffice } from '../../server/previews/makers/office'
import { openDrive } from '../browser/rig/drive'
import { isDrawn } from '../browser/rig/ink'
import { isBlue, isRed, pixels } from '../browser/rig/pixels'
import { preview, row, shown, t } from '../browser/rig/screen'
import { deepTest } from '../support/deep'
import { packed } from '../support/samples/archives'
import { recording } from '../support/samples/media'
import { docx, pdf, photo } from '../support/samples/samples'
import { until } from '../support/until'
import { endEnginesAfter, missing } from './rig/engines'
import { onEngine } from './rig/engineDrive'
import type { Front } from './rig/front'

/* Uploads and previews in WebKit, against the real server. */
const skip = missing.webkit
const noFfmpeg = (await findFfmpeg()) === null && 'ffmpeg is not installed'
const noOffice = (await findOffice()) === null && 'LibreOffice is not installed'
const patience = { timeout: 60_000 }

const server = openDrive()
endEnginesAfter()

describe('WebKit', { skip }, () => {
  const drive = skip ? { ...server, front: {} as Front } : onEngine(server, 'webkit')
  const queued = (page: Page, name: string) =>
    shown(page).getByRole('dialog').locator('.upload-row').filter({ hasText: name })

  async function open(name: string, content: Buffer, look: (page: Page) => Promise<void>): Promise<void> {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name, content })
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, name).locator('.row-open').tap()
      await look(page)
    })
  }

  async function stored(name: string): Promise<Buffer> {
    const { db, storage } = drive.server.deps
    const { key } = await db
      .selectFrom('items')
      .innerJoin('versions', 'versions.item_id', 'items.id')
      .innerJoin('bodies', 'bodies.id', 'versions.body_id')
      .select('bodies.key')
      .where('items.name', '=', name)
      .executeTakeFirstOrThrow()
    return buffer(await storage.read(key))
  }

  test('[UPL-02] pauses an upload, resumes it, and finishes it after the network was cut', async () => {
    const user = await drive.make.user()
    await drive.make.folder({ owner: user }, { name: '资料' })
    // The sockets between the page and the front hold some megabytes.
    const content = randomBytes(16_000_000)
    await drive
      .visit(
        user,
        '/files/own',
        async (page) => {
          await row(page, '资料').waitFor()
          await shown(page)
            .getByRole('button', { name: t('list.add') })
            .tap()
          const chosen = page.waitForEvent('filechooser')
          await shown(page)
            .getByRole('button', { name: t('upload.files'), exact: true })
            .tap()
          drive.front.uploadRate = 1_500_000
          await (await chosen).setFiles({ name: '断.bin', mimeType: '', buffer: content })
          await shown(page).locator('.upload-tray').tap()
          const percent = async () =>
            Number(
              await queued(page, '断.bin')
                .getByRole('progressbar')
                .getAttribute('aria-valuenow')
                .catch(() => 0),
            )
          await until('some bytes', async () => (await percent()) > 10, 60_000)
          await shown(page)
            .getByRole('button', { name: t('upload.pause', { name: '断.bin' }) })
            .tap()
          await queued(page, '断.bin').getByText(t('upload.state.paused')).waitFor()
          await shown(page)
            .getByRole('button', { name: t('upload.resume', { name: '断.bin' }) })
            .tap()
          await queued(page, '断.bin').getByText(t('upload.state.paused')).waitFor({ state: 'detached' })
          const before = await percent()
          await until('more bytes', async () => (await percent()) > before, 60_000)
          await page.context().setOffline(true)
          await page.context().setOffline(false)
          drive.front.uploadRate = Infinity
          await queued(page, '断.bin').getByText(t('upload.state.uploaded')).waitFor(patience)
          assert.equal(content.compare(await stored('断.bin')), 0)
        },
        { expected: [/status of 4/] },
      )
      .finally(() => (drive.front.uploadRate = Infinity))
  })

  deepTest('[PREV-06] shows a picture in its colours', async () => {
    await open('合影.jpg', await photo(), async (page) => {
      const picture = shown(page).locator('.gallery-place:not([aria-hidden=true]) img')
      await picture.waitFor(patience)
      await until('its colours', async () => {
        const [left, right] = await pixels(picture, [
          [0.2, 0.5],
          [0.8, 0.5],
        ])
        return isRed(left) && isBlue(right)
      })
    })
  })

  deepTest('[PREV-07] draws the pages of a PDF', async () => {
    await open('简章.pdf', await pdf(), async (page) => {
      const canvas = shown(page).locator('.pdf-page canvas').first()
      await canvas.waitFor(patience)
      await until('ink on the page', () => isDrawn(canvas))
    })
  })

  deepTest('draws the pages of an office document', { skip: noOffice }, async () => {
    await open('招生简章.docx', docx('招生简章'), async (page) => {
      const canvas = shown(page).locator('.pdf-page canvas').first()
      await canvas.waitFor({ timeout: 90_000 })
      await until('ink on the page', () => isDrawn(canvas))
    })
  })

  deepTest('lists an archive and opens a file of it', async () => {
    await open('资料.zip', await packed('a.zip', [], { '一.txt': '1', '二.txt': '2' }), async (page) => {
      const inner = preview(page, '资料.zip').locator('.row').filter({ hasText: '一.txt' }).locator('.row-open')
      await inner.tap(patience)
      await preview(page, '一.txt').locator('.reading-row').first().waitFor(patience)
    })
  })

  deepTest('[PREV-09] plays a video', { skip: noFfmpeg }, async (t) => {
    await open('宣讲.mp4', await recording({ extension: 'mp4', video: 'libx264' }), async (page) => {
      const video = preview(page, '宣讲.mp4').locator('video')
      await video.waitFor(patience)
      const plays = await video.evaluate((element) =>
        (element as HTMLVideoElement).canPlayType('video/mp4; codecs="avc1.42E01E"'),
      )
      if (plays === '') return t.skip('WebKitGTK has no H.264 here: the package is gstreamer1.0-libav')
      // Rejects with the reason if it cannot play.
      await video.evaluate(async (element) => {
        const player = element as HTMLVideoElement
        player.muted = true
        await player.play()
      })
      await until(
        'it plays',
        () => video.evaluate((element) => (element as HTMLVideoElement).currentTime > 0.2),
        20_000,
      )
    })
  })
})
