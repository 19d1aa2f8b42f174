import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { phrases } from '@/i18n/previews/zhCN'
import { deepTest } from '../../support/deep'
import { makeLink } from '../../support/shares/shares'
import { fullWorkbook } from '../../support/samples/workbooks'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import { preview, shown } from '../rig/screen'
import { button, sharer } from '../rig/visits'
import { openFile } from './openPreviews'

const drive = openDrive()
const { grid, reading } = phrases.preview

const cell = (page: Page, text: string) => shown(page).locator('.grid-cell').getByText(text, { exact: true }).first()
const scroll = (page: Page, left: number, top: number) =>
  shown(page)
    .locator('.grid-box')
    .evaluate((box, place) => box.scrollTo(place), { left, top })

describe('[AH-37] a sheet is shown as a grid', () => {
  /** A user with a table of 100,000 rows below their headings. */
  async function makeLong() {
    const user = await drive.make.user()
    const lines = Array.from(
      { length: 100_000 },
      (_, at) => `${at},第 ${at} 行,${(at * 7919) % 100_000},"一段很长的备注，\n${at}"`,
    )
    await drive.make.file({ owner: user }, { name: '长.csv', content: ['号,名,序,注', ...lines].join('\n') })
    return user
  }

  test('100,000 rows scroll under their headings, are found and sorted; a tap shows a cell in full', async () => {
    const user = await makeLong()
    await drive.visit(user, '/files/own', async (page) => {
      await openFile(page, '长.csv')
      await cell(page, '第 0 行').waitFor({ timeout: 30_000 })
      await shown(page)
        .getByText(grid.size.replace('{rows}', '100001').replace('{columns}', '4'))
        .waitFor({ timeout: 30_000 })
      assert.ok((await shown(page).locator('.grid-cell').count()) < 1000, 'too many cells are drawn')

      await scroll(page, 0, 1_800_000)
      await cell(page, '第 49998 行').waitFor()
      const top = async (text: string) => (await cell(page, text).boundingBox())!.y
      const table = (await shown(page).locator('.grid-box').boundingBox())!
      assert.ok((await top('号')) < table.y + 100, 'the headings stay')
      await assertAccessible(page)

      await cell(page, '第 49998 行').tap()
      await shown(page).locator('.grid-chosen').getByText('第 49998 行').waitFor()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await shown(page).locator('.grid-chosen-text').getByText('一段很长的备注').waitFor()
      await assertAccessible(page)
      await page.keyboard.press('Escape')
      await shown(page).locator('.grid-chosen').waitFor({ state: 'detached' })

      await button(page, grid.sortBy.replace('{column}', 'C')).tap()
      await cell(page, '第 0 行').waitFor({ timeout: 30_000 })
      await until(
        'the sorted rows',
        async () => (await shown(page).locator('.grid-letter[aria-sort=ascending]').count()) === 1,
      )
      await until('the second of the sorted rows', async () => {
        const texts = await shown(page).locator('.grid-cells .grid-row').nth(1).locator('.grid-cell').allInnerTexts()
        return texts.includes('1')
      })

      await button(page, reading.find).tap()
      await shown(page).getByRole('textbox', { name: grid.find }).fill('第 77777 行')
      await shown(page).getByText('1 / 1', { exact: true }).waitFor({ timeout: 30_000 })
      await shown(page).locator('.grid-chosen').getByText('第 77777 行').waitFor()
      await shown(page).locator('.grid-cell-found').waitFor()
      await page.keyboard.press('Escape')
    })
  })

  deepTest('the pages of 100,000 rows are one tap away, and so is the table again', async () => {
    await drive.visit(await makeLong(), '/files/own', async (page) => {
      await openFile(page, '长.csv')
      await button(page, grid.sortBy.replace('{column}', 'C')).tap({ timeout: 30_000 })
      await shown(page).locator('.grid-letter[aria-sort=ascending]').waitFor({ timeout: 30_000 })
      await button(page, reading.find).tap()
      await shown(page).getByRole('textbox', { name: grid.find }).fill('第 77777 行')
      await shown(page).getByText('1 / 1', { exact: true }).waitFor({ timeout: 30_000 })
      await page.keyboard.press('Escape')

      await button(page, reading.layout).tap()
      await shown(page).locator('.pdf-page canvas').first().waitFor({ timeout: 60_000 })
      await button(page, grid.back).tap()
      await cell(page, '第 0 行').waitFor({ timeout: 30_000 })
    })
  })

  test('[AH-24] a visitor who may download sees the tabs of a workbook under the watermark of the link', async () => {
    const { user, me } = await sharer(drive)
    const file = await drive.make.file({ owner: user }, { name: '成绩.xlsx', content: fullWorkbook('xlsx') })
    const marked = { is_watermark_customize_content: true, watermark_customize_content: '内部<资料>' }
    await drive.visit(null, (await makeLink(me, file, { disable_download: false, ...marked })).url, async (page) => {
      await cell(page, '王<script>alert(1)</script>').waitFor({ timeout: 30_000 })
      const ground = await shown(page)
        .locator('.grid-watermark')
        .evaluate((element) => decodeURIComponent(getComputedStyle(element).backgroundImage))
      assert.match(ground, /内部&lt;资料&gt;/)
      await shown(page).getByRole('tab', { name: '二', exact: true }).tap()
      await cell(page, '第二张').waitFor()
      assert.equal(await preview(page, '藏').count(), 0)
      await assertAccessible(page)
    })
  })
})
