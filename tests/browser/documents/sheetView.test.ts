import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { phrases } from '@/i18n/documents/zhCN'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import { shown } from '../rig/screen'
import { screenshot } from '../rig/screenshot'
import { documentWorld, state } from './documentPage'
import { cell, choose, chosenName, reads, write } from './sheetPage'

const words = phrases.document
const drive = openDrive({ connections: 10 })
const button = (page: Page, name: string) => shown(page).getByRole('button', { name, exact: true })

test('[DOC-09] a number without room shows signs instead of another number, and its own again in a wider column', async () => {
  const { owner, address } = await documentWorld(drive, 'editor', 'yxls')
  await drive.visit(owner, address, async (page) => {
    await write(page, 'A1', '12345678901234')
    await write(page, 'A2', '0.12345678901234')
    await reads(page, 'A1', '####')
    assert.equal(await cell(page, 'A1').getAttribute('aria-label'), '12345678901234')
    assert.match((await cell(page, 'A2').textContent())!, /^0\.12345\d*$/)
    await choose(page, 'A1')
    await button(page, words.sheet.lines).tap()
    for (let wider = 0; wider < 3; wider += 1) await button(page, words.sheet.wider).tap()
    await reads(page, 'A1', '12345678901234')
    assert.equal(await cell(page, 'A1').getAttribute('aria-label'), null)
  })
})

test('[DOC-09] frozen rows and columns stay while the others scroll, for everybody, and cells in them are chosen', async () => {
  const { owner, other, address } = await documentWorld(drive, 'editor', 'yxls')
  await drive.visit(other, address, (theirs) =>
    drive.visit(owner, address, async (page) => {
      await write(page, 'A1', '姓名')
      await write(page, 'B20', '远')
      await choose(page, 'A1')
      await button(page, words.sheet.lines).tap()
      await button(page, words.sheet.rows.freeze.replace('{n}', '1')).tap()
      await button(page, words.sheet.columns.freeze.replace('{n}', '1')).tap()
      await button(page, words.sheet.rows.unfreeze).waitFor()
      await state(page, words.state.saved)
      for (const each of [page, theirs]) {
        await until('the frozen cell', () => shown(each).locator('.grid-corner .grid-cell').count())
        await shown(each)
          .locator('.book-box')
          .evaluate((box) => box.scrollTo(100, 500))
        await reads(each, 'B20', '远')
        const [corner, box] = [
          await cell(each, 'A1').boundingBox(),
          await shown(each).locator('.book-box').boundingBox(),
        ]
        assert.ok(corner!.y < box!.y + 60 && corner!.x < box!.x + 60, JSON.stringify([corner, box]))
      }
      await choose(page, 'A1')
      assert.equal(await chosenName(page), 'A1')
      await screenshot(page, 'workbook-frozen')
      await assertAccessible(page)
    }),
  )
})
