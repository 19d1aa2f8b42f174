import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { phrases as commentPhrases } from '@/i18n/comments/zhCN'
import { phrases } from '@/i18n/documents/zhCN'
import { phrases as previews } from '@/i18n/previews/zhCN'
import { client } from '../../support/client'
import { endsOf } from '../../support/documents/passages'
import { endWriters, joinWriter, tokenOf } from '../../support/documents/writers'
import { makeLink } from '../../support/shares/shares'
import { until } from '../../support/until'
import { field } from '../landing/sharedFolder'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import { address, addressBecomes, shown, t } from '../rig/screen'
import { becomes, documentWorld, text, writeAtEnd } from './documentPage'

const words = phrases.document
const comments = commentPhrases.comments
const drive = openDrive({ isLive: true, connections: 10, live: { gather: 20 } })
const panel = (page: Page) => shown(page).locator('.comments')
const marks = (page: Page) => text(page).locator('mark.document-passage')
const marked = async (page: Page) => (await marks(page).allTextContents()).join('|')
const marksBecome = (page: Page, expected: string) =>
  until(`marks “${expected}”`, async () => (await marked(page)) === expected)

/** Selects words as a finger does, also across marks; the editor hears of it from the page. */
function select(page: Page, chosen: string): Promise<void> {
  return text(page).evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const nodes: Node[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node)
    const at = nodes
      .map((node) => node.textContent)
      .join('')
      .indexOf(wanted)
    if (at < 0) throw new Error(`no “${wanted}”`)
    const pointAt = (offset: number): [Node, number] => {
      let left = offset
      const holder = nodes.find((node) =>
        left <= node.textContent!.length ? true : ((left -= node.textContent!.length), false),
      )
      return [holder!, left]
    }
    getSelection()!.setBaseAndExtent(...pointAt(at), ...pointAt(at + wanted.length))
  }, chosen)
}

const comment = (page: Page) => page.locator('.document-selection')

async function send(page: Page, content: string): Promise<void> {
  await panel(page).getByRole('textbox').fill(content)
  await panel(page).getByRole('button', { name: comments.submit }).tap()
  await panel(page).locator('.comment-text', { hasText: content }).waitFor()
}

/** A text with two paragraphs, and a comment of the owner at a passage where wanted. */
async function world(role: 'viewer' | 'editor' = 'viewer', passage?: string, before = '') {
  const at = await documentWorld(drive, role)
  const { me, item } = at
  const writer = await joinWriter(drive.server, { fileId: item.id, access: await tokenOf(me, item.id) })
  writer.write('九点签到，领取招生简章')
  writer.write(`${before}十点校长致辞`)
  await writer.saved()
  const ends = passage === undefined ? undefined : endsOf(writer.document, passage)
  endWriters()
  const about = { item_typed_id: `file_${item.id}` as const, content: '领哪一版？', passage: ends }
  const first = ends && (await me.call('POST /apps/comments/create', about)).comment
  return { ...at, first }
}

describe('[DOC-06] comments at a passage', () => {
  test('a reader who may not write comments on what is selected; the writer sees it at once, answers, and resolves it', async () => {
    const { owner, other, address: place } = await world()
    await drive.visit(other, place, (theirs) =>
      drive.visit(owner, place, async (mine) => {
        await becomes(theirs, '九点签到，领取招生简章\n十点校长致辞')
        await select(theirs, '招生简章')
        await comment(theirs).tap()
        await panel(theirs).locator('.comments-about', { hasText: '招生简章' }).waitFor()
        // The reader sees the passage before the comment is sent; nobody else does.
        await marksBecome(theirs, '招生简章')
        assert.equal(await marked(mine), '')
        await send(theirs, '领哪一版？')
        for (const page of [theirs, mine]) await marksBecome(page, '招生简章')
        await assertAccessible(theirs)
        // Nobody's text has changed.
        await becomes(mine, '九点签到，领取招生简章\n十点校长致辞')
        await marks(mine).tap()
        await panel(mine).locator('.comment-passage', { hasText: '招生简章' }).waitFor()
        await send(mine, '秋季版')
        await until('the answer', async () => (await panel(theirs).locator('.comment-text').count()) === 2)
        await assertAccessible(mine)
        await panel(mine)
          .getByRole('button', { name: t('comments.resolveOf', { name: other.name }) })
          .tap()
        for (const page of [theirs, mine]) await marksBecome(page, '')
      }),
    )
  })

  test('the mark stays with its words while people write before, in and around it, and after a reload', async () => {
    const { owner, address: place } = await world('editor', '领取招生简章')
    await drive.visit(owner, place, async (page) => {
      await marksBecome(page, '领取招生简章')
      await text(page).locator('p').first().tap()
      await page.keyboard.press('Home')
      await page.keyboard.insertText('上午')
      await page.keyboard.press('Enter')
      await becomes(page, '上午\n九点签到，领取招生简章\n十点校长致辞')
      await marksBecome(page, '领取招生简章')
      // What is written anew by a division is found by its words.
      await page.reload()
      await becomes(page, '上午\n九点签到，领取招生简章\n十点校长致辞')
      await marksBecome(page, '领取招生简章')
      await writeAtEnd(page, '，十分钟')
      await marksBecome(page, '领取招生简章')
    })
  })

  test('the tools comment, too; a passage that is deleted leaves its words in the comment', async () => {
    const { owner, address: place } = await world('editor', '校长')
    await drive.visit(owner, place, async (page) => {
      await marksBecome(page, '校长')
      await text(page).locator('p').last().tap()
      await select(page, '十点校长致辞')
      await page.keyboard.press('Delete')
      await marksBecome(page, '')
      await shown(page).getByRole('button', { name: words.tools.comment, exact: true }).tap()
      await panel(page).locator('.comment-passage', { hasText: '校长' }).tap()
      await page.getByText(comments.passage.gone).waitFor()
    })
  })

  test('a message opens the text at the passage, with the thread beside it', async () => {
    const { owner, other, item, first } = await world('viewer', '致辞')
    const they = await client(drive.server).as(other.login)
    await they.call('POST /apps/comments/create', {
      item_typed_id: `file_${item.id}`,
      content: `@[${owner.id}:${owner.name}] 谁讲？`,
      answer_to_id: first!.id,
    })
    await drive.visit(owner, '/message', async (page) => {
      await page
        .locator('.message-open', { hasText: item.name.replace(/\.ydoc$/, '') })
        .first()
        .tap()
      await until('the text', () => address(page).startsWith(`/documents/${item.id}?thread=${first!.id}`))
      await marksBecome(page, '致辞')
      await panel(page).locator('.comment-text', { hasText: '谁讲？' }).waitFor()
      await until('the passage in sight', async () => {
        const [mark, over] = [(await marks(page).boundingBox())!, (await panel(page).boundingBox())!]
        return mark.y >= 0 && mark.y + mark.height <= over.y
      })
    })
  })

  test('a passage within a long paragraph is scrolled into sight', async () => {
    const { owner, address: place, first } = await world('viewer', '致辞', '长'.repeat(2000))
    await drive.visit(owner, `${place}?thread=${first!.id}`, async (page) => {
      await marksBecome(page, '致辞')
      await panel(page).locator('.comment-text').waitFor()
      await until('the passage in sight', async () => {
        const [mark, over] = [(await marks(page).boundingBox())!, (await panel(page).boundingBox())!]
        return mark.y >= 0 && mark.y + mark.height <= over.y
      })
    })
  })

  test('a visitor of a link reads the text and sees nothing of its comments', async () => {
    const { me, item } = await world('viewer', '校长')
    const link = await makeLink(me, { id: item.id, is_folder: false }, { password_protected: true, password: 'k7m3' })
    const asked: string[] = []
    await drive.visit(null, link.url, async (page) => {
      page.on('request', (request) => void asked.push(request.url()))
      await field(page).tap()
      await page.keyboard.type('k7m3')
      await shown(page)
        .getByRole('button', { name: t('visit.preview'), exact: true })
        .tap()
      await shown(page).getByRole('button', { name: previews.preview.openDocument, exact: true }).tap()
      await text(page).getByText('十点校长致辞').waitFor()
      await select(page, '十点校长致辞')
      assert.deepEqual([await marks(page).count(), await comment(page).count()], [0, 0])
      assert.deepEqual(
        asked.filter((url) => url.includes('/comments/')),
        [],
      )
    })
  })

  test('on a wide screen the comments lie beside the text, which stays usable, and Escape closes them', async () => {
    const { owner, address: place } = await world('editor', '校长')
    await drive.visit(owner, place, async (page) => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await marksBecome(page, '校长')
      await marks(page).click()
      await panel(page).locator('.comment-text').waitFor()
      const [column, beside] = [(await text(page).boundingBox())!, (await panel(page).boundingBox())!]
      assert.ok(column.x + column.width <= beside.x + 1, JSON.stringify([column, beside]))
      await text(page).locator('p').first().click()
      await page.keyboard.press('End')
      await page.keyboard.insertText('！')
      await becomes(page, '九点签到，领取招生简章！\n十点校长致辞')
      const { width } = (await text(page).boundingBox())!
      await page.setViewportSize({ width: 1440, height: 800 })
      await until('the width of the whole page', async () => (await text(page).boundingBox())!.width > width)
      await until('the comments beside the page', async () => {
        const [document, beside] = [
          await shown(page).locator('.document').boundingBox(),
          await panel(page).boundingBox(),
        ]
        return document!.x + document!.width <= beside!.x + 1 && beside!.x + beside!.width <= 1440
      })
      // A phone on its side is too low for the text above the comments.
      await page.setViewportSize({ width: 844, height: 390 })
      await until('the comments beside the text of a phone', async () => {
        const [within, beside] = [(await text(page).boundingBox())!, (await panel(page).boundingBox())!]
        return within.x + within.width <= beside.x + 1 && beside.height > 300
      })
      await panel(page).getByRole('textbox').focus()
      await page.keyboard.press('Escape')
      await until('closed', async () => (await panel(page).count()) === 0)
      await addressBecomes(page, place)
    })
  })
})
