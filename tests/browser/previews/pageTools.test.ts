import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import PDFDocument from 'pdfkit'
import type { Page } from 'playwright-core'
import { phrases } from '@/i18n/previews/zhCN'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import { shown } from '../rig/screen'
import { Fingers } from '../rig/touch'
import { button } from '../rig/visits'
import { drawn, openFile } from './openPreviews'

const drive = openDrive()
const { reading, goTo, pages: words } = phrases.preview

async function pdfOf(
  total: number,
  size: [number, number],
  draw: (document: PDFKit.PDFDocument, page: number) => void,
) {
  const document = new PDFDocument({ autoFirstPage: false })
  for (let page = 1; page <= total; page += 1) {
    document.addPage({ size, margin: 0 })
    draw(document, page)
  }
  document.end()
  return buffer(document)
}

const isAt = (page: Page, n: number, total: number) =>
  until(`page ${n}`, async () => (await shown(page).locator('.pdf-bar').textContent()) === `${n} / ${total}`)

/** Whether a label names the focused button. */
const isFocused = (page: Page, label: string) =>
  until(`the focus on ${label}`, () =>
    page.evaluate((name) => document.activeElement?.getAttribute('aria-label') === name, label),
  )

describe('[AH-38] pages have ways of their own', () => {
  test('words are found on pages and marked; small pictures lead to a page; a double tap fits a column', async () => {
    const user = await drive.make.user()
    const guest = await drive.make.user()
    const folder = await drive.make.folder({ owner: user }, { name: '论文' })
    await drive.make.collab(folder, { user: guest }, 'previewer')
    const content = await pdfOf(30, [420, 595], (document, page) => {
      document.fontSize(9)
      for (let row = 0; row < 20; row += 1)
        for (const left of [40, 220])
          document.text('words in a narrow column of text', left, 60 + 20 * row, { lineBreak: false })
      if (page === 3 || page === 25) document.text('a needle here', 40, 30, { lineBreak: false })
    })
    await drive.make.file({ parent: folder }, { name: '论文.pdf', content })
    const notice = await pdfOf(4, [420, 595], (document) => document.text('a needle', 40, 60))
    await drive.make.file({ parent: folder }, { name: '通知.pdf', content: notice })
    await drive.visit(user, `/files/folder/${folder.id}`, async (page) => {
      await openFile(page, '论文.pdf')
      await drawn(page)
      const zoom = () =>
        shown(page)
          .locator('.pdf')
          .evaluate((box) => box.querySelector('.pdf-column')!.clientWidth / box.clientWidth)
      const before = await zoom()
      const fingers = await Fingers.on(page)
      await fingers.doubleTap({ x: 300, y: 300 })
      await until('the column fits', async () => (await zoom()) > 2.2 * before)
      const { left } = await shown(page)
        .locator('.pdf')
        .evaluate((box) => ({ left: box.scrollLeft / box.scrollWidth }))
      // The right column begins at 220 of 420 points.
      assert.ok(Math.abs(left - 0.5) < 0.03, String(left))
      await fingers.doubleTap({ x: 300, y: 300 })
      await until('the page fits', async () => Math.abs((await zoom()) / before - 1) < 0.01)

      await button(page, reading.find).tap()
      await shown(page).locator('.reading-find-field').fill('NEEDLE')
      const count = shown(page).locator('.reading-find-count')
      await until('two places', async () => (await count.textContent()) === '1 / 2')
      await isAt(page, 3, 30)
      const mark = shown(page).locator('.pages-mark-now')
      const box = (await mark.boundingBox())!
      assert.ok(box.width > 10 && box.y > 90 && box.y < 600, JSON.stringify(box))
      await assertAccessible(page)
      await button(page, reading.next).tap()
      await isAt(page, 25, 30)
      await page.keyboard.press('Escape')
      await mark.waitFor({ state: 'detached' })
      await isFocused(page, reading.find)

      await button(page, words.small).tap()
      const thumbs = shown(page).locator('.pages-thumb')
      await until('small pages', async () => (await shown(page).locator('.pages-thumb canvas').count()) > 2)
      assert.ok((await thumbs.count()) < 12)
      assert.equal(await shown(page).locator('.pages-thumb-current').textContent(), '25')
      await assertAccessible(page)
      await thumbs.filter({ hasText: '26' }).tap()
      await isAt(page, 26, 30)
      await page.keyboard.press('Escape')
      await isFocused(page, words.small)
      await page.keyboard.press('Enter')
      await isFocused(page, phrases.preview.pageOf.replace('{n}', '26').replace('{total}', '30'))
      await page.keyboard.press('Escape')
      await isFocused(page, words.small)
      await button(page, goTo.open).tap()
      assert.equal(await shown(page).locator('.pages-act-read').count(), 0)
      await page.keyboard.press('Escape')
      await isFocused(page, goTo.open)
    })
    await drive.visit(guest, `/files/folder/${folder.id}`, async (page) => {
      await openFile(page, '通知.pdf')
      await drawn(page)
      await button(page, words.small).waitFor()
      assert.equal(await button(page, reading.find).count(), 0)
    })
  })

  test('slides fill the screen, and taps, swipes and keys turn them', async () => {
    const user = await drive.make.user()
    const content = await pdfOf(5, [640, 360], (document, page) =>
      document.fontSize(60).text(`Slide ${page}`, 60, 120, { lineBreak: false }),
    )
    await drive.make.file({ owner: user }, { name: '宣讲.pdf', content })
    await drive.visit(user, '/files/own', async (page) => {
      await openFile(page, '宣讲.pdf')
      await drawn(page)
      await button(page, words.full).tap()
      const show = page.locator('.slides')
      const isOn = (n: number) =>
        until(`slide ${n}`, async () => (await show.locator('.slides-count').textContent()) === `${n} / 5`)
      await isOn(1)
      await show.locator('.slides-slide:not(.slides-ahead) canvas').waitFor()
      await assertAccessible(page)
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Space')
      await isOn(3)
      await show.locator('.slides-side-left').tap()
      await isOn(2)
      await show.locator('.slides-side-right').tap()
      await page.keyboard.press('End')
      await isOn(5)
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('PageUp')
      await isOn(3)
      // The slides of a phone held upright lie across.
      const box = (await show.boundingBox())!
      assert.equal(await show.locator('.slides-turned').count(), box.height > box.width ? 1 : 0)
      await page.keyboard.press('Escape')
      await show.waitFor({ state: 'detached' })
      await isAt(page, 3, 5)
      assert.equal(await page.evaluate(() => document.fullscreenElement), null)
    })
  })
})
