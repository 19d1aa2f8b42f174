import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Role } from '@/contract/entities'
import type { MenuAction, MenuContext } from '@/domain/items/menuByContext'
import { phrases } from '@/i18n/search/zhCN'
import { client } from '../../support/client'
import { expectedAnswer, expectedSheet, type StateName } from '../../support/access/abilityTable'
import { inSheetOrder } from '../../support/access/menuOrder'
import { deepTest, sample } from '../../support/deep'
import { openDrive } from '../rig/drive'
import { pixels } from '../rig/pixels'
import { openMenu, preview, row, shown, t } from '../rig/screen'

const drive = openDrive()

/** The first two entries stand in no sheet, and this browser cannot share files. */
const entries = (context: MenuContext, state: StateName, role: Role) =>
  expectedSheet(context, state, role).filter(
    (action): action is Exclude<MenuAction, 'preview' | 'save' | 'sendToApp'> =>
      action !== 'preview' && action !== 'save' && action !== 'sendToApp',
  )

const { search } = phrases

async function assertSheet(page: Page, name: string, context: MenuContext, state: StateName, role: Role) {
  if (context !== 'preview') await openMenu(page, name)
  const sheet = shown(page).locator('.sheet')
  await sheet.getByRole('button', { name: t('menu.properties') }).waitFor()
  const words = await sheet.locator('.menu-label').allInnerTexts()
  const mayUse = (action: MenuAction) => expectedAnswer(state, action, role) === 'yes'
  const { round, below } = inSheetOrder(entries(context, state, role), mayUse)
  const worded = (actions: typeof round): string[] => actions.map((action) => t(`menu.${action}`))
  // A text's preview lets its reader choose the encoding; a found item leads to its folder.
  const own = context === 'preview' ? [t('preview.encoding.title')] : context === 'search' ? [search.openPlace] : []
  // A user who may download an item may also keep it offline (AH-42).
  const offline = expectedAnswer(state, 'download', role) === 'hidden' ? [] : [t('menu.keepOffline')]
  assert.deepEqual(words, [...worded(round), ...own, ...offline, ...worded(below)], context)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
}

describe('[ACT-02] the sheet of each context shows the entries of the table and no others', () => {
  for (const role of ['owner', 'viewer', 'previewer', 'uploader'] as const) {
    deepTest(role, async () => {
      const enterprise = await drive.make.enterprise()
      const owner = await drive.make.user({ enterprise })
      const user = role === 'owner' ? owner : await drive.make.user({ enterprise })
      const folder = await drive.make.folder({ owner }, { name: '资料' })
      if (role !== 'owner') await drive.make.collab(folder, { user }, role)
      const file = await drive.make.file({ parent: folder }, { name: '简章.txt', content: '欢迎' })
      const gone = await drive.make.file({ parent: folder }, { name: '旧.txt' })
      await drive.server.deps.db
        .updateTable('items')
        .where('id', '=', gone.id)
        .set({ deleted_at: new Date(), deleted_by: user.id, deleted_space_owner_id: owner.id })
        .execute()

      await drive.visit(user, `/files/folder/${folder.id}`, async (page) => {
        await row(page, '简章.txt').waitFor()
        await assertSheet(page, '简章.txt', 'list', 'file', role)
        await page.goto(
          `${drive.server.url}/files/frequent?search=1&search_in=all&search_text=${encodeURIComponent('简章')}`,
        )
        await shown(page).locator('.search .row').waitFor()
        await assertSheet(page, '简章.txt', 'search', 'file', role)
        await page.goto(`${drive.server.url}/files/trash`)
        await row(page, '旧.txt').waitFor()
        await assertSheet(page, '旧.txt', 'trash', 'deletedFile', role)
        await (
          await client(drive.server).as(user.login)
        ).call('POST /apps/frequently_used_items/add', { typed_id: `file_${file.id}` })
        await page.goto(`${drive.server.url}/files/frequent`)
        await row(page, '简章.txt').waitFor()
        await assertSheet(page, '简章.txt', 'frequent', 'favourite', role)
        if (role === 'uploader') return
        await page.goto(`${drive.server.url}/files/folder/${folder.id}?preview=1&file_id=${file.id}`)
        await preview(page, '简章.txt')
          .getByRole('button', { name: t('action.more') })
          .tap()
        await assertSheet(page, '简章.txt', 'preview', 'favourite', role)
      })
    })
  }
})

describe('[ACT-02] the properties match the table', () => {
  deepTest('view tags: a user who may view but not edit sees every tag, more than the two of the row', async () => {
    const enterprise = await drive.make.enterprise()
    const [owner, user] = [await drive.make.user({ enterprise }), await drive.make.user({ enterprise })]
    const folder = await drive.make.folder({ owner }, { name: '资料' })
    await drive.make.collab(folder, { user }, 'viewer')
    const file = await drive.make.file({ parent: folder }, { name: '简章.txt' })
    const { db } = drive.server.deps
    for (const [position, name] of ['招生', '2026', '定稿', '公开'].entries()) {
      const { id } = await db
        .insertInto('tags')
        .values({ enterprise_id: enterprise.id, name })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.insertInto('item_tags').values({ item_id: file.id, tag_id: id, position }).execute()
    }
    await drive.visit(user, `/files/folder/${folder.id}`, async (page) => {
      await row(page, '简章.txt').waitFor()
      await (await openMenu(page, '简章.txt')).getByRole('button', { name: t('menu.properties') }).tap()
      const sheet = shown(page).getByRole('dialog', { name: t('properties.title') })
      await sheet.locator('.properties-mark').first().waitFor()
      assert.deepEqual(await sheet.locator('.properties-mark').allInnerTexts(), ['招生', '2026', '定稿', '公开'])
    })
  })
})

describe('a file of scope 1, or without item_preview', () => {
  test('[ACT-15] [I18N-03] a tap says preview.noPermission, and the preview’s address shows no page: the server refuses', async () => {
    const enterprise = await drive.make.enterprise()
    const [owner, uploader] = [await drive.make.user({ enterprise }), await drive.make.user({ enterprise })]
    const folder = await drive.make.folder({ owner }, { name: '资料' })
    await drive.make.collab(folder, { user: uploader }, 'uploader')
    const file = await drive.make.file({ parent: folder }, { name: '简章.txt', content: '保密' })
    const says = async (page: Page) => {
      await row(page, '简章.txt').locator('.row-open').tap()
      await page
        .getByRole('status')
        .filter({ hasText: t('preview.noPermission') })
        .waitFor()
      assert.equal(await preview(page, '简章.txt').count(), 0)
      await page.goto(`${drive.server.url}/files/folder/${folder.id}?preview=1&file_id=${file.id}`)
      await preview(page, '简章.txt').getByText(t('preview.reason.permission_denied')).waitFor()
    }
    await drive.visit(uploader, `/files/folder/${folder.id}`, says)
    await drive.server.deps.db.updateTable('items').set({ scope: 1 }).where('id', '=', file.id).execute()
    await drive.visit(owner, `/files/folder/${folder.id}`, says)
    for (const user of [uploader, owner]) {
      const answer = await (
        await client(drive.server).as(user.login)
      ).call('GET /apps/representations/info', { file_id: file.id })
      assert.deepEqual([answer.reason, answer.preview_url], ['permission_denied', null])
    }
  })
})

describe('the lower edge of a sheet', () => {
  /** The lightness of the edge's left end, 0 to 255. */
  async function lightness(page: Page): Promise<number> {
    const sheet = shown(page).locator('.sheet')
    const { height } = (await sheet.boundingBox())!
    const [colour] = await pixels(sheet, [[0.02, (height - 1) / height]])
    return Math.round(colour!.reduce((sum, part) => sum + part, 0) / 3)
  }

  for (const colorScheme of sample(['light', 'dark'] as const, 1)) {
    test(`[ACT-02] the edge is shaded only while more entries follow, ${colorScheme}`, async () => {
      const user = await drive.make.user()
      await drive.make.file({ owner: user }, { name: '简章.txt', content: '欢迎' })
      const phone = (height: number) => ({ viewport: { width: 320, height }, colorScheme })
      const card = colorScheme === 'light' ? 255 : 31
      const visit = (height: number, run: (page: Page) => Promise<void>) =>
        drive.visit(
          user,
          '/files/own',
          async (page) => {
            await row(page, '简章.txt').waitFor()
            await openMenu(page, '简章.txt')
            await run(page)
          },
          phone(height),
        )
      await visit(568, async (page) => {
        const sheet = shown(page).locator('.sheet')
        const hidden = await sheet.evaluate((box) => box.scrollHeight - box.clientHeight)
        assert.ok(hidden > 8, 'the sheet scrolls')
        assert.ok((await lightness(page)) < card * 0.9, 'more follows')
        await sheet.evaluate((box) => box.scrollTo(0, box.scrollHeight))
        assert.equal(await lightness(page), card)
      })
      await visit(900, async (page) => assert.equal(await lightness(page), card))
    })
  }
})
