import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { phrases } from '@/i18n/documents/zhCN'
import { phrases as lazyPhrases } from '@/i18n/lazy/zhCN'
import { excelOf, formula, number, row as cellsOf } from '../../support/documents/books'
import { writeCell } from '../../support/documents/sheetWriters'
import { endWriters, joinWriter, tokenOf } from '../../support/documents/writers'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import { row as rowOf, shown, t } from '../rig/screen'
import { screenshot } from '../rig/screenshot'
import { documentWorld, state } from './documentPage'
import { cell, reads } from './sheetPage'

const words = phrases.document
const { history } = words
const drive = openDrive({ connections: 10 })
const button = (page: Page, name: string) => shown(page).getByRole('button', { name, exact: true })
const row = (page: Page, name: RegExp) =>
  page.getByRole('dialog', { name: history.title, exact: true }).getByRole('button', { name })
const table = (page: Page) => page.getByRole('grid', { name: history.table })
const shownCell = (page: Page, line: number, column: number) =>
  table(page).locator(`[role=row][aria-rowindex="${line + 1}"] [role=gridcell][aria-colindex="${column + 1}"]`)
const chosenText = (page: Page) => page.locator('.history-cell').textContent()

/** A workbook with two named versions, and a change that no version has. */
async function historyWorld() {
  const world = await documentWorld(drive, 'editor', 'yxls')
  const { me, item } = world
  const { document, saved } = await joinWriter(drive.server, { fileId: item.id, access: await tokenOf(me, item.id) })
  const name = (text: string) => me.call('POST /apps/documents/name_version', { file_id: item.id, name: text })
  writeCell(document, 0, 0, '周三')
  writeCell(document, 1, 0, '要走')
  await saved()
  await name('初稿')
  writeCell(document, 0, 0, '周四')
  writeCell(document, 1, 0, '')
  writeCell(document, 40, 1, '=1+1')
  await saved()
  await name('改期')
  writeCell(document, 2, 0, '新')
  await saved()
  endWriters()
  return world
}

describe('[DOC-05] the history of a workbook', () => {
  test('a version is a table to read; changed cells are marked, counted and found one after the other', async () => {
    const { owner, address } = await historyWorld()
    await drive.visit(owner, address, async (page) => {
      await reads(page, 'A1', '周四')
      await cell(page, 'A1').tap()
      await button(page, history.title).tap()
      await row(page, /改期/).tap()
      await shownCell(page, 1, 1).waitFor()
      assert.deepEqual(
        [
          await shownCell(page, 1, 1).locator('ins').textContent(),
          await shownCell(page, 2, 1).locator('del').textContent(),
        ],
        ['周四', '要走'],
      )
      await page.getByText(history.changes.cells.added.replace('{n}', '2')).waitFor()
      await page.getByText(history.changes.cells.removed.replace('{n}', '1')).waitFor()
      await assertAccessible(page)
      await screenshot(page, 'workbook-version')
      const next = page.getByRole('button', { name: history.changes.next, exact: true })
      for (const expected of ['A1周三周四', 'A2要走', 'B41=1+1']) {
        await next.tap()
        await until(expected, async () => (await chosenText(page)) === expected)
      }
      await shownCell(page, 41, 2).locator('ins').waitFor()
      await page.getByRole('radio', { name: history.compareWith.now, exact: true }).tap()
      await until(
        'what is new since',
        async () => (await shownCell(page, 3, 1).locator('ins').allTextContents()).join() === '新',
      )
      await page.getByRole('radio', { name: history.compareWith.none, exact: true }).tap()
      await until('no marks', async () => (await table(page).locator('ins, del').count()) === 0)
      assert.equal(await table(page).getAttribute('aria-readonly'), 'true')
    })
  })

  test('a restored version is there for everybody at once, and one tap undoes it', async () => {
    const { owner, other, address } = await historyWorld()
    await drive.visit(other, address, (theirs) =>
      drive.visit(owner, address, async (page) => {
        await reads(theirs, 'A1', '周四')
        await button(page, history.title).tap()
        await row(page, /初稿/).tap()
        await page.getByRole('button', { name: history.restore, exact: true }).tap()
        await page.getByRole('dialog', { name: history.title, exact: true }).waitFor({ state: 'detached' })
        for (const each of [page, theirs]) await reads(each, 'A1', '周三')
        await shown(theirs).getByText(history.restoredBy.replace('{name}', owner.name)).waitFor()
        await shown(page)
          .locator('.toast-action', { hasText: t('action.undo') })
          .tap()
        for (const each of [page, theirs]) await reads(each, 'A1', '周四')
        await state(page, words.state.saved)
      }),
    )
  })
})

describe('[DOC-07] a table becomes a workbook', () => {
  test('by the menu of an Excel file; the page tells that formulas became results until somebody has read so', async () => {
    const { owner, other, folder } = await documentWorld(drive, 'editor', 'yxls')
    const rows = cellsOf(1, number('3'), formula('TODAY()', '45352'))
    await drive.make.file({ parent: folder }, { name: '预算.xlsx', content: excelOf([{ name: '一', rows }]) })
    const told = words.sheet.results.replace('{n}', '1')
    await drive.visit(owner, `/files/folder/${folder.id}`, async (page) => {
      await rowOf(page, '预算.xlsx')
        .getByRole('button', { name: t('row.more', { name: '预算.xlsx' }) })
        .tap()
      await page.locator('.menu-entry').filter({ hasText: lazyPhrases.menu.makeWorkbook }).tap()
      await rowOf(page, '预算.yxls').waitFor()
      await page.getByText(lazyPhrases.convert.show, { exact: true }).tap()
      await reads(page, 'B1', '45352')
      await page.getByText(told).waitFor()
      await button(page, words.lost.close).tap()
      await page.getByText(told).waitFor({ state: 'detached' })
      await state(page, words.state.saved)
      await button(page, t('action.more')).tap()
      await page.locator('.menu-entry').filter({ hasText: lazyPhrases.menu.copyAs }).tap()
      const formats = page.getByRole('dialog', { name: lazyPhrases.convert.title })
      await formats.getByText(lazyPhrases.convert.formats.csv).waitFor()
      assert.equal(await formats.getByText(lazyPhrases.convert.formats.md).count(), 0)
    })
    await drive.visit(other, `/files/folder/${folder.id}`, async (page) => {
      await rowOf(page, '预算.yxls').locator('.row-open').tap()
      await cell(page, 'A1').waitFor()
      await reads(page, 'A1', '3')
      assert.equal(await page.getByText(told).count(), 0)
    })
  })
})
