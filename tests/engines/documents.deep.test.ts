import { describe } from 'node:test'
import type { Page } from 'playwright-core'
import { phrases as commentPhrases } from '@/i18n/comments/zhCN'
import { documentWorld, text } from '../browser/documents/documentPage'
import { openDrive } from '../browser/rig/drive'
import { shown } from '../browser/rig/screen'
import { deepTest } from '../support/deep'
import { endsOf } from '../support/documents/passages'
import { photo, sendPicture, showPicture } from '../support/documents/pictures'
import { endWriters, joinWriter, tokenOf } from '../support/documents/writers'
import { until } from '../support/until'
import { onEngine } from './rig/engineDrive'
import { endEnginesAfter, missing } from './rig/engines'

/* Texts in WebKit, against the real server. */
const comments = commentPhrases.comments
const skip = missing.webkit
const patience = { timeout: 30_000 }

const server = openDrive({ connections: 10 })
endEnginesAfter()

/** A text with a passage that has a comment, and a picture. */
async function world() {
  const at = await documentWorld(server, 'viewer')
  const { me, item } = at
  const access = await tokenOf(me, item.id)
  const writer = await joinWriter(server.server, { fileId: item.id, access })
  writer.write('九点签到，领取招生简章')
  const { picture } = (await sendPicture(server.server, access, await photo({ width: 600, height: 400 }))).body
  showPicture(writer, picture!, '合影')
  writer.write('十点校长致辞')
  await writer.saved()
  const passage = endsOf(writer.document, '招生简章')
  await me.call('POST /apps/comments/create', { item_typed_id: `file_${item.id}`, content: '领哪一版？', passage })
  endWriters()
  return at
}

describe('WebKit', { skip }, () => {
  const drive = skip ? server : onEngine(server, 'webkit')
  const panel = (page: Page) => shown(page).locator('.comments')
  const marked = (page: Page) =>
    text(page).evaluate((element) => [...element.querySelectorAll('mark')].map((mark) => mark.textContent).join('|'))

  deepTest('[DOC-06] a reader comments on what is selected, and sees the mark', async () => {
    const { other, address } = await world()
    await drive.visit(other, address, async (page) => {
      await text(page).locator('mark').first().waitFor(patience)
      await text(page).evaluate((element) => {
        const last = [...element.querySelectorAll('p')].at(-1)!.firstChild!
        getSelection()!.setBaseAndExtent(last, 2, last, 4)
      })
      await page.locator('.document-selection').tap()
      await panel(page).locator('.comments-about').filter({ hasText: '校长' }).waitFor(patience)
      await panel(page).getByRole('textbox').fill('谁讲？')
      await panel(page).getByRole('button', { name: comments.submit }).tap()
      await panel(page).locator('.comment-text').filter({ hasText: '谁讲？' }).waitFor(patience)
      await until('both marks', async () => (await marked(page)) === '招生简章|校长')
    })
  })

  deepTest('[DOC-09] a picture is shown, chosen by a tap, and described', async () => {
    const { owner, address } = await world()
    await drive.visit(owner, address, async (page) => {
      const image = text(page).locator('.document-picture img').first()
      await image.waitFor(patience)
      await until('the pixels', () => image.evaluate((each) => (each as HTMLImageElement).naturalWidth > 0))
      await image.tap()
      const field = text(page).locator('.document-alt').first()
      await field.waitFor(patience)
      await field.fill('开放日合影')
      await field.press('Enter')
      await until('the description', async () => (await image.getAttribute('alt')) === '开放日合影')
    })
  })
})
