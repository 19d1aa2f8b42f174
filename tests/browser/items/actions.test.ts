import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { client } from '../../support/client'
import { assertAccessible } from '../rig/axe'
import { nowhere, openDrive } from '../rig/drive'
import { openMenu, row, rowsBecome, shown, t, wordsIn } from '../rig/screen'
import { deepTest, sample } from '../../support/deep'

const drive = openDrive()

const nameField = (page: Page, words = t) => shown(page).getByRole('textbox', { name: words('name.label') })
const save = (page: Page, words = t) => shown(page).getByRole('button', { name: words('action.save') })

async function rename(page: Page, name: string, words = t): Promise<void> {
  await (await openMenu(page, name, words)).getByRole('button', { name: words('menu.rename') }).tap()
  await nameField(page, words).waitFor()
}

async function toasts(page: Page, text: string): Promise<void> {
  await page.getByRole('status').filter({ hasText: text }).waitFor()
}

describe('favourite', () => {
  test('adding and removing a favourite succeeds even if another client did the same before', async () => {
    const user = await drive.make.user()
    const file = await drive.make.file({ owner: user }, { name: '简章.txt' })
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '简章.txt').waitFor()
      const other = await client(drive.server).as(user.login)
      await other.call('POST /apps/frequently_used_items/add', { typed_id: `file_${file.id}` })
      await (await openMenu(page, '简章.txt')).getByRole('button', { name: t('menu.favourite') }).tap()
      await toasts(page, t('favourite.added'))
      await other.call('POST /apps/frequently_used_items/delete', { typed_id: `file_${file.id}` })
      await (await openMenu(page, '简章.txt')).getByRole('button', { name: t('menu.unfavourite') }).tap()
      await toasts(page, t('favourite.removed'))
      assert.equal(await shown(page).getByRole('alertdialog').count(), 0)
    })
  })

  deepTest('the star of a folder’s header turns on and off', async () => {
    const user = await drive.make.user()
    const folder = await drive.make.folder({ owner: user }, { name: '资料' })
    await drive.visit(user, `/files/folder/${folder.id}`, async (page) => {
      await shown(page)
        .getByRole('button', { name: t('header.favourite'), pressed: false })
        .tap()
      await toasts(page, t('favourite.added'))
      await shown(page)
        .getByRole('button', { name: t('header.unfavourite'), pressed: true })
        .tap()
      await toasts(page, t('favourite.removed'))
      await shown(page)
        .getByRole('button', { name: t('header.favourite'), pressed: false })
        .waitFor()
    })
  })
})

describe('names', () => {
  deepTest('a rename is trimmed and keeps its extension, Enter saves, and Cancel changes nothing', async () => {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: '简章.tar.gz' })
    await drive.visit(user, '/files/own', async (page) => {
      await rename(page, '简章.tar.gz')
      assert.equal(await nameField(page).inputValue(), '简章')
      const form = shown(page).getByRole('dialog', { name: t('name.rename') })
      await form.getByText('.tar.gz', { exact: true }).waitFor()
      assert.ok((await form.boundingBox())!.height < 300, 'a dialog, not a screen')
      assert.equal(await page.evaluate(() => document.getSelection()?.toString()), '简章')
      await page.keyboard.type('  终稿 ')
      await nameField(page).press('Enter')
      await toasts(page, t('name.renamed'))
      await rowsBecome(page, ['终稿.tar.gz'])
      await rename(page, '终稿.tar.gz')
      await nameField(page).fill('不要')
      await shown(page)
        .getByRole('button', { name: t('action.cancel') })
        .tap()
      await rowsBecome(page, ['终稿.tar.gz'])
    })
  })

  const faults = [
    ['一'.repeat(223), 'name.fault.name_too_long', {}],
    ['a/b', 'name.fault.name_character', { character: '/' }],
    ['a?b', 'name.fault.name_character', { character: '?' }],
    ['句点。.', 'name.fault.name_end', {}],
  ] as const
  for (const language of sample(['zh-CN', 'en', 'zh-TW'] as const, 1)) {
    deepTest(`a bad name is refused below the field, and nothing typed is lost, in ${language}`, async () => {
      const words = wordsIn(language)
      const user = await drive.make.user()
      await drive.make.folder({ owner: user }, { name: '资料' })
      await drive.make.folder({ owner: user }, { name: '历年' })
      await drive.visit(user, nowhere, async (page) => {
        await page.context().addCookies([{ name: 'lang', value: language, url: drive.server.url }])
        await page.goto(`${drive.server.url}/files/own`)
        await rename(page, '资料', words)
        for (const [typed, key, params] of faults) {
          await nameField(page, words).fill(typed)
          await save(page, words).tap()
          assert.equal(await shown(page).getByRole('alert').innerText(), words(key, params))
          assert.equal(await nameField(page, words).inputValue(), typed)
          assert.equal(await nameField(page, words).getAttribute('aria-invalid'), 'true')
        }
        await nameField(page, words).fill('历年')
        await save(page, words).tap()
        await shown(page).getByRole('alert').waitFor()
        assert.equal(await nameField(page, words).inputValue(), '历年')
        for (const blank of ['', '   ']) {
          await nameField(page, words).fill(blank)
          assert.ok(await save(page, words).isDisabled())
        }
        await nameField(page, words).fill('一'.repeat(222))
        await save(page, words).tap()
        await rowsBecome(page, ['历年', '一'.repeat(222)])
      })
    })
  }
})

test('[AH-51] tags are typed, chosen from those offered, shown in the row, found by search and removed with undo', async () => {
  const user = await drive.make.user()
  const [file, other] = [
    await drive.make.file({ owner: user }, { name: '简章.txt' }),
    await drive.make.file({ owner: user }, { name: '通知.txt' }),
  ]
  await drive.make.tags(other, ['对外发布'])
  await drive.visit(user, '/files/own', async (page) => {
    await row(page, file.name).waitFor()
    await (await openMenu(page, file.name)).getByRole('button', { name: t('menu.editTags') }).tap()
    const sheet = page.getByRole('dialog', { name: t('tags.title') })
    const field = sheet.getByRole('textbox', { name: t('tags.add') })
    await field.fill('对外')
    await sheet.getByRole('button', { name: '对外发布', exact: true }).tap()
    await sheet.getByRole('button', { name: t('tags.remove', { name: '对外发布' }) }).waitFor()
    await field.fill(' 定稿 ')
    await field.press('Enter')
    await sheet.getByRole('button', { name: t('tags.remove', { name: '定稿' }) }).waitFor()
    await field.fill('长'.repeat(31))
    await field.press('Enter')
    await sheet.getByRole('alert').waitFor()
    await assertAccessible(page)
    await sheet.getByRole('button', { name: t('tags.remove', { name: '对外发布' }) }).tap()
    await page.getByText(t('action.undo')).tap()
    await sheet.getByRole('button', { name: t('tags.remove', { name: '对外发布' }) }).waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await row(page, '定稿').waitFor()
    await page.goto(`${drive.server.url}/files/own?search=1&search_in=all&search_text=${encodeURIComponent('定稿')}`)
    await shown(page).locator('.search .row').filter({ hasText: file.name }).waitFor()
  })
})

describe('delete', () => {
  deepTest('deleting asks first and says for how long it can be undone; No and back change nothing', async () => {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: '旧.txt' })
    await drive.visit(user, '/files/own', async (page) => {
      const ask = async () => {
        await (await openMenu(page, '旧.txt')).getByRole('button', { name: t('menu.delete') }).tap()
        return shown(page).getByRole('alertdialog', { name: t('remove.title', { name: '旧.txt' }) })
      }
      const question = await ask()
      assert.match(await question.innerText(), /\d+ 天/)
      await question.getByRole('button', { name: t('action.cancel') }).tap()
      await question.waitFor({ state: 'detached' })
      await (await ask()).waitFor()
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
      await rowsBecome(page, ['旧.txt'])
      await (await ask()).getByRole('button', { name: t('remove.confirm') }).tap()
      await toasts(page, t('remove.done', { name: '旧.txt' }))
      await shown(page).getByText(t('empty.list.title')).waitFor()
    })
  })

  deepTest('the menu offers no deletion to a viewer, nor to a member for a department’s root folder', async () => {
    const enterprise = await drive.make.enterprise()
    const root = await drive.make.department({ enterprise, name: '教务处' })
    const office = await drive.make.department({ parent: root, name: '招生办公室' })
    const [member, owner] = [await drive.make.user({ department: root }), await drive.make.user({ enterprise })]
    await drive.make.member(office, member)
    const shared = await drive.make.folder({ owner }, { name: '共享' })
    await drive.make.file({ parent: shared }, { name: '只读.txt' })
    await drive.make.collab(shared, { user: member }, 'viewer')
    await drive.visit(member, `/files/folder/${shared.id}`, async (page) => {
      const menu = await openMenu(page, '只读.txt')
      await menu.getByRole('button', { name: t('menu.properties') }).waitFor()
      assert.equal(await menu.getByRole('button', { name: t('menu.delete') }).count(), 0)
      assert.equal(
        await shown(page)
          .getByRole('button', { name: t('list.add') })
          .count(),
        0,
      )
      await page.goto(`${drive.server.url}/files/dept/${root.id}`)
      const officeMenu = await openMenu(page, '招生办公室')
      await officeMenu.getByRole('button', { name: t('menu.properties') }).waitFor()
      assert.equal(await officeMenu.getByRole('button', { name: t('menu.delete') }).count(), 0)
    })
  })

  deepTest('an item that somebody else has deleted meanwhile also leaves the list', async () => {
    const user = await drive.make.user()
    const file = await drive.make.file({ owner: user }, { name: '旧.txt' })
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '旧.txt').waitFor()
      await (
        await client(drive.server).as(user.login)
      ).call('POST /apps/files/delete', { item_typed_ids: [`file_${file.id}`] })
      await (await openMenu(page, '旧.txt')).getByRole('button', { name: t('menu.delete') }).tap()
      await shown(page)
        .getByRole('alertdialog')
        .getByRole('button', { name: t('remove.confirm') })
        .tap()
      await shown(page).getByText(t('empty.list.title')).waitFor()
    })
  })

  deepTest(
    '[ACT-03] the menu of a locked item shows its tags and who locked it; locked entries are grey, and a tap says why',
    async () => {
      const enterprise = await drive.make.enterprise()
      const [user, colleague] = [
        await drive.make.user({ enterprise }),
        await drive.make.user({ enterprise, name: '李蔚' }),
      ]
      const file = await drive.make.file({ owner: colleague }, { name: '锁着.txt' })
      const shared = await drive.make.folder({ owner: colleague }, { name: '共享' })
      const { db } = drive.server.deps
      await db
        .updateTable('items')
        .set({ parent_id: shared.id, lock_kind: 1, lock_user_id: colleague.id, locked_at: new Date() })
        .where('id', '=', file.id)
        .execute()
      await drive.make.collab(shared, { user }, 'editor')
      await drive.make.tags(file, ['招生', '对外', '重要'])
      await drive.visit(user, `/files/folder/${shared.id}`, async (page) => {
        const menu = await openMenu(page, '锁着.txt')
        const by = t('row.lockedBy', { name: '李蔚' })
        await menu.locator('.sheet-head').getByText(by).waitFor()
        assert.deepEqual(await menu.locator('.sheet-head-mark').allInnerTexts(), [by, '招生', '对外', '重要'])
        const disabled = await menu.locator('[aria-disabled=true] .menu-label').allInnerTexts()
        assert.deepEqual(disabled, [t('menu.rename'), t('menu.editTags'), t('menu.move'), t('menu.delete')])
        assert.deepEqual(await menu.locator('[aria-disabled=true] .menu-value').allInnerTexts(), [by, by, by, by])
        await assertAccessible(page)
        await menu.getByRole('button', { name: t('menu.rename') }).tap({ force: true })
        await toasts(page, t('refusal.lockedBy', { name: '李蔚' }))
        assert.equal(await nameField(page).count(), 0)
      })
    },
  )

  test('[ACT-03] the menu of a document that a colleague edits says so, and keeps nobody from anything', async () => {
    const enterprise = await drive.make.enterprise()
    const [user, colleague] = [
      await drive.make.user({ enterprise }),
      await drive.make.user({ enterprise, name: '陈希' }),
    ]
    const file = await drive.make.file({ owner: user }, { name: '班会.ydoc' })
    await drive.server.deps.db
      .updateTable('items')
      .set({ lock_kind: 3, lock_user_id: colleague.id, locked_at: new Date() })
      .where('id', '=', file.id)
      .execute()
    await drive.visit(user, '/files/own', async (page) => {
      const menu = await openMenu(page, '班会.ydoc')
      await menu
        .locator('.sheet-head')
        .getByText(t('row.editedBy', { name: '陈希' }))
        .waitFor()
      assert.equal(await menu.locator('.sheet-head-locked').count(), 0)
      assert.equal(await menu.locator('.menu-value').getByText('陈希').count(), 0)
    })
  })
})
