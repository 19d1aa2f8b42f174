import assert from 'node:assert/strict'
import { test } from 'node:test'
import { phrases } from '@/i18n/previews/zhCN'
import { until } from '../../support/until'
import { openDrive } from '../rig/drive'
import { shown } from '../rig/screen'
import { button } from '../rig/visits'
import { openFile, reads } from './openPreviews'

const drive = openDrive()
const { reading } = phrases.preview

test('[AH-36] each found word of a long text is brought onto the screen, also in parts that were not measured before', async () => {
  const user = await drive.make.user()
  const found = [777, 1500, 2876]
  const lines = Array.from(
    { length: 3000 },
    (_, at) => `第 ${at} 行：${'今天的课 lesson text '.repeat(1 + (at % 4))}${found.includes(at) ? ' 樱桃' : ''}`,
  )
  await drive.make.file({ owner: user }, { name: '长文.txt', content: lines.join('\n') })
  await drive.visit(user, '/files/own', async (page) => {
    await openFile(page, '长文.txt')
    await reads(page, '第 0 行')
    await button(page, reading.find).tap()
    await page.keyboard.type('樱桃')
    const isSeen = () =>
      shown(page)
        .locator('.reading-column')
        .evaluate((column) => {
          const [box, mark] = [column, column.querySelector('.reading-found-now')].map((each) =>
            each?.getBoundingClientRect(),
          )
          return box && mark && mark.top >= box.top && mark.bottom <= box.bottom
        })
    for (const [at] of found.entries()) {
      await shown(page)
        .getByText(`${at + 1} / ${found.length}`)
        .waitFor()
      await until(`place ${at + 1} on the screen`, async () => (await isSeen()) === true)
      await page.waitForFunction(() => document.getAnimations().length === 0)
      assert.ok(await isSeen(), `place ${at + 1}`)
      await button(page, reading.next).tap()
    }
  })
})
