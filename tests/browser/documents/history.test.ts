import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { phrases } from '@/i18n/documents/zhCN'
import { joinWriter, endWriters, tokenOf } from '../../support/documents/writers'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import { address, shown, t } from '../rig/screen'
import { screenshot } from '../rig/screenshot'
import { becomes, documentWorld, state, text, writeAtEnd } from './documentPage'

const words = phrases.document
const { history } = words
const drive = openDrive({ connections: 10 })
const button = (page: Page, name: string) => shown(page).getByRole('button', { name, exact: true })
const panel = (page: Page) => page.getByRole('dialog', { name: history.title, exact: true })
const row = (page: Page, name: string | RegExp) => panel(page).getByRole('button', { name })
const comparison = (page: Page, value: keyof typeof history.compareWith) =>
  page.getByRole('radio', { name: history.compareWith[value], exact: true })
const version = (page: Page) => page.getByRole('textbox', { name: history.text })
/** The words that are marked as added, or as removed. */
const marked = (page: Page, tag: 'ins' | 'del') => version(page).locator(tag).allTextContents()

/** A document with two named versions, and words that no version has. */
async function historyWorld() {
  const world = await documentWorld(drive)
  const { me, item } = world
  const mine = await joinWriter(drive.server, { fileId: item.id, access: await tokenOf(me, item.id) })
  const name = (text: string) => me.call('POST /apps/documents/name_version', { file_id: item.id, name: text })
  mine.write('宣讲会在周三')
  mine.write('要带的东西')
  await mine.saved()
  await name('初稿')
  mine.document.transact(() => {
    const text = mine.document.getXmlFragment('default')
    text.delete(0, 2)
  })
  mine.write('宣讲会在周四')
  await mine.saved()
  await name('改期')
  mine.write('再加一段')
  await mine.saved()
  endWriters()
  return world
}

describe('[DOC-05] the history of a document', () => {
  test('lists versions by day with who and when; one is shown with what it changed, against the one before and against now', async () => {
    const { owner, address: place } = await historyWorld()
    await drive.visit(owner, place, async (page) => {
      await becomes(page, '宣讲会在周四\n再加一段')
      await button(page, history.title).tap()
      await panel(page).getByRole('heading', { name: history.today }).waitFor()
      await row(page, /初稿/).waitFor()
      assert.match((await row(page, /改期/).textContent())!, new RegExp(`\\d\\d:\\d\\d · ${owner.name}`))
      await row(page, /改期/).tap()
      await version(page).waitFor()
      assert.deepEqual([await marked(page, 'ins'), await marked(page, 'del')], [['四'], ['三', '要带的东西']])
      await comparison(page, 'now').tap()
      await until('the words since', async () => (await marked(page, 'ins')).join() === '再加一段')
      await comparison(page, 'none').tap()
      await until('no marks', async () => (await version(page).locator('ins, del').count()) === 0)
      assert.deepEqual(await version(page).locator('p').allTextContents(), ['宣讲会在周四'])
      const viewed = page.getByRole('dialog', { name: '改期', exact: true })
      await viewed.getByRole('heading', { name: '改期' }).waitFor()
      await viewed.getByRole('button', { name: t('action.back'), exact: true }).tap()
      await viewed.waitFor({ state: 'detached' })
      await row(page, /初稿/).waitFor()
      await page.goBack()
      await text(page).waitFor()
      assert.equal(await panel(page).count(), 0)
    })
  })

  test('the present state is shown with what is in no version yet, and gets a name', async () => {
    const { owner, me, item, address: place } = await historyWorld()
    await drive.visit(owner, place, async (page) => {
      await button(page, history.title).tap()
      await row(page, new RegExp(history.now)).first().tap()
      await until('the new words', async () => (await marked(page, 'ins')).join() === '再加一段')
      await page.getByText(history.added.replace('{n}', '4')).waitFor()
      await page.getByRole('button', { name: history.name, exact: true }).tap()
      const name = page.getByRole('textbox', { name: t('name.label'), exact: true })
      await name.fill('x'.repeat(101))
      await page.getByRole('button', { name: t('action.save'), exact: true }).tap()
      await page.getByText('100', { exact: false }).last().waitFor()
      await name.fill('定稿')
      await page.getByRole('button', { name: t('action.save'), exact: true }).tap()
      await name.waitFor({ state: 'detached' })
      await page.goBack()
      await row(page, /定稿/).waitFor()
      const { versions } = await me.call('GET /apps/documents/history', { file_id: item.id })
      assert.deepEqual(
        versions.map((each) => each.name),
        ['定稿', '改期', '初稿', ''],
      )
    })
  })

  test('a restored version is there for everybody at once, and one tap undoes it', async () => {
    const { owner, other, address: place } = await historyWorld()
    await drive.visit(other, place, (theirs) =>
      drive.visit(owner, place, async (page) => {
        await becomes(theirs, '宣讲会在周四\n再加一段')
        await button(page, history.title).tap()
        await row(page, /初稿/).tap()
        await page.getByRole('button', { name: history.restore, exact: true }).tap()
        await panel(page).waitFor({ state: 'detached' })
        for (const each of [page, theirs]) await becomes(each, '宣讲会在周三\n要带的东西')
        const news = (each: Page) => shown(each).getByText(history.restoredBy.replace('{name}', owner.name))
        await news(theirs).waitFor()
        assert.equal(await news(page).count(), 0)
        await shown(theirs).getByRole('button', { name: phrases.document.lost.close, exact: true }).tap()
        await news(theirs).waitFor({ state: 'detached' })
        await shown(page)
          .locator('.toast-action', { hasText: t('action.undo') })
          .tap()
        for (const each of [page, theirs]) await becomes(each, '宣讲会在周四\n再加一段')
        await page.getByText(history.undone).waitFor()
        await writeAtEnd(page, '，还在写')
        await state(page, words.state.saved)
        await becomes(theirs, '宣讲会在周四\n再加一段，还在写')
      }),
    )
  })

  test('those who may only view have no history, and it closes when the right to write ends', async () => {
    const { other, address: place, setRole } = await historyWorld()
    await drive.visit(other, place, async (page) => {
      await button(page, history.title).tap()
      await row(page, /初稿/).waitFor()
      assert.match(address(page), /tab=history/)
      await setRole('viewer')
      await panel(page).waitFor({ state: 'detached' })
      await state(page, words.state.reading)
      assert.equal(await button(page, history.title).count(), 0)
    })
  })

  test('everything is done by the keyboard alone', async () => {
    const { owner, address: place } = await historyWorld()
    await drive.visit(owner, place, async (page) => {
      const focused = () =>
        page.evaluate(() => document.activeElement?.closest('button, [role=button]')?.textContent ?? '')
      const tabTo = async (name: string) => {
        for (let step = 0; step < 30 && !(await focused()).includes(name); step += 1) await page.keyboard.press('Tab')
        assert.ok((await focused()).includes(name), `“${name}” is not reached`)
      }
      await button(page, history.title).focus()
      await page.keyboard.press('Enter')
      await row(page, /初稿/).waitFor()
      await tabTo('初稿')
      await page.keyboard.press('Enter')
      await version(page).waitFor()
      await tabTo(history.restore)
      await page.keyboard.press('Escape')
      await version(page).waitFor({ state: 'detached' })
      assert.ok((await focused()).includes('初稿'))
      await page.keyboard.press('Enter')
      await version(page).waitFor()
      await tabTo(history.restore)
      await page.keyboard.press('Enter')
      await panel(page).waitFor({ state: 'detached' })
      await becomes(page, '宣讲会在周三\n要带的东西')
    })
  })

  const sizes = [
    [320, 568],
    [390, 844],
    [1440, 900],
  ] as const
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [width, height] of sizes)
      test(`is accessible and fits ${width} px (${colorScheme})`, async () => {
        const { owner, address: place } = await historyWorld()
        await drive.visit(
          owner,
          place,
          async (page) => {
            await page.setViewportSize({ width, height })
            await text(page).waitFor()
            await screenshot(page, `document-page-${width}-${colorScheme}`)
            await button(page, history.title).tap()
            await row(page, /改期/).waitFor()
            await screenshot(page, `document-history-${width}-${colorScheme}`)
            await assertAccessible(page)
            await row(page, /改期/).tap()
            await version(page).waitFor()
            await screenshot(page, `document-version-${width}-${colorScheme}`)
            await assertAccessible(page)
            const wide = await page.evaluate(() => document.documentElement.scrollWidth)
            assert.ok(wide <= width, `${wide} px`)
          },
          { colorScheme },
        )
      })
})
