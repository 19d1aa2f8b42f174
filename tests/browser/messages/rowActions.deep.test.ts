import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Page } from 'playwright-core'
import type { PackageName } from '@/i18n/Phrase'
import type { Words } from '@/i18n/words'
import type { UserRow } from '../../../server/database/tables'
import { client } from '../../support/client'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { nowhere, openDrive } from '../rig/drive'
import { addressBecomes, drag, settled, shown, t, wordsIn } from '../rig/screen'
import { deepTest, sample } from '../../support/deep'
import { icon, badge, rows, message, toast, ago, namesBecome } from './messageRows'

const drive = openDrive()

async function choose(page: Page, name: string, label: string, say: Words<PackageName> = t): Promise<void> {
  await message(page, name)
    .getByRole('button', { name: say('messages.more', { name }) })
    .tap()
  await page.getByRole('dialog', { name }).getByRole('button', { name: label, exact: true }).tap()
}

const confirm = (page: Page, label: string) =>
  shown(page).getByRole('alertdialog').getByRole('button', { name: label }).tap()

/** Waits until the badge agrees with the server's count. */
async function unreadIs(page: Page, user: UserRow, expected: number): Promise<void> {
  const own = await client(drive.server).as(user.login)
  const { unread_messages_count: base } = await own.call('GET /apps/users/get_base_info', {})
  const { total_unread_message_count: total } = await own.call('GET /apps/messages/get_list', {})
  assert.deepEqual([base, total], [expected, expected])
  await page.goto(`${drive.server.url}/files/frequent`)
  await icon(page).waitFor()
  assert.deepEqual(await badge(page).allInnerTexts(), expected > 0 ? [String(expected)] : [])
}

describe('the message centre', () => {
  deepTest('a row shows its item, event, place, number, reason and time', async () => {
    const user = await drive.make.user()
    const { message: make } = drive.make
    await make(user, { modified_at: ago(3), notice: { name: '资料', folder: '归档' } })
    await make(user, {
      modified_at: ago(120),
      unread_count: 0,
      notice: { action: 'move', name: '合影.jpg', folder: '', count: 12 },
    })
    await make(user, {
      modified_at: ago(180),
      notice: { state: 'failed', name: '视频.mp4', folder: '对外', code: 'quota_exceeded' },
    })
    await make(user, {
      modified_at: ago(240),
      notice: {
        action: 'move',
        state: 'failed',
        name: '预算.xlsx',
        folder: '财务',
        code: 'item_locked',
        params: { name: '陈希' },
        count: 2,
      },
    })
    await drive.visit(user, '/message', async (page) => {
      await namesBecome(page, ['资料', '合影.jpg', '视频.mp4', '预算.xlsx'])
      await rows(page).getByText('已复制到“归档”', { exact: true }).waitFor()
      assert.deepEqual(await rows(page).locator('.message-text').allInnerTexts(), [
        '已复制到“归档”',
        '等 12 项已移动到“个人文件”',
        '未能复制到“对外”：存储空间不足',
        '等 2 项未能移动到“财务”：已被 陈希 锁定，暂时不能操作',
      ])
      assert.deepEqual(await rows(page).locator('.message-time').allInnerTexts(), [
        '3 分钟前',
        '2 小时前',
        '3 小时前',
        '4 小时前',
      ])
      assert.deepEqual(
        await rows(page)
          .getByRole('img', { name: t('messages.unread') })
          .count(),
        3,
      )
    })
  })

  deepTest(
    '[MSG-10] a tap on an unread message without a target, or its menu, marks it read, and the badge agrees with the server',
    async () => {
      const user = await drive.make.user()
      for (const [at, name] of ['甲', '乙', '丙'].entries())
        await drive.make.message(user, { modified_at: ago(at), notice: { name } })
      await drive.visit(user, '/files/frequent', async (page) => {
        await icon(page).tap()
        await namesBecome(page, ['甲', '乙', '丙'])
        const dots = () => rows(page).locator('.message-dot').count()
        await message(page, '甲').locator('.message-open').tap()
        await until('one read', async () => (await dots()) === 2)
        await addressBecomes(page, '/message')
        assert.equal(await message(page, '甲').locator('.message-open').getAttribute('role'), null)
        await choose(page, '乙', t('messages.markRead'))
        await until('two read', async () => (await dots()) === 1)
        await page.goBack()
        await until('the badge', async () => (await badge(page).innerText()) === '1')
        await unreadIs(page, user, 1)
        await icon(page).tap()
        await shown(page)
          .getByRole('button', { name: t('messages.markAll') })
          .tap()
        await toast(page, t('message.allRead'))
        assert.deepEqual(
          [
            await dots(),
            await shown(page)
              .getByRole('button', { name: t('messages.markAll') })
              .count(),
          ],
          [0, 0],
        )
        await unreadIs(page, user, 0)
      })
    },
  )

  deepTest(
    '[AH-09] [ERR-06] deleting asks and can be undone for 6 s: the row returns to its place, unread as before',
    async () => {
      const user = await drive.make.user()
      for (const [at, name] of ['甲', '乙', '丙'].entries())
        await drive.make.message(user, { modified_at: ago(at), notice: { name } })
      await drive.visit(user, '/message', async (page) => {
        await choose(page, '乙', t('messages.remove'))
        await confirm(page, t('action.cancel'))
        await namesBecome(page, ['甲', '乙', '丙'])
        await choose(page, '乙', t('messages.remove'))
        await confirm(page, t('remove.confirm'))
        await toast(page, t('message.removed'))
        await namesBecome(page, ['甲', '丙'])
        await page.getByRole('button', { name: t('action.undo') }).tap()
        await toast(page, t('message.restored'))
        await namesBecome(page, ['甲', '乙', '丙'])
        assert.equal(await rows(page).locator('.message-dot').count(), 3)
        await page.reload()
        await namesBecome(page, ['甲', '乙', '丙'])
        await unreadIs(page, user, 3)
      })
    },
  )

  deepTest('[AH-09] leaving at once still deletes', async () => {
    const user = await drive.make.user()
    for (const [at, name] of ['甲', '乙'].entries())
      await drive.make.message(user, { modified_at: ago(at), notice: { name } })
    await drive.visit(user, '/message', async (page) => {
      await choose(page, '甲', t('messages.remove'))
      await confirm(page, t('remove.confirm'))
      await toast(page, t('message.removed'))
      await page.goto(`${drive.server.url}/message`)
      await namesBecome(page, ['乙'])
      await unreadIs(page, user, 1)
    })
  })

  deepTest('undoing from the list that back led to restores the message in the centre', async () => {
    const user = await drive.make.user()
    for (const [at, name] of ['甲', '乙'].entries())
      await drive.make.message(user, { modified_at: ago(at), notice: { name } })
    await drive.visit(user, '/files/frequent', async (page) => {
      await icon(page).tap()
      await choose(page, '甲', t('messages.remove'))
      await confirm(page, t('remove.confirm'))
      await toast(page, t('message.removed'))
      await page.goBack()
      await until('the badge', async () => (await badge(page).innerText()) === '1')
      await shown(page)
        .getByRole('button', { name: t('action.undo') })
        .tap()
      await toast(page, t('message.restored'))
      await until('the badge', async () => (await badge(page).innerText()) === '2')
      await icon(page).tap()
      await namesBecome(page, ['甲', '乙'])
    })
  })
})

describe('[MSG-05] a swipe on a message', () => {
  const options = (page: Page, name: string) => message(page, name).locator('.swipe-option')
  const left = (page: Page, name: string) =>
    message(page, name)
      .locator('.message-open')
      .evaluate((content) => Math.round(content.getBoundingClientRect().left) || 0)

  /** Swipes a row to the left by `x` px, with `y` px upwards. */
  async function swipe(page: Page, name: string, x: number, y = 0): Promise<void> {
    const box = (await message(page, name).boundingBox())!
    const from = { x: box.x + box.width * 0.8, y: box.y + box.height / 2 }
    await drag(page, from, { x, y })
  }

  const leftBecomes = (page: Page, name: string, expected: number) =>
    until(`${name} ${expected} px to the left`, async () => (await left(page, name)) === -expected)

  const phones = [
    ['zh-CN', 'light', { width: 390, height: 844 }],
    ['en', 'dark', { width: 320, height: 568 }],
  ] as const
  for (const [language, colorScheme, viewport] of phones) {
    deepTest(
      `a swipe offers reading and deleting, ${viewport.width} px wide, ${colorScheme}, in ${language}; axe finds nothing`,
      async () => {
        const say = wordsIn(language)
        const user = await drive.make.user()
        for (const [at, name] of ['甲', '乙', '丙'].entries())
          await drive.make.message(user, { modified_at: ago(at), unread_count: at < 2 ? 1 : 0, notice: { name } })
        await drive.visit(
          user,
          nowhere,
          async (page) => {
            await page.context().addCookies([{ name: 'lang', value: language, url: drive.server.url }])
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
            await page.goto(`${drive.server.url}/message`)
            await namesBecome(page, ['甲', '乙', '丙'])
            await settled(page)
            await swipe(page, '甲', -60)
            await leftBecomes(page, '甲', 0)
            await swipe(page, '甲', -120)
            await leftBecomes(page, '甲', 180)
            assert.deepEqual(await options(page, '甲').allInnerTexts(), [
              say('messages.markRead'),
              say('messages.remove'),
            ])
            await assertAccessible(page)
            await swipe(page, '丙', -60)
            await leftBecomes(page, '丙', 72)
            await leftBecomes(page, '甲', 0)
            assert.deepEqual(await options(page, '丙').allInnerTexts(), [say('messages.remove')])
            await message(page, '丙').locator('.message-open').tap()
            await leftBecomes(page, '丙', 0)
            await swipe(page, '甲', -150)
            await leftBecomes(page, '甲', 180)
            await options(page, '甲').first().tap()
            await until('read', async () => (await rows(page).locator('.message-dot').count()) === 1)
            await leftBecomes(page, '甲', 0)
            await swipe(page, '乙', -150)
            await leftBecomes(page, '乙', 180)
            await options(page, '乙').last().tap()
            await confirm(page, say('remove.confirm'))
            await namesBecome(page, ['甲', '丙'])
            await unreadIs(page, user, 0)
          },
          { viewport },
        )
      },
    )
  }

  deepTest('a finger moving up scrolls, and closes no row that it does not touch', async () => {
    const user = await drive.make.user()
    for (let at = 0; at < 25; at += 1)
      await drive.make.message(user, { modified_at: ago(at), notice: { name: `第${at}条` } })
    await drive.visit(user, '/message', async (page) => {
      await until('25', async () => (await rows(page).count()) === 25)
      await settled(page)
      await swipe(page, '第2条', -120)
      await leftBecomes(page, '第2条', 180)
      await swipe(page, '第4条', -30, -200)
      await until('scrolled', () =>
        shown(page)
          .locator('.messages')
          .evaluate((list) => list.scrollTop > 100),
      )
      assert.equal(await left(page, '第4条'), 0)
      await leftBecomes(page, '第2条', 180)
    })
  })

  deepTest('the keyboard skips the buttons of a row until they are open', async () => {
    const user = await drive.make.user()
    await drive.make.message(user, { notice: { name: '甲' } })
    await drive.visit(user, '/message', async (page) => {
      await namesBecome(page, ['甲'])
      await settled(page)
      const reached = async () => {
        await message(page, '甲').locator('.message-more').focus()
        await page.keyboard.press('Shift+Tab')
        await page.keyboard.press('Tab')
        await page.keyboard.press('Tab')
        return page.evaluate(() => document.activeElement?.className ?? '')
      }
      assert.doesNotMatch(await reached(), /swipe-option/)
      await swipe(page, '甲', -120)
      await leftBecomes(page, '甲', 180)
      assert.match(await reached(), /swipe-option/)
      await page.keyboard.press('Enter')
      await until('read', async () => (await rows(page).locator('.message-dot').count()) === 0)
    })
  })
})

for (const language of sample(['zh-CN', 'en', 'zh-TW'] as const, 1)) {
  deepTest(`[AH-23] axe finds nothing in the message centre, light and dark, in ${language}`, async () => {
    const say = wordsIn(language)
    const user = await drive.make.user()
    const { message: make } = drive.make
    await make(user, { modified_at: ago(1), notice: { name: '资料', folder: '归档', count: 3 } })
    await make(user, {
      modified_at: ago(2),
      unread_count: 0,
      notice: { action: 'move', name: `${'很长的名称，'.repeat(20)}.pdf`, folder: '长'.repeat(80) },
    })
    await make(user, {
      modified_at: ago(3),
      notice: { state: 'failed', name: '视频.mp4', folder: '', code: 'server_error' },
    })
    await drive.visit(
      user,
      '/login',
      async (page) => {
        await page.context().addCookies([{ name: 'lang', value: language, url: drive.server.url }])
        const inBothThemes = async () => {
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
            await shown(page)
              .locator(`.screen${colorScheme === 'dark' ? '.theme-dark' : ':not(.theme-dark)'}`)
              .waitFor()
            await assertAccessible(page)
          }
        }
        await page.goto(`${drive.server.url}/files/frequent`)
        await shown(page)
          .getByRole('button', { name: say('header.unread', { n: 2 }) })
          .waitFor()
        await inBothThemes()
        await icon(page).tap()
        await message(page, '视频.mp4').waitFor()
        await inBothThemes()
        await shown(page).locator('.header-press').tap()
        await page.getByRole('radio').first().waitFor()
        await inBothThemes()
        await page.getByRole('radio', { name: say('messages.kind.comment'), exact: true }).tap()
        await shown(page).getByText(say('messages.empty.comment.title')).waitFor()
        await page.getByRole('radio').first().waitFor({ state: 'detached' })
        await inBothThemes()
        await page.goto(`${drive.server.url}/message`)
        await message(page, '资料')
          .getByRole('button', { name: say('messages.more', { name: '资料' }) })
          .tap()
        await page.getByRole('dialog', { name: '资料' }).waitFor()
        await inBothThemes()
        await page
          .getByRole('dialog', { name: '资料' })
          .getByRole('button', { name: say('messages.remove'), exact: true })
          .tap()
        await shown(page).getByRole('alertdialog').waitFor()
        await inBothThemes()
        await shown(page)
          .getByRole('alertdialog')
          .getByRole('button', { name: say('remove.confirm') })
          .tap()
        await toast(page, say('message.removed'))
        await inBothThemes()
        await page.route('**/messages/get_list**', (route) => route.abort())
        await page.goto(`${drive.server.url}/message`)
        await shown(page).getByText(say('empty.failed.title')).waitFor()
        await inBothThemes()
      },
      { expected: [/get_list/] },
    )
  })
}
