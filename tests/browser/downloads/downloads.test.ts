import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import yauzl from 'yauzl'
import type { Role } from '@/contract/entities'
import { deepTest } from '../../support/deep'
import { openDrive } from '../rig/drive'
import { openMenu, row, t } from '../rig/screen'

const drive = openDrive()

async function choose(page: Page, name: string, entry: 'menu.download' | 'menu.viewVersions'): Promise<void> {
  await (await openMenu(page, name)).getByRole('button', { name: t(entry) }).tap({ force: true })
}

async function toasts(page: Page, text: string): Promise<void> {
  await page.getByRole('status').filter({ hasText: text }).waitFor()
}

const entries = async (page: Page, name: string) =>
  (await openMenu(page, name)).locator('.menu-label').allTextContents()

describe('[ACT-08] download', () => {
  test('a file is saved under its name with its bytes; a folder is packed, and a message names what was left out', async () => {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: '课表（终稿）.txt', content: '周一' })
    const folder = await drive.make.folder({ owner: user }, { name: '资料' })
    await drive.make.file({ parent: folder }, { name: '甲.txt', content: '甲' })
    const sealed = await drive.make.file({ parent: folder }, { name: '密.txt' })
    await drive.server.deps.db.updateTable('items').set({ is_encrypted: true }).where('id', '=', sealed.id).execute()
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '课表（终稿）.txt').waitFor()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        choose(page, '课表（终稿）.txt', 'menu.download'),
      ])
      assert.equal(file.suggestedFilename(), '课表（终稿）.txt')
      assert.equal(await readFile(await file.path(), 'utf8'), '周一')
      const [pack] = await Promise.all([page.waitForEvent('download'), choose(page, '资料', 'menu.download')])
      await toasts(page, t('download.leftOut', { n: 1 }))
      assert.equal(pack.suggestedFilename(), '资料.zip')
      const zip = await yauzl.openPromise(await pack.path())
      const names: string[] = []
      for await (const { fileName } of zip.eachEntry()) names.push(fileName)
      assert.deepEqual(names, ['资料/甲.txt'])
      await row(page, '资料').waitFor()
    })
  })

  deepTest(
    'each block of a download has its own message; without permission, and for online documents, the entry is hidden',
    async () => {
      const enterprise = await drive.make.enterprise({ virus_scan: true })
      const [owner, guest, reviewer] = [
        await drive.make.user({ enterprise }),
        await drive.make.user({ enterprise }),
        await drive.make.user({ enterprise }),
      ]
      const folder = await drive.make.folder({ owner }, { name: '共享' })
      for (const each of [guest, reviewer]) await drive.make.collab(folder, { user: each }, 'editor')
      const { db } = drive.server.deps
      const change = (id: number, values: object) => db.updateTable('items').set(values).where('id', '=', id).execute()
      const file = (name: string) => drive.make.file({ parent: folder }, { name })
      await change((await file('加密.txt')).id, { is_encrypted: true })
      await change((await file('扫描.txt')).id, { scanned: 1 })
      await change((await file('审批.txt')).id, { lock_kind: 2, lock_user_id: reviewer.id, locked_at: new Date() })
      await file('在线.ydoc')
      const sealed = await drive.make.folder({ parent: folder }, { name: '密夹' })
      await change(sealed.id, { is_encrypted: true })
      await drive.make.file({ parent: sealed }, { name: '内.txt' })
      const only = await drive.make.folder({ owner }, { name: '只预览' })
      await drive.make.collab(only, { user: guest }, 'previewer' satisfies Role)
      await drive.make.file({ parent: only }, { name: '看看.txt' })

      await drive.visit(guest, `/files/folder/${folder.id}`, async (page) => {
        await row(page, '加密.txt').waitFor()
        for (const [name, reason] of [
          ['加密.txt', 'encrypted'],
          ['扫描.txt', 'scanning'],
          ['审批.txt', 'approval'],
          ['密夹', 'encrypted_path'],
        ] as const) {
          await choose(page, name, 'menu.download')
          await toasts(page, t(`refusal.${reason}`))
        }
        assert.equal((await entries(page, '在线.ydoc')).includes(t('menu.download')), false)
        await page.goto(`${drive.server.url}/files/folder/${sealed.id}`)
        await row(page, '内.txt').waitFor()
        await choose(page, '内.txt', 'menu.download')
        await toasts(page, t('refusal.encrypted_path'))
        await page.goto(`${drive.server.url}/files/folder/${only.id}`)
        await row(page, '看看.txt').waitFor()
        assert.equal((await entries(page, '看看.txt')).includes(t('menu.download')), false)
      })
      await drive.visit(owner, `/files/folder/${sealed.id}`, async (page) => {
        await row(page, '内.txt').waitFor()
        const [saved] = await Promise.all([page.waitForEvent('download'), choose(page, '内.txt', 'menu.download')])
        assert.equal(saved.suggestedFilename(), '内.txt')
      })
      await drive.visit(reviewer, `/files/folder/${folder.id}`, async (page) => {
        await row(page, '审批.txt').waitFor()
        const [saved] = await Promise.all([page.waitForEvent('download'), choose(page, '审批.txt', 'menu.download')])
        assert.equal(saved.suggestedFilename(), '审批.txt')
      })
    },
  )

  test('[ACT-11] WeChat’s browser cannot save, so a page shows the way to the system’s browser, and back returns', async () => {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: '课表.txt', content: '周一' })
    const userAgent =
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/122 Mobile Safari/537.36 MicroMessenger/8.0.49'
    await drive.visit(
      user,
      '/files/own',
      async (page) => {
        await row(page, '课表.txt').waitFor()
        await choose(page, '课表.txt', 'menu.download')
        await page.getByRole('heading', { name: '请在浏览器中下载' }).waitFor()
        const carried = await page.getByRole('textbox').inputValue()
        assert.equal(await (await fetch(carried)).text(), '周一')
        assert.equal(await (await fetch(page.url())).text(), '周一')
        await page.goBack()
        await row(page, '课表.txt').waitFor()
      },
      { userAgent },
    )
  })
})
