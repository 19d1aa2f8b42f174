import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROW_HEIGHT } from '@/domain/lists/slots'
import { allowed } from '../support/naughtyNames'
import { until } from '../support/until'
import { openDrive } from './rig/drive'
import { names, shown } from './rig/screen'

const drive = openDrive()

test('decisions 4.24: naughty names are shown as the text they are, and nothing in them runs', async () => {
  const user = await drive.make.user()
  for (const name of allowed) await drive.make.folder({ owner: user }, { name })
  await drive.visit(user, '/files/own', async (page) => {
    page.on('dialog', (dialog) => assert.fail(`a name opened a dialog: ${dialog.message()}`))
    await shown(page).locator('.row').first().waitFor()
    const seen = new Set<string>()
    const list = shown(page).locator('.virtual-list')
    for (let top = 0; seen.size < allowed.length; top += 6 * ROW_HEIGHT) {
      await list.evaluate((element, to) => element.scrollTo(0, to), top)
      const before = seen.size
      await until('rows', async () => {
        for (const name of await names(page)) seen.add(name)
        return seen.size > before || seen.size === allowed.length
      }).catch(() => assert.deepEqual([...seen].sort(), [...allowed].sort()))
    }
    assert.deepEqual([...seen].sort(), [...allowed].sort())
  })
})
