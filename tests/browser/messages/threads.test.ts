import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import { openMenu, shown, t } from '../rig/screen'
import { ago, badge, message, namesBecome } from './messageRows'

const drive = openDrive()

describe('[AH-56] menus and messages', () => {
  test('messages about one folder are one entry with a face, a mark and a number; a tap reads all and shows the earlier ones', async () => {
    const enterprise = await drive.make.enterprise()
    const [user, sender] = [await drive.make.user({ enterprise }), await drive.make.user({ enterprise, name: '陈希' })]
    const about = (item: number, minutes: number, name: string) =>
      drive.make.message(user, {
        sender_id: sender.id,
        about_item_id: item,
        modified_at: ago(minutes),
        notice: { action: 'collab_role', name },
      })
    for (const minutes of [9, 7, 3]) await about(5, minutes, '资料')
    await about(6, 5, '照片')
    await drive.visit(user, '/message', async (page) => {
      await namesBecome(page, ['资料', '照片'])
      const entry = message(page, '资料')
      assert.deepEqual(
        [
          await entry.locator('.avatar').innerText(),
          await entry.locator('.message-mark .icon-users').count(),
          await entry.getByRole('img', { name: t('messages.count', { n: 3 }) }).innerText(),
          await message(page, '照片').locator('.message-count').count(),
        ],
        ['陈', 1, '3', 0],
      )
      await assertAccessible(page)
      await entry.locator('.message-open').tap()
      const sheet = page.getByRole('dialog', { name: '资料' })
      await sheet.locator('.earlier-line').nth(1).waitFor()
      assert.equal(await sheet.locator('.earlier-line').count(), 2)
      await assertAccessible(page)
      await page.goBack()
      await entry.locator('.message-dot').waitFor({ state: 'detached' })
      await page.goto(`${drive.server.url}/files/frequent`)
      await badge(page).waitFor()
      assert.equal(await badge(page).innerText(), '1')
    })
  })

  test('the menu of a file has four round buttons in one row and groups below; a round one works like any entry', async () => {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: '简章.txt', content: '欢迎' })
    await drive.visit(user, '/files/own', async (page) => {
      const menu = await openMenu(page, '简章.txt')
      const round = menu.locator('.menu-round')
      await round.first().waitFor()
      assert.deepEqual(
        await round.allInnerTexts(),
        (['share', 'download', 'comment', 'favourite'] as const).map((action) => t(`menu.${action}`)),
      )
      const tops = await round.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
      assert.equal(new Set(tops).size, 1)
      assert.deepEqual(await menu.locator('.menu-group').last().locator('.menu-label').allInnerTexts(), [
        t('menu.delete'),
      ])
      await assertAccessible(page)
      await menu.getByRole('button', { name: t('menu.favourite') }).tap()
      await shown(page)
        .getByRole('status')
        .filter({ hasText: t('favourite.added') })
        .waitFor()
    })
  })
})
