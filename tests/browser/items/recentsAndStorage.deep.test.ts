import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Page } from 'playwright-core'
import type { UserRow } from '../../../server/database/tables'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { openDrive } from '../rig/drive'
import { openMe, preview, row, settled, shown, t } from '../rig/screen'
import { look, reads } from './spacePanel'

const drive = openDrive()

const gigabyte = 1024 ** 3

describe('[AH-34] recently used files', () => {
  const strip = (page: Page) => shown(page).locator('.recent')
  const recent = (page: Page) => strip(page).locator('.recent-name').allTextContents()
  const recentBecome = async (page: Page, expected: string[]) => {
    let seen: string[] = []
    await until('recent files', async () => {
      seen = await recent(page)
      return seen.join() === expected.join()
    }).catch(() => assert.deepEqual(seen, expected))
  }

  deepTest(
    'recent files appear above the frequent ones once something was opened, open again, and vanish with their items',
    async () => {
      const user = await drive.make.user()
      for (const name of ['一.zip', '二.zip']) await drive.make.file({ owner: user }, { name })
      await drive.visit(user, '/files/frequent', async (page) => {
        await reads(page, t('empty.frequent.title'))
        assert.equal(await strip(page).count(), 0)
        await page.goto(`${drive.server.url}/files/own`)
        for (const name of ['一.zip', '二.zip']) {
          const marked = page.waitForResponse((answer) => answer.url().endsWith('/mark_as_used'))
          await settled(page)
          await row(page, name).locator('.row-open').tap()
          await preview(page, name).waitFor()
          await marked
          await page.goBack()
          await preview(page, name).waitFor({ state: 'detached' })
        }
        await page.goto(`${drive.server.url}/files/frequent`)
        await recentBecome(page, ['二.zip', '一.zip'])
        await shown(page)
          .getByRole('heading', { name: t('recent.title') })
          .waitFor()
        await strip(page).getByRole('button', { name: '一.zip' }).tap()
        await preview(page, '一.zip').waitFor()
        await page.goBack()
        await preview(page, '一.zip').waitFor({ state: 'detached' })
        await recentBecome(page, ['一.zip', '二.zip'])
        await page.reload()
        await recentBecome(page, ['一.zip', '二.zip'])
        await drive.server.deps.db
          .updateTable('items')
          .set({ deleted_at: new Date(), deleted_by: user.id, deleted_space_owner_id: user.id })
          .where('name', '=', '一.zip')
          .where('creator_id', '=', user.id)
          .execute()
        await page.reload()
        await recentBecome(page, ['二.zip'])
      })
    },
  )

  deepTest('recent files scroll sideways and leave the rows below in place', async () => {
    const user = await drive.make.user()
    const me = await client(drive.server).as(user.login)
    await drive.make
      .folder({ owner: user }, { name: '资料' })
      .then(({ id }) => me.call('POST /apps/frequently_used_items/add', { typed_id: `folder_${id}` }))
    const long = '关于二〇二六年春季学期教学工作安排的通知（征求意见第三稿）.docx'
    for (const name of [...Array.from({ length: 11 }, (_, n) => `第${n}份.pdf`), long]) {
      const { id } = await drive.make.file({ owner: user }, { name })
      await me.call('POST /recent_items/mark_as_used', { item_typed_id: `file_${id}` })
    }
    await drive.visit(user, '/files/frequent', async (page) => {
      await row(page, '资料').waitFor()
      await until('recent files', async () => (await recent(page)).length === 10)
      await settled(page)
      await look(page, 'recent')
      const items = strip(page).locator('.recent-items')
      const { width, whole } = await items.evaluate((box) => ({ width: box.clientWidth, whole: box.scrollWidth }))
      assert.ok(width <= 390 && whole > width)
      const before = await row(page, '资料').boundingBox()
      await page.reload()
      await row(page, '资料').waitFor()
      assert.deepEqual(await row(page, '资料').boundingBox(), before)
    })
  })
})

/** A user who has used so many bytes of 20 GiB. */
async function userWith(used: number): Promise<UserRow> {
  const user = await drive.make.user({ enterprise: await drive.make.enterprise({ user_quota_bytes: 20 * gigabyte }) })
  await drive.server.deps.db
    .updateTable('items')
    .set({ used_bytes: used } as never)
    .where('personal_of', '=', user.id)
    .execute()
  return user
}

describe('[AH-35] storage', () => {
  const table: [string, number, string | null][] = [
    ['storage that is half used shows used and total bytes', 10 * gigabyte, null],
    ['storage that is nearly full shows what is left', 19 * gigabyte, t('me.nearlyFull', { left: '1 GB' })],
    ['full storage says that nothing more can be uploaded', 20 * gigabyte, t('me.full')],
  ]
  for (const [sentence, used, notice] of table) {
    deepTest(`${sentence}, in “me”`, async () => {
      const user = await userWith(used)
      await drive.visit(user, '/files/frequent', async (page) => {
        await openMe(page)
        const me = shown(page).locator('.me')
        await me.getByText(/ \/ 20/).waitFor()
        assert.deepEqual(await me.locator('.me-storage-notice').allInnerTexts(), notice === null ? [] : [notice])
        await settled(page)
        await look(page, `storage-${used / gigabyte}-me`)
      })
    })
  }

  deepTest('“me” requests the usage whenever it opens', async () => {
    const user = await userWith(gigabyte)
    await drive.visit(user, '/files/own', async (page) => {
      await reads(page, t('empty.list.title'))
      await drive.server.deps.db
        .updateTable('items')
        .set({ used_bytes: 5 * gigabyte } as never)
        .where('personal_of', '=', user.id)
        .execute()
      await openMe(page)
      await shown(page)
        .locator('.me')
        .getByText(/^5.* \/ 20/)
        .waitFor()
    })
  })

  deepTest('an upload to a full space is refused in the user’s language before a byte is sent', async () => {
    const user = await userWith(20 * gigabyte)
    await drive.visit(user, '/files/own', async (page) => {
      const sent: string[] = []
      page.on('request', (request) => request.url().includes('/upload?') && sent.push(request.url()))
      await shown(page).locator('.foot-add').tap()
      const chosen = page.waitForEvent('filechooser')
      await shown(page)
        .getByRole('button', { name: t('upload.files'), exact: true })
        .tap()
      await (await chosen).setFiles({ name: '太多.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
      await shown(page).locator('.upload-tray').tap()
      await shown(page).locator('.upload-row', { hasText: '存储空间不足' }).waitFor()
      assert.deepEqual(sent, [])
    })
  })
})
