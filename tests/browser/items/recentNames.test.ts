import assert from 'node:assert/strict'
import { test } from 'node:test'
import { client } from '../../support/client'
import { openDrive } from '../rig/drive'
import { shown } from '../rig/screen'

const drive = openDrive()
const name = '2026 年秋季学期第一次家长会会议纪要（定稿）.pptx'

test('[AH-34] a recently used file with a long name shows the end with the extension on a line of its own', async () => {
  const user = await drive.make.user()
  const file = await drive.make.file({ owner: user }, { name })
  const session = await client(drive.server).as(user.login)
  await session.call('POST /recent_items/mark_as_used', { item_typed_id: `file_${file.id}` })
  await drive.visit(user, '/files/frequent', async (page) => {
    const tail = shown(page).locator('.recent-tail')
    await tail.waitFor()
    const seen = await tail.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const [box, head] = [element, element.previousElementSibling!].map((each) => each.getBoundingClientRect())
      return {
        lines: new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size,
        isCut: element.scrollWidth > element.clientWidth,
        isBelow: box!.top >= head!.bottom,
      }
    })
    assert.deepEqual(seen, { lines: 1, isCut: false, isBelow: true })
    assert.match(await tail.innerText(), /^.+\.pptx$/)
  })
})
