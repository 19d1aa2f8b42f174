import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { upload } from '../../support/uploads/upload'
import { openDrive } from '../rig/drive'
import { address, addressBecomes, openMenu, preview, row, t } from '../rig/screen'

const drive = openDrive()

const sheet = (page: Page) => page.getByRole('dialog', { name: t('versions.title'), exact: true })
const version = (page: Page, n: number) =>
  sheet(page)
    .locator('.version')
    .filter({ hasText: t('versions.number', { n }) })

/** A text of two versions, the second by somebody else. */
async function twoVersions() {
  const [owner, editor] = [await drive.make.user(), await drive.make.user({ name: `陈希${Math.random()}` })]
  const file = await drive.make.file({ owner }, { name: '报告.txt', content: '第一稿' })
  await drive.make.collab(file, { user: editor }, 'editor')
  await upload(await client(drive.server).as(editor.login), '改.txt', Buffer.from('第二稿啊'), {
    target_file_id: file.id,
    remark: '改了结尾',
  })
  return { owner, editor, file }
}

async function openVersions(page: Page, name = '报告.txt'): Promise<void> {
  await (await openMenu(page, name)).getByRole('button', { name: t('menu.viewVersions') }).tap()
  await version(page, 1).waitFor()
}

describe('versions', () => {
  test('[PREV-12] the popup has tab=version, the current version closes it, another sets version and reloads, and closing removes tab', async () => {
    const { owner, editor, file } = await twoVersions()
    await drive.visit(owner, '/files/own', async (page) => {
      await row(page, '报告.txt').waitFor()
      await openVersions(page)
      await addressBecomes(page, `/files/own?preview=1&file_id=${file.id}&tab=version`)
      assert.match(
        await version(page, 2).innerText(),
        new RegExp(`${t('versions.current')}[\\s\\S]*${editor.name}[\\s\\S]*12 B[\\s\\S]*改了结尾`),
      )
      await page.reload()
      await version(page, 2).locator('.version-press').tap()
      await addressBecomes(page, `/files/own?preview=1&file_id=${file.id}`)
      await preview(page, '报告.txt')
        .getByRole('button', { name: t('action.more') })
        .tap()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('menu.viewVersions') })
        .tap()
      await version(page, 1).locator('.version-press').tap()
      await page.waitForURL(/version=\d+/)
      assert.match(address(page), new RegExp(`^/files/own\\?preview=1&file_id=${file.id}&version=\\d+$`))
      await page.getByText(t('versions.oldNumber', { n: 1 })).waitFor()
      assert.equal(
        await preview(page, '报告.txt')
          .getByRole('button', { name: t('action.more') })
          .count(),
        0,
      )
      await page.getByText(t('versions.toCurrent')).tap()
      await addressBecomes(page, `/files/own?preview=1&file_id=${file.id}`)
      await page.goBack()
      await addressBecomes(page, '/files/own')
    })
  })

  test('[AH-52] an older version becomes the current one, the toast undoes it, and a remark is changed', async () => {
    const { owner, file } = await twoVersions()
    await drive.visit(owner, '/files/own', async (page) => {
      await row(page, '报告.txt').waitFor()
      await openVersions(page)
      await version(page, 1).getByText(t('versions.makeCurrent')).tap()
      await version(page, 1).locator('.version-current').waitFor()
      await page.getByText(t('version.chosen', { n: 1 })).waitFor()
      const [toast, list] = await Promise.all([page.locator('.toast').boundingBox(), sheet(page).boundingBox()])
      assert.ok(toast!.y + toast!.height <= list!.y, JSON.stringify([toast, list]))
      await page.getByText(t('action.undo')).tap()
      await version(page, 2).locator('.version-current').waitFor()
      await version(page, 1).getByText(t('versions.makeCurrent')).waitFor()
      await version(page, 1).getByText(t('versions.describe')).tap()
      await page.getByRole('textbox', { name: t('versions.remark') }).fill(' 初稿 ')
      await page.getByRole('button', { name: t('action.save'), exact: true }).tap()
      await version(page, 1).getByText('初稿').waitFor()
      await version(page, 1).getByText(t('versions.changeDescription')).waitFor()
      await addressBecomes(page, `/files/own?preview=1&file_id=${file.id}&tab=version`)
    })
  })

  test('[AH-52] the page of an old version makes it the current one for an editor, not for a viewer', async () => {
    const { owner, file } = await twoVersions()
    const viewer = await drive.make.user({ enterprise: { id: owner.enterprise_id } })
    await drive.make.collab(file, { user: viewer }, 'viewer')
    const { id: first } = await drive.server.deps.db
      .selectFrom('versions')
      .select('id')
      .where('item_id', '=', file.id)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const old = `/files/own?preview=1&file_id=${file.id}&version=${first}`
    await drive.visit(viewer, old, async (page) => {
      await page.getByText(t('versions.oldNumber', { n: 1 })).waitFor()
      await page.getByText('第一稿').waitFor()
      assert.equal(await page.getByText(t('versions.makeCurrent')).count(), 0)
    })
    await drive.visit(owner, old, async (page) => {
      await page.getByText(t('versions.makeCurrent')).tap()
      await addressBecomes(page, `/files/own?preview=1&file_id=${file.id}`)
      await page.getByText('第一稿').waitFor()
      assert.equal(await page.getByText(t('versions.oldNumber', { n: 1 })).count(), 0)
      await page.getByText(t('action.undo')).waitFor()
    })
  })

  deepTest('[PREV-17] an old version downloads, online documents have none, and a viewer cannot add one', async () => {
    const { owner, file } = await twoVersions()
    const viewer = await drive.make.user({ enterprise: { id: owner.enterprise_id } })
    await drive.make.collab(file, { user: viewer }, 'viewer')
    await drive.make.file({ owner }, { name: '在线.ydoc' })
    await drive.visit(owner, '/files/own', async (page) => {
      await row(page, '报告.txt').waitFor()
      assert.equal(await (await openMenu(page, '在线.ydoc')).getByText(t('menu.viewVersions')).count(), 0)
      await page.goBack()
      await openVersions(page)
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        sheet(page)
          .getByRole('button', { name: t('versions.download', { n: 1 }) })
          .tap(),
      ])
      assert.equal(await readFile(await saved.path(), 'utf8'), '第一稿')
      assert.equal(
        await sheet(page)
          .getByRole('button', { name: t('versions.upload') })
          .count(),
        1,
      )
    })
    await drive.visit(viewer, '/files/collab', async (page) => {
      await row(page, '报告.txt').waitFor()
      await openVersions(page)
      assert.equal(
        await sheet(page)
          .getByRole('button', { name: t('versions.upload') })
          .count(),
        0,
      )
    })
  })

  deepTest(
    '[UPL-05] a new version keeps its remark in the row; another kind of file is refused in words and nothing is sent',
    async () => {
      const { owner, file } = await twoVersions()
      await drive.visit(owner, '/files/own', async (page) => {
        await row(page, '报告.txt').waitFor()
        await openVersions(page)
        const pick = async (name: string, text: string) => {
          const [chooser] = await Promise.all([
            page.waitForEvent('filechooser'),
            sheet(page)
              .getByRole('button', { name: t('versions.upload') })
              .tap(),
          ])
          await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) })
        }
        await pick('图.png', 'x')
        await page
          .getByRole('alertdialog')
          .getByText(t('upload.fault.otherKind', { extension: 'txt' }))
          .waitFor()
        await page.getByRole('button', { name: t('action.gotIt') }).tap()
        await pick('定稿.txt', '第三稿在这里')
        await page.getByRole('textbox', { name: t('versions.remark') }).fill(' 定了 ')
        await page.getByRole('button', { name: t('versions.send'), exact: true }).tap()
        await addressBecomes(page, `/files/own?preview=1&file_id=${file.id}`)
        await page.goBack()
        await row(page, '报告.txt').filter({ hasText: '18 B' }).waitFor()
        await openVersions(page)
        assert.match(await version(page, 3).innerText(), /定了/)
        assert.equal(await sheet(page).locator('.version').count(), 3)
      })
    },
  )
})
