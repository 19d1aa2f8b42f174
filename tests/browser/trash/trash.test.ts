import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Item } from '@/contract/entities'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import { client } from '../../support/client'
import { assertAccessible } from '../rig/axe'
import { nowhere, openDrive } from '../rig/drive'
import { addressBecomes, names, openMenu, row, rowsBecome, shown, t, wordsIn } from '../rig/screen'
import { deepTest, sample } from '../../support/deep'

const drive = openDrive()

const typedId = ({ id, is_folder }: ItemRow) => (is_folder ? `folder_${id}` : `file_${id}`) as Item['typed_id']

async function remove(who: UserRow, ...items: ItemRow[]): Promise<void> {
  await (
    await client(drive.server).as(who.login)
  ).call('POST /apps/files/delete', { item_typed_ids: items.map(typedId) })
}

async function toasts(page: Page, text: string): Promise<void> {
  await page.getByRole('status').filter({ hasText: text }).waitFor()
}

async function choose(page: Page, name: string, label: string): Promise<void> {
  await (await openMenu(page, name)).getByRole('button', { name: label }).tap()
}

const entries = async (page: Page, name: string) => {
  const menu = await openMenu(page, name)
  await menu.getByRole('button').first().waitFor()
  const labels = await menu.getByRole('button').allInnerTexts()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  return labels
}

const confirm = (page: Page, label: string) =>
  shown(page).getByRole('alertdialog').getByRole('button', { name: label }).tap()

describe('the recycle bin', () => {
  deepTest(
    '[RT-02] the panel and /files/trash lead to the trash, whose rows show the days kept, who deleted and when',
    async () => {
      const enterprise = await drive.make.enterprise({ trash_period_days: 14 })
      const user = await drive.make.user({ enterprise, name: '王珂' })
      const file = await drive.make.file({ owner: user }, { name: '旧.txt', content: 'x'.repeat(2048) })
      await remove(user, file)
      await drive.visit(user, '/files/own', async (page) => {
        await shown(page)
          .getByRole('button', { name: t('header.chooseSpace', { name: t('space.own') }) })
          .tap()
        await shown(page)
          .getByRole('dialog')
          .getByRole('button', { name: t('space.trash'), exact: true })
          .tap()
        await addressBecomes(page, '/files/trash')
        await rowsBecome(page, ['旧.txt'])
        await shown(page)
          .getByText(t('trash.kept', { n: 14 }))
          .waitFor()
        await row(page, '旧.txt').getByText('剩 14 天').waitFor()
        const meta = await row(page, '旧.txt').locator('.row-detail').innerText()
        assert.match(meta, /^剩 14 天 · 王珂 删除 · \d+ 秒前 · 2 KB$/)
        await page.reload()
        await rowsBecome(page, ['旧.txt'])
        assert.equal(
          await shown(page)
            .getByRole('button', { name: t('list.add') })
            .count(),
          0,
        )
      })
    },
  )

  test('[ACT-10] owners and others have their menus without favourite, share, comment and download, and nothing deleted opens', async () => {
    const enterprise = await drive.make.enterprise()
    const [owner, editor] = [await drive.make.user({ enterprise }), await drive.make.user({ enterprise })]
    const folder = await drive.make.folder({ owner }, { name: '共享' })
    await drive.make.collab(folder, { user: editor }, 'editor')
    const inner = await drive.make.folder({ parent: folder }, { name: '旧资料' })
    await remove(editor, inner)
    const asOwner = [t('menu.restore'), t('menu.properties'), t('menu.permanentDelete')]
    const asEditor = [t('menu.restore'), t('menu.properties'), t('menu.deleteRecord')]
    for (const [who, labels] of [
      [owner, asOwner],
      [editor, asEditor],
    ] as const) {
      await drive.visit(who, '/files/trash', async (page) => {
        assert.deepEqual(await entries(page, '旧资料'), labels)
        await row(page, '旧资料').locator('.row-open').tap()
        await shown(page).getByRole('dialog', { name: '旧资料' }).waitFor()
        await addressBecomes(page, `/files/trash?actionsheet=folder_${inner.id}`)
      })
    }
  })

  deepTest(
    '[LIST-06] restoring removes the row and returns the item to its place, under another name where its own is taken',
    async () => {
      const user = await drive.make.user()
      const file = await drive.make.file({ owner: user }, { name: '简章.txt' })
      await remove(user, file)
      await drive.make.file({ owner: user }, { name: '简章.txt' })
      await drive.visit(user, '/files/trash', async (page) => {
        await choose(page, '简章.txt', t('menu.restore'))
        await toasts(page, t('trash.restored', { name: '简章 (1).txt' }))
        await shown(page).getByText(t('empty.trash.title')).waitFor()
        await page.goto(`${drive.server.url}/files/own`)
        await row(page, '简章 (1).txt').waitFor()
        assert.equal((await names(page)).length, 2)
      })
    },
  )

  deepTest(
    '[ERR-06] permanent delete and record delete ask first; No changes nothing, Yes removes the row for good',
    async () => {
      const enterprise = await drive.make.enterprise()
      const [owner, editor] = [await drive.make.user({ enterprise }), await drive.make.user({ enterprise })]
      const folder = await drive.make.folder({ owner }, { name: '共享' })
      await drive.make.collab(folder, { user: editor }, 'editor')
      const file = await drive.make.file({ parent: folder }, { name: '旧.txt' })
      await remove(editor, file)
      const farewells = [
        [editor, 'deleteRecord'],
        [owner, 'permanentDelete'],
      ] as const
      for (const [who, farewell] of farewells) {
        await drive.visit(who, '/files/trash', async (page) => {
          await choose(page, '旧.txt', t(`menu.${farewell}`))
          const question = shown(page).getByRole('alertdialog', {
            name: t(`trash.${farewell}.title`, { name: '旧.txt' }),
          })
          await question.getByText(t(`trash.${farewell}.text`)).waitFor()
          await question.getByRole('button', { name: t('action.cancel') }).tap()
          await question.waitFor({ state: 'detached' })
          await rowsBecome(page, ['旧.txt'])
          await choose(page, '旧.txt', t(`menu.${farewell}`))
          await confirm(page, t('remove.confirm'))
          await toasts(page, t(`trash.${farewell}.done`, { name: '旧.txt' }))
          await shown(page).getByText(t('empty.trash.title')).waitFor()
          await page.reload()
          await shown(page).getByText(t('empty.trash.title')).waitFor()
        })
      }
      const left = await drive.server.deps.db.selectFrom('items').select('id').where('id', '=', file.id).execute()
      assert.deepEqual(left, [])
    },
  )

  deepTest(
    '[LIST-12] a line leads to the trash of another enterprise, restoring works there, and back leads out',
    async () => {
      const company = await drive.make.enterprise({ name: '云舟科技', trash_period_days: 7 })
      const [partner, user] = [await drive.make.user({ enterprise: company }), await drive.make.user()]
      const folder = await drive.make.folder({ owner: partner }, { name: '共享' })
      await drive.make.collab(folder, { user }, 'editor')
      const file = await drive.make.file({ parent: folder }, { name: '方案.txt' })
      await remove(user, file)
      const name = t('space.trashOf', { name: '云舟科技' })
      await drive.visit(user, '/files/trash', async (page) => {
        await shown(page).getByText(t('empty.trash.title')).waitFor()
        await shown(page).getByRole('button', { name }).tap()
        await addressBecomes(page, `/files/trash/enterprise_${company.id}`)
        await shown(page).getByRole('heading', { name }).waitFor()
        await shown(page)
          .getByText(t('trash.kept', { n: 7 }))
          .waitFor()
        await page.reload()
        await choose(page, '方案.txt', t('menu.restore'))
        await toasts(page, t('trash.restored', { name: '方案.txt' }))
        await shown(page).getByText(t('empty.trash.title')).waitFor()
        await shown(page)
          .getByRole('button', { name: t('action.back') })
          .tap()
        await addressBecomes(page, '/files/trash')
      })
    },
  )

  deepTest('[ACT-10] emptying asks first and counts the items; others’ items lose only the record', async () => {
    const enterprise = await drive.make.enterprise()
    const [owner, user] = [await drive.make.user({ enterprise }), await drive.make.user({ enterprise })]
    const folder = await drive.make.folder({ owner }, { name: '共享' })
    await drive.make.collab(folder, { user }, 'editor')
    const [mine, theirs] = [await drive.make.file({ owner: user }), await drive.make.file({ parent: folder })]
    await remove(user, mine, theirs)
    await drive.visit(user, '/files/trash', async (page) => {
      const empty = shown(page).getByRole('button', { name: t('trash.empty'), exact: true })
      await row(page, mine.name).waitFor()
      await empty.tap()
      const question = shown(page).getByRole('alertdialog', { name: t('trash.emptyTitle', { n: 2 }) })
      await question.getByText(t('many.deletePermanentlyText')).waitFor()
      await question.getByRole('button', { name: t('action.cancel') }).tap()
      await question.waitFor({ state: 'detached' })
      assert.equal((await names(page)).length, 2)
      await empty.tap()
      await confirm(page, t('trash.empty'))
      await toasts(page, t('trash.emptied', { n: 2 }))
      await shown(page).getByText(t('empty.trash.title')).waitFor()
      assert.equal(await empty.count(), 0)
    })
    const { db } = drive.server.deps
    const left = await db.selectFrom('items').select('id').where('id', 'in', [mine.id, theirs.id]).execute()
    assert.deepEqual(left, [{ id: theirs.id }])
  })

  deepTest('sorting by date uses the date of deletion', async () => {
    const user = await drive.make.user()
    const [one, other] = [
      await drive.make.file({ owner: user }, { name: '一.txt' }),
      await drive.make.file({ owner: user }, { name: '二.txt' }),
    ]
    await remove(user, other)
    await remove(user, one)
    await drive.visit(user, '/files/trash', async (page) => {
      await rowsBecome(page, ['一.txt', '二.txt'])
      await shown(page)
        .getByRole('button', { name: t('list.sort') })
        .tap()
      const sheet = shown(page).getByRole('dialog')
      await sheet.getByRole('radio', { name: `${t('sort.by.deleted')} ${t('sort.order.date.asc')}` }).tap()
      await toasts(page, t('sort.toast.deleted.asc'))
      await rowsBecome(page, ['二.txt', '一.txt'])
    })
  })
})

describe('[ERR-04] obstacles to restoring', () => {
  deepTest(
    'each obstacle has its words: the folder in the trash, no right, the folder gone, the item gone',
    async () => {
      const enterprise = await drive.make.enterprise()
      const owner = await drive.make.user({ enterprise, name: '王珂', login: 'wangke@trash.test' })
      const department = await drive.make.department({ enterprise })
      const user = await drive.make.user({ department })
      const { db } = drive.server.deps
      const folder = await drive.make.folder({ owner }, { name: '共享' })
      const other = await drive.make.folder({ owner }, { name: '另一个' })
      for (const item of [folder, other]) await drive.make.collab(item, { user }, 'editor')
      const inDepartment = await drive.make.folder({ department }, { name: '部门的' })
      const inner = await drive.make.folder({ parent: folder }, { name: '里面' })
      const [nested, lowered, orphan, gone] = [
        await drive.make.file({ parent: inner }, { name: '在里面.txt' }),
        await drive.make.file({ parent: other }, { name: '被降权.txt' }),
        await drive.make.file({ parent: inDepartment }, { name: '没有家.txt' }),
        await drive.make.file({ parent: folder }, { name: '没有了.txt' }),
      ]
      await remove(user, nested, lowered, orphan, gone)
      await remove(user, inner)
      const root = await db
        .selectFrom('items')
        .innerJoin('users', 'users.id', 'space_owner_id')
        .select(['users.login'])
        .where('department_id', '=', department.id)
        .executeTakeFirstOrThrow()
      const director = await client(drive.server).as(root.login)
      await director.call('POST /apps/files/delete', { item_typed_ids: [typedId(inDepartment)] })
      await director.call('POST /apps/files/delete_from_trash', { item_typed_ids: [typedId(inDepartment)] })

      await drive.visit(user, '/files/trash', async (page) => {
        const alerted = async (name: string, parts: string[], answer = t('action.gotIt')) => {
          await choose(page, name, t('menu.restore'))
          const alert = shown(page).getByRole('alertdialog')
          await alert.waitFor()
          const text = await alert.innerText()
          for (const part of parts) assert.ok(text.includes(part), `${name}: ${text}`)
          await alert.getByRole('button', { name: answer }).tap()
          await alert.waitFor({ state: 'detached' })
        }
        await row(page, '在里面.txt').waitFor()
        await alerted('在里面.txt', ['“里面”也在回收站里，会一起还原'], t('action.cancel'))
        await alerted('没有家.txt', ['原来所在的文件夹已被删除', root.login])
        await db.updateTable('collabs').set({ role: 'viewer' }).where('item_id', '=', other.id).execute()
        await alerted('被降权.txt', ['没有权限还原', '王珂', 'wangke@trash.test'])
        await (
          await client(drive.server).as(owner.login)
        ).call('POST /apps/files/delete_from_trash', { item_typed_ids: [typedId(gone)] })
        await alerted('没有了.txt', ['已被删除'])
        await row(page, '没有了.txt').waitFor({ state: 'detached' })
        await row(page, '在里面.txt').waitFor()
      })
    },
  )
})

describe('[AH-09] undo after a delete', () => {
  deepTest('the toast offers undo for 6 s, and the row returns to its place, also in the frequent space', async () => {
    const user = await drive.make.user()
    for (const name of ['丙.txt', '乙.txt', '甲.txt'])
      await drive.make.file({ owner: user }, { name, at: new Date(Date.now() - 1000 * name.charCodeAt(0)) })
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '乙.txt').waitFor()
      const before = await names(page)
      await choose(page, '乙.txt', t('menu.delete'))
      await confirm(page, t('remove.confirm'))
      await toasts(page, t('remove.done', { name: '乙.txt' }))
      await rowsBecome(
        page,
        before.filter((name) => name !== '乙.txt'),
      )
      await page.getByRole('button', { name: t('action.undo') }).tap()
      await toasts(page, t('trash.restored', { name: '乙.txt' }))
      await rowsBecome(page, before)
      await page.reload()
      await row(page, '乙.txt').waitFor()
      assert.deepEqual(await names(page), before)
    })
  })

  deepTest('a folder deleted from its own header is gone there, and returns there after undo', async () => {
    const user = await drive.make.user()
    const folder = await drive.make.folder({ owner: user }, { name: '资料' })
    await drive.make.file({ parent: folder }, { name: '里面.txt' })
    await drive.visit(user, `/files/folder/${folder.id}`, async (page) => {
      await row(page, '里面.txt').waitFor()
      await shown(page)
        .getByRole('button', { name: t('action.more'), exact: true })
        .tap()
      await shown(page)
        .getByRole('dialog', { name: '资料' })
        .getByRole('button', { name: t('menu.delete') })
        .tap()
      await confirm(page, t('remove.confirm'))
      await shown(page).getByText(t('empty.removed.title')).waitFor()
      await page.getByRole('button', { name: t('action.undo') }).tap()
      await rowsBecome(page, ['里面.txt'])
    })
  })
})

describe('[AH-23] axe finds nothing in the recycle bin', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const language of sample(['zh-CN', 'en', 'zh-TW'] as const, 1)) {
      deepTest(`${language}, ${colorScheme}: axe passes rows, the empty bin, its menu and its question`, async () => {
        const words = wordsIn(language)
        const company = await drive.make.enterprise({ name: '云舟科技' })
        const [partner, user] = [await drive.make.user({ enterprise: company }), await drive.make.user()]
        const folder = await drive.make.folder({ owner: partner })
        await drive.make.collab(folder, { user }, 'editor')
        const [file, external] = [
          await drive.make.file({ owner: user }, { name: '旧.txt' }),
          await drive.make.file({ parent: folder }),
        ]
        await remove(user, file, external)
        await drive.visit(
          user,
          nowhere,
          async (page) => {
            await page.context().addCookies([{ name: 'lang', value: language, url: drive.server.url }])
            await page.goto(`${drive.server.url}/files/trash`)
            await shown(page)
              .getByRole('button', { name: words('space.trashOf', { name: '云舟科技' }) })
              .waitFor()
            await assertAccessible(page)
            const menu = await openMenu(page, '旧.txt', words)
            await assertAccessible(page)
            await menu.getByRole('button', { name: words('menu.permanentDelete') }).tap()
            await shown(page).getByRole('alertdialog').waitFor()
            await assertAccessible(page)
            await shown(page)
              .getByRole('alertdialog')
              .getByRole('button', { name: words('remove.confirm') })
              .tap()
            await shown(page).getByText(words('empty.trash.title')).waitFor()
            await assertAccessible(page)
          },
          { colorScheme },
        )
      })
    }
  }
})
