import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { phrases } from '@/i18n/documents/zhCN'
import { openState } from '../../../server/services/documents/body'
import { paragraphsOf } from '../../support/documents/writers'
import { until } from '../../support/until'
import { openDrive } from '../rig/drive'
import { documentWorld, state, text, written } from './documentPage'

const drive = openDrive()

test('[DOC-02] [DOC-09] two people who begin to write in one empty line keep each letter once and in order', async () => {
  const { owner, other, item, address } = await documentWorld(drive)
  await drive.visit(owner, address, (mine) =>
    drive.visit(other, address, async (theirs) => {
      await text(mine).tap()
      await mine.keyboard.insertText('开始')
      await mine.keyboard.press('Enter')
      await until('the empty line', async () => (await text(theirs).locator('p').count()) === 2)
      for (const page of [mine, theirs]) await text(page).locator('p').last().tap()
      const type = (page: Page, letters: string) => page.keyboard.type(letters)
      await Promise.all([type(mine, 'abcdefgh'), type(theirs, 'ZYXWVUTS')])
      for (const page of [mine, theirs]) await state(page, phrases.document.state.saved)
      await until('the same text', async () => (await written(mine)) === (await written(theirs)))
      const { document } = await openState(drive.server.deps, item.id, 'ydoc')
      const [first, line = '', ...more] = paragraphsOf(document)
      assert.deepEqual([first, more], ['开始', []])
      assert.equal(line.length, 16, line)
      assert.equal(line.replaceAll(/[A-Z]/g, ''), 'abcdefgh', line)
      assert.equal(line.replaceAll(/[a-z]/g, ''), 'ZYXWVUTS', line)
    }),
  )
})
