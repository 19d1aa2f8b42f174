import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import PDFDocument from 'pdfkit'
import type { Page } from 'playwright-core'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import { client } from '../../support/client'
import { photo } from '../../support/samples/samples'
import { until } from '../../support/until'
import { openDrive } from '../rig/drive'
import { row, shown } from '../rig/screen'
import { bar, canvases, drawn, NAME } from './openPdf'

const drive = openDrive()
const cover = (page: Page) => shown(page).locator('.pdf-page img')

/** Waits until the server has what is shown first. */
async function made(user: UserRow, file: ItemRow): Promise<void> {
  const they = await client(drive.server).as(user.login)
  await until('the first picture', async () => {
    const ask = { file_id: file.id, first_picture: true }
    return (await they.call('GET /apps/representations/info', ask)).first_picture !== undefined
  })
}

/** A PDF with pages that are higher than a phone. */
function tall(pages: number): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false })
  for (let page = 1; page <= pages; page += 1) document.addPage({ size: [300, 700], margin: 4 }).text(`Page ${page}`)
  document.end()
  return buffer(document)
}

/** Holds requests until they are released. */
async function hold(page: Page, address: string): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.context().route(address, async (route) => {
    await held
    await route.continue()
  })
  return release
}

describe('what the answer to the tap holds', () => {
  test('[PREV-07] the first page is read before pdf.js has arrived, which then draws it at the same place', async () => {
    const user = await drive.make.user()
    const file = await drive.make.file({ owner: user }, { name: NAME, content: await tall(20) })
    await made(user, file)
    await drive.visit(user, '/files/own', async (page) => {
      const release = await hold(page, '**/pdfjs/**')
      await row(page, NAME).locator('.row-open').tap()
      await cover(page).waitFor()
      const placed = () =>
        shown(page)
          .locator('.pdf-page')
          .first()
          .evaluate((element: HTMLElement) => {
            const { left, top, width, height } = element.getBoundingClientRect()
            return [left, top, width, height].map(Math.round)
          })
      const before = await placed()
      assert.ok((await cover(page).evaluate((image: HTMLImageElement) => image.naturalWidth)) > 600)
      assert.equal(await canvases(page).count(), 0)
      await shown(page)
        .locator('.pdf')
        .evaluate((element) => element.scrollTo(0, 40))
      release()
      await drawn(page)
      assert.equal(await cover(page).count(), 0)
      assert.equal(
        await shown(page)
          .locator('.pdf')
          .evaluate((element) => element.scrollTop),
        40,
      )
      const [left, top, ...size] = await placed()
      // The picture has whole pixels, so its height differs by less than one.
      for (const [at, value] of [left!, top! + 40, ...size].entries())
        assert.ok(Math.abs(value - before[at]!) <= 1, `${value} is not ${before[at]}`)
      await until('the number of pages', async () => (await bar(page).textContent()) === '1 / 20')
    })
  })

  test('[PREV-06] a picture is shown without a request of its own', async () => {
    const user = await drive.make.user()
    const file = await drive.make.file({ owner: user }, { name: '合影.jpg', content: await photo() })
    await made(user, file)
    await drive.visit(user, '/files/own', async (page) => {
      const fetched: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('kind=image_1024&') && request.url().includes('/download'))
          fetched.push(request.url())
      })
      await row(page, '合影.jpg').locator('.row-open').tap()
      const picture = shown(page).locator('img.preview-picture, .preview-picture img')
      await until('the picture', () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth === 640))
      assert.deepEqual(fetched, [])
    })
  })
})
