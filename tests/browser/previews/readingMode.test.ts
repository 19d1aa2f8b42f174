import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { phrases } from '@/i18n/previews/zhCN'
import { heading, imageRelation, line, picture, table, wordDocument } from '../../support/samples/documents'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import { shown } from '../rig/screen'
import { button } from '../rig/visits'
import { drawn, openFile, reads } from './openPreviews'

const drive = openDrive()
const { reading, goTo } = phrases.preview

describe('[AH-38] a document has a reading mode', () => {
  test('sixty pages are read at 17 px without panning; headings lead to their places; one tap leads to the pages and back', async () => {
    const user = await drive.make.user()
    const photo = await sharp({ create: { width: 1600, height: 800, channels: 3, background: '#c33' } })
      .jpeg()
      .toBuffer()
    const chapters = Array.from(
      { length: 60 },
      (_, at) => heading(`第 ${at} 章`) + Array.from({ length: 12 }, () => line('内容'.repeat(50))).join(''),
    )
    const wide = table([Array.from({ length: 12 }, (_, at) => `很长的列名 ${at}`), Array.from({ length: 12 }, String)])
    const content = wordDocument(picture('i1') + wide + chapters.join(''), {
      relationships: imageRelation('i1', 'media/a.jpeg'),
      more: { 'word/media/a.jpeg': photo },
    })
    await drive.make.file({ owner: user }, { name: '章程.docx', content })
    await drive.visit(user, '/files/own', async (page) => {
      await openFile(page, '章程.docx')
      await drawn(page)
      await assertAccessible(page)
      await button(page, reading.mode).tap()
      await reads(page, '第 0 章')
      const column = shown(page).locator('.reading-column')
      const { size, isWide } = await column.evaluate((element) => ({
        size: parseFloat(getComputedStyle(element.querySelector('.reading-text')!).fontSize),
        isWide: element.scrollWidth > element.clientWidth || document.documentElement.scrollWidth > innerWidth,
      }))
      assert.ok(size >= 16 && !isWide, `${size} px`)
      const shape = (await shown(page).locator('.reading-picture').boundingBox())!
      assert.ok(Math.abs(shape.width / shape.height - 2) < 0.1, JSON.stringify(shape))
      assert.ok(
        await shown(page)
          .locator('.reading-table-box')
          .evaluate((box) => box.scrollWidth > box.clientWidth),
      )

      await button(page, reading.outline).tap()
      await assertAccessible(page)
      await shown(page).locator('.reading-outline-row').filter({ hasText: '第 40 章' }).tap()
      await reads(page, '第 40 章')
      await shown(page).locator('.reading-outline').waitFor({ state: 'detached' })

      await button(page, reading.layout).tap()
      await drawn(page)
      await button(page, reading.mode).tap()
      await reads(page, '第 40 章')
    })
  })

  test('a number or a heading leads to a page, and a number beyond the last page is refused', async () => {
    const user = await drive.make.user()
    const document = new PDFDocument({ size: 'A5' })
    for (let at = 1; at <= 9; at += 1) {
      if (at > 1) document.addPage()
      document.text(`Page ${at}`)
      if (at === 7) document.outline.addItem('Chapter seven')
    }
    document.end()
    await drive.make.file({ owner: user }, { name: 'pages.pdf', content: await buffer(document) })
    await drive.visit(user, '/files/own', async (page) => {
      const isAt = (n: number) =>
        until(`page ${n}`, async () => (await shown(page).locator('.pdf-bar').textContent()) === `${n} / 9`)
      await openFile(page, 'pages.pdf')
      await drawn(page)
      await button(page, goTo.open).tap()
      const field = shown(page).locator('.pages-go-field')
      await field.fill('10')
      await button(page, goTo.go).tap()
      await shown(page).getByText(goTo.range.replace('{total}', '9')).waitFor()
      await assertAccessible(page)
      await field.fill('4')
      await button(page, goTo.go).tap()
      await isAt(4)
      await button(page, goTo.open).tap()
      await shown(page).locator('.reading-outline-row').filter({ hasText: 'Chapter seven' }).tap()
      await isAt(7)
    })
  })

  test('the reading mode opens at the page that was shown, and the layout at the place that was read', async () => {
    const user = await drive.make.user()
    const document = new PDFDocument({ size: 'A5' })
    for (let at = 1; at <= 9; at += 1) {
      if (at > 1) document.addPage()
      document.text(`Page ${at}. `.repeat(90))
    }
    document.end()
    await drive.make.file({ owner: user }, { name: 'pages.pdf', content: await buffer(document) })
    await drive.visit(user, '/files/own', async (page) => {
      const isAt = (n: number) =>
        until(`page ${n}`, async () => (await shown(page).locator('.pdf-bar').textContent()) === `${n} / 9`)
      const readPage = () =>
        shown(page)
          .locator('.reading-column')
          .evaluate((column) => {
            const { top } = column.getBoundingClientRect()
            const rows = [...column.querySelectorAll('.reading-row')]
            const first = rows.find((row) => row.getBoundingClientRect().bottom > top + 1)
            return Number(/Page (\d)/.exec(first?.textContent ?? '')?.[1])
          })
      await openFile(page, 'pages.pdf')
      await drawn(page)
      await button(page, goTo.open).tap()
      await shown(page).locator('.pages-go-field').fill('7')
      await button(page, goTo.go).tap()
      await isAt(7)
      await button(page, reading.mode).tap()
      await reads(page, 'Page 7')
      await until('page 7 is read', async () => Math.abs((await readPage()) - 7) <= 1)
      await button(page, reading.layout).tap()
      await drawn(page)
      await isAt(7)
      await button(page, reading.mode).tap()
      await reads(page, 'Page 7')
      await shown(page)
        .locator('.reading-column')
        .evaluate((column) => column.scrollTo(0, column.scrollHeight / 3))
      await until('page 4 is read', async () => Math.abs((await readPage()) - 4) <= 1)
      await button(page, reading.layout).tap()
      await drawn(page)
      await until('about page 4', async () =>
        /^[345] \/ 9$/.test((await shown(page).locator('.pdf-bar').textContent()) ?? ''),
      )
    })
  })
})
