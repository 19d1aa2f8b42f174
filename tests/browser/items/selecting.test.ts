import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { client } from '../../support/client'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import { fillWithFolders } from '../rig/many'
import { addressBecomes, row, rowsBecome, settled, shown, t } from '../rig/screen'
import { deepTest, isDeep } from '../../support/deep'

const drive = openDrive()
/** How many items "select all" chooses: several requests, the last of them not full. */
const MANY = isDeep ? 10_000 : 2_500

/** ms that ten thousand items may need on a busy machine */
const patience = 180_000

const title = (page: Page) => shown(page).locator('.select-head .header-text')
const act = (page: Page, key: 'download' | 'move' | 'copy' | 'favourite' | 'delete' | 'restore' | 'farewell') =>
  shown(page)
    .locator('.select-bar')
    .getByRole('button', { name: t(`many.${key}`), exact: true })
const toast = (page: Page, text: string, timeout?: number) =>
  page.getByRole('status').filter({ hasText: text }).waitFor({ timeout })
const agree = (page: Page) =>
  page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('remove.confirm'), exact: true })
    .tap()

async function counts(page: Page, n: number): Promise<void> {
  await until('the count', async () => (await title(page).innerText()) === t('many.count', { n }))
}

/** Holds a finger on a row. */
async function hold(page: Page, name: string): Promise<void> {
  await row(page, name).waitFor()
  await settled(page)
  const box = (await row(page, name).locator('.row-open').boundingBox())!
  const finger = await page.context().newCDPSession(page)
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: box.x + 90, y: box.y + 30 }] })
  await title(page).waitFor()
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

async function choose(page: Page, ...names: string[]): Promise<void> {
  await settled(page)
  await shown(page)
    .getByRole('button', { name: t('list.select'), exact: true })
    .tap()
  await title(page).waitFor()
  for (const name of names) await row(page, name).locator('.row-open').tap()
  if (names.length > 0) await counts(page, names.length)
}

describe('[AH-10] select mode', () => {
  test('a long press starts select mode with its row, taps choose and deselect, and back ends the mode before the page', async () => {
    const user = await drive.make.user()
    const folder = await drive.make.folder({ owner: user }, { name: '资料' })
    for (const name of ['丙.txt', '乙.txt', '甲.txt']) await drive.make.file({ parent: folder }, { name })
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '资料').locator('.row-open').tap()
      await hold(page, '乙.txt')
      await counts(page, 1)
      assert.equal(await row(page, '乙.txt').getByRole('checkbox').getAttribute('aria-checked'), 'true')
      await row(page, '丙.txt').locator('.row-open').tap()
      await row(page, '甲.txt').locator('.row-check').tap()
      await counts(page, 3)
      await row(page, '乙.txt').locator('.row-open').tap()
      await counts(page, 2)
      await addressBecomes(page, `/files/folder/${folder.id}`)
      await shown(page)
        .getByRole('region', { name: t('many.bar'), exact: true })
        .waitFor()
      await assertAccessible(page)
      await page.goBack()
      await title(page).waitFor({ state: 'detached' })
      await addressBecomes(page, `/files/folder/${folder.id}`)
      await hold(page, '甲.txt')
      await counts(page, 1)
    })
  })

  deepTest('many items are deleted after one question and restored by undo, and locked ones are named', async () => {
    const user = await drive.make.user()
    const colleague = await drive.make.user({ enterprise: { id: user.enterprise_id } })
    for (const [at, name] of ['丁.txt', '丙.txt', '乙.txt', '甲.txt'].entries())
      await drive.make.file({ owner: user }, { name, at: new Date(Date.UTC(2026, 0, 1, at)) })
    await drive.server.deps.db
      .updateTable('items')
      .set({ lock_user_id: colleague.id, lock_kind: 1, locked_at: new Date() })
      .where('name', '=', '丙.txt')
      .execute()
    await drive.visit(user, '/files/own', async (page) => {
      await rowsBecome(page, ['甲.txt', '乙.txt', '丙.txt', '丁.txt'])
      await choose(page, '甲.txt', '丙.txt', '丁.txt')
      await act(page, 'delete').tap()
      await page.getByRole('alertdialog', { name: t('many.removeTitle', { n: 2 }) }).waitFor()
      await agree(page)
      const told = page.getByRole('alertdialog').filter({ hasText: t('many.notDone', { n: 1 }) })
      await told.getByText(`丙.txt · ${t('refusal.lockedBy', { name: colleague.name })}`).waitFor()
      await told.getByRole('button', { name: t('action.gotIt') }).tap()
      await rowsBecome(page, ['乙.txt', '丙.txt'])
      await title(page).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: t('action.undo') }).tap()
      await toast(page, t('many.restored', { n: 2 }))
      await rowsBecome(page, ['甲.txt', '乙.txt', '丙.txt', '丁.txt'])
    })
  })

  deepTest('the picker moves many items, and leaving the picker keeps the choice', async () => {
    const user = await drive.make.user()
    const folder = await drive.make.folder({ owner: user }, { name: '资料' })
    for (const name of ['丙.txt', '乙.txt', '甲.txt']) await drive.make.file({ owner: user }, { name })
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '甲.txt').waitFor()
      await choose(page, '甲.txt', '乙.txt')
      await act(page, 'move').tap()
      const picker = shown(page).locator('.pick')
      await picker.locator('.row').filter({ hasText: '资料' }).waitFor()
      await page.goBack()
      await picker.waitFor({ state: 'detached' })
      await counts(page, 2)
      await act(page, 'move').tap()
      await picker.locator('.row').filter({ hasText: '资料' }).locator('.row-open').tap()
      await picker.getByRole('button', { name: t('pick.into.move', { name: '资料' }) }).tap()
      await toast(page, t('move.done', { name: '资料' }))
      await rowsBecome(page, ['资料', '丙.txt'])
      await title(page).waitFor({ state: 'detached' })
    })
    const inside = await drive.server.deps.db
      .selectFrom('items')
      .select('name')
      .where('parent_id', '=', folder.id)
      .orderBy('name')
      .execute()
    assert.equal(inside.length, 2)
  })

  deepTest('many items become favourites, and download as one pack', async () => {
    const user = await drive.make.user()
    for (const name of ['乙.txt', '甲.txt']) await drive.make.file({ owner: user }, { name })
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '甲.txt').waitFor()
      await choose(page, '甲.txt', '乙.txt')
      await act(page, 'favourite').tap()
      await toast(page, t('many.favoured', { n: 2 }))
      await title(page).waitFor({ state: 'detached' })
      await choose(page, '甲.txt', '乙.txt')
      const [download] = await Promise.all([page.waitForEvent('download'), act(page, 'download').tap()])
      assert.match(download.suggestedFilename(), /\.zip$/)
    })
    const me = await client(drive.server).as(user.login)
    assert.equal((await me.call('GET /apps/frequently_used_items/get_list', {})).frequent_used_items.length, 2)
  })

  deepTest(`${MANY} items chosen by select all are deleted, 1,000 per request, and undo restores all`, async () => {
    const user = await drive.make.user()
    const folder = await drive.make.folder({ owner: user }, { name: '一万' })
    await fillWithFolders(drive, user, MANY, folder.id)
    await drive.visit(user, `/files/folder/${folder.id}`, async (page) => {
      await shown(page).locator('.row').first().waitFor()
      await choose(page)
      const asks: number[] = []
      page.on('request', (request) => {
        if (request.url().includes('/api/apps/files/delete'))
          asks.push((request.postDataJSON() as { item_typed_ids: string[] }).item_typed_ids.length)
      })
      await shown(page)
        .getByRole('button', { name: t('many.all'), exact: true })
        .tap()
      await until('all of them', async () => (await title(page).innerText()) === t('many.count', { n: MANY }))
      await act(page, 'delete').tap()
      await agree(page)
      await toast(page, t('many.removed', { n: MANY }), patience)
      assert.deepEqual(asks, [
        ...Array(Math.floor(MANY / 1000)).fill(1000),
        ...(MANY % 1000 === 0 ? [] : [MANY % 1000]),
      ])
      await shown(page).locator('.empty').waitFor()
      await page.getByRole('button', { name: t('action.undo') }).tap()
      await toast(page, t('many.restored', { n: MANY }), patience)
      await shown(page).locator('.row').first().waitFor()
    })
    const { child_count } = await drive.server.deps.db
      .selectFrom('items')
      .select('child_count')
      .where('id', '=', folder.id)
      .executeTakeFirstOrThrow()
    assert.equal(child_count, MANY)
  })

  deepTest('items in the trash are restored, or deleted for good after a question', async () => {
    const user = await drive.make.user()
    const me = await client(drive.server).as(user.login)
    const files = []
    for (const name of ['丙.txt', '乙.txt', '甲.txt']) files.push(await drive.make.file({ owner: user }, { name }))
    await me.call('POST /apps/files/delete', { item_typed_ids: files.map(({ id }) => `file_${id}` as const) })
    await drive.visit(user, '/files/trash', async (page) => {
      await row(page, '甲.txt').waitFor()
      await choose(page, '甲.txt', '乙.txt')
      await act(page, 'restore').tap()
      await toast(page, t('many.restored', { n: 2 }))
      await rowsBecome(page, ['丙.txt'])
      await choose(page, '丙.txt')
      await act(page, 'farewell').tap()
      await page.getByRole('alertdialog', { name: t('many.deletePermanentlyTitle', { n: 1 }) }).waitFor()
      await agree(page)
      await shown(page).getByText(t('empty.trash.title')).waitFor()
    })
  })
})
