import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowHeightOf } from '@/domain/items/lists/slots'
import { sample } from '../../support/deep'
import { allowed as all } from '../../support/naughtyNames'
import { until } from '../../support/until'
import { openDrive } from '../rig/drive'
import { names, shown } from '../rig/screen'

const drive = openDrive()
const allowed = sample(all, 20)

test('decisions 4.24: naughty names are shown as the text they are, and nothing in them runs', async () => {
  const user = await drive.make.user()
  for (const name of allowed) await drive.make.folder({ owner: user }, { name })
  await drive.visit(user, '/files/own', async (page) => {
    page.on('dialog', (dialog) => assert.fail(`a name opened a dialog: ${dialog.message()}`))
    await shown(page).locator('.row').first().waitFor()
    const seen = new Set<string>()
    const list = shown(page).locator('.virtual-list')
    for (let at = 0; at < allowed.length; at += 6) {
      const last = shown(page).locator(`.row[aria-posinset="${Math.min(at + 6, allowed.length)}"]`)
      await until('the rows', async () => {
        await list.evaluate((element, to) => element.scrollTo(0, to), at * rowHeightOf(1))
        return (await last.count()) > 0
      })
      for (const name of await names(page)) seen.add(name)
    }
    assert.deepEqual([...seen].sort(), [...allowed].sort())
  })
})
