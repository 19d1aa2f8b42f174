import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { nowhere, openDrive } from '../rig/drive'
import { enlargeText, illegibleTexts } from '../rig/legible'
import { addressBecomes, row, settled, shown, t, wordsIn } from '../rig/screen'

const drive = openDrive()
const bar = (page: Page) => shown(page).getByRole('navigation', { name: t('foot.label') })
const entry = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true })
const present = (page: Page) => bar(page).locator('[aria-current=page]').innerText()
const scroller = (page: Page) => shown(page).locator('.virtual-list')
/** The code of the bar's memory has loaded. */
const isWhole = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/js\/lazy\.[^/]*$/.test(name)),
  )

async function aFullFolder() {
  const user = await drive.make.user()
  const folder = await drive.make.folder({ owner: user }, { name: '资料' })
  const inner = await drive.make.folder({ parent: folder }, { name: '春季' })
  for (let n = 10; n < 40; n += 1) await drive.make.file({ parent: inner }, { name: `第${n}周.txt` })
  await drive.make.message(user)
  return { user, folder, inner }
}

describe('[AH-47] the bar at the foot', () => {
  test('home, files, messages and me are one tap away, and files come back with folder and scroll position', async () => {
    const { user, folder, inner } = await aFullFolder()
    await drive.visit(user, '/files/frequent', async (page) => {
      await isWhole(page)
      assert.equal(await present(page), t('foot.home'))
      await entry(page, t('foot.allFiles')).tap()
      await addressBecomes(page, '/files/own')
      assert.equal(await present(page), t('foot.files'))
      for (const [name, { id }] of [
        ['资料', folder],
        ['春季', inner],
      ] as const) {
        await row(page, name).locator('.row-open').tap()
        await addressBecomes(page, `/files/folder/${id}`)
      }
      await row(page, '第39周').waitFor()
      await settled(page)
      await scroller(page).evaluate((list) => list.scrollTo(0, 500))
      await entry(page, t('foot.home')).tap()
      await addressBecomes(page, '/files/frequent')
      await entry(page, t('header.unread', { n: 1 })).tap()
      await addressBecomes(page, '/message')
      assert.match(await present(page), new RegExp(t('foot.messages')))
      await entry(page, t('foot.me')).tap()
      await addressBecomes(page, '/me')
      await entry(page, t('foot.allFiles')).tap()
      await addressBecomes(page, `/files/folder/${inner.id}`)
      await until('the scroll position', () => scroller(page).evaluate((list) => Math.abs(list.scrollTop - 500) < 2))
      await page.goBack()
      await addressBecomes(page, `/files/folder/${folder.id}`)
      await page.goBack()
      await addressBecomes(page, '/files/own')
    })
  })

  test('＋ asks for a folder where none is open, and then offers what can be added there', async () => {
    const { user, folder } = await aFullFolder()
    await drive.visit(user, '/message', async (page) => {
      await entry(page, t('foot.add')).tap()
      const picker = shown(page).getByRole('dialog', { name: t('pick.title.add') })
      await picker.locator('.row', { hasText: '资料' }).locator('.row-open').tap()
      await picker.getByRole('button', { name: t('pick.into.add', { name: '资料' }) }).tap()
      await addressBecomes(page, `/files/folder/${folder.id}`)
      const sheet = shown(page).getByRole('dialog', { name: t('list.add') })
      await sheet.getByRole('button', { name: t('name.newFolder'), exact: true }).tap()
      await shown(page)
        .getByRole('textbox', { name: t('name.label') })
        .fill('秋季')
      await shown(page)
        .getByRole('button', { name: t('action.save') })
        .tap()
      await row(page, '秋季').waitFor()
      await page.goBack()
      await addressBecomes(page, '/message')
    })
  })

  test('the menu of the title begins with the path, whose steps go back; the bar makes room while files are chosen', async () => {
    const { user, folder, inner } = await aFullFolder()
    await drive.visit(user, `/files/folder/${inner.id}`, async (page) => {
      await row(page, '第39周').waitFor()
      await shown(page).locator('.header-press').tap()
      const places = shown(page).getByRole('dialog', { name: t('navigation.title') })
      await until('the path', async () =>
        (await places.locator('.navigation-label').allInnerTexts())
          .join()
          .startsWith(`${t('space.own')},资料,春季,${t('space.frequent')}`),
      )
      await assertAccessible(page)
      await places.getByText('资料', { exact: true }).tap()
      await addressBecomes(page, `/files/folder/${folder.id}`)
      await row(page, '春季').waitFor()
      await shown(page)
        .getByRole('button', { name: t('list.select'), exact: true })
        .tap()
      await shown(page).locator('.select-bar').waitFor()
      assert.equal(await bar(page).count(), 0)
      await page.goBack()
      await bar(page).waitFor()
    })
  })

  deepTest(
    'a folder in which nothing can be added asks for another one, and a closed space begins elsewhere',
    async () => {
      const enterprise = await drive.make.enterprise({ is_personal_space_closed: true })
      const [owner, user] = [await drive.make.user({ enterprise }), await drive.make.user({ enterprise })]
      const lent = await drive.make.folder({ owner }, { name: '只读' })
      await drive.make.collab(lent, { user }, 'viewer')
      await drive.visit(user, `/files/folder/${lent.id}`, async (page) => {
        await shown(page).getByText(t('empty.list.readOnly')).waitFor()
        await entry(page, t('foot.add')).tap()
        const picker = shown(page).getByRole('dialog', { name: t('pick.title.add') })
        await picker.locator('.row', { hasText: '只读' }).locator('.row-open').tap()
        await picker.getByText(t('pick.block.no_permission')).waitFor()
        await assertAccessible(page)
        await page.goto(`${drive.server.url}/files/frequent`)
        await isWhole(page)
        await entry(page, t('foot.allFiles')).tap()
        await addressBecomes(page, '/files/collab')
      })
    },
  )

  for (const language of ['zh-CN', 'en'] as const) {
    deepTest(`in ${language} the bar is whole at 320 px with text of 200 %`, async () => {
      const { user } = await aFullFolder()
      const say = wordsIn(language)
      await drive.visit(
        user,
        nowhere,
        async (page) => {
          await page.context().addCookies([{ name: 'lang', value: language, url: drive.server.url }])
          await enlargeText(page)
          await page.goto(`${drive.server.url}/me`)
          await shown(page).getByText(say('me.storage')).waitFor()
          await settled(page)
          assert.deepEqual(await illegibleTexts(page), [])
          const box = await shown(page).locator('.foot-bar').boundingBox()
          assert.ok(box!.y + box!.height <= 568 && box!.width <= 320)
        },
        { viewport: { width: 320, height: 568 } },
      )
    })
  }
})
