import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { PackageName } from '@/i18n/Phrase'
import type { Words } from '@/i18n/words'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { frequentWorld } from '../../support/items/frequentWorld'
import { until } from '../../support/until'
import { assertAccessible } from '../rig/axe'
import { openDrive } from '../rig/drive'
import { fillWithFolders } from '../rig/many'
import { address, addressBecomes, openMenu, preview, row, rowsBecome, shown, t } from '../rig/screen'

const drive = openDrive()

const picker = (page: Page) => shown(page).locator('.pick')
/** The folder level on top of the picker. */
const level = (page: Page) => picker(page).locator('.pick-level:not(.pick-hidden)')
const entry = (page: Page, name: string) => level(page).locator('.row').filter({ hasText: name })
const bar = (page: Page, action: 'move' | 'copy', name: string, say: Words<PackageName> = t) =>
  level(page).getByRole('button', { name: say(`pick.into.${action}`, { name }) })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
const isDisabled = (button: Locator) => button.evaluate((element) => element.hasAttribute('disabled'))

async function start(page: Page, action: 'move' | 'copy', name: string, say: Words<PackageName> = t): Promise<void> {
  await (await openMenu(page, name, say)).getByRole('button', { name: say(`menu.${action}`), exact: true }).tap()
  await level(page).locator('.row, .empty').first().waitFor()
}

async function choosePlace(page: Page, label: string): Promise<void> {
  await level(page).locator('.header-press').tap()
  await picker(page).locator('.navigation-place').filter({ hasText: label }).tap()
}

describe('the destination picker', () => {
  test('[ACT-09] [LIST-07] a file moves into an opened folder: it leaves the list and appears there', async () => {
    const user = await drive.make.user()
    const folder = await drive.make.folder({ owner: user }, { name: '资料' })
    await drive.make.folder({ parent: folder }, { name: '2026' })
    await drive.make.file({ owner: user }, { name: '简章.txt' })
    await drive.visit(user, '/files/own', async (page) => {
      await start(page, 'move', '简章.txt')
      await entry(page, '资料').locator('.row-open').tap()
      await entry(page, '2026').locator('.row-open').tap()
      await bar(page, 'move', '2026').tap()
      await toast(page, t('move.done', { name: '2026' }))
      await picker(page).waitFor({ state: 'detached' })
      await addressBecomes(page, '/files/own')
      await rowsBecome(page, ['资料'])
      await row(page, '资料').locator('.row-open').tap()
      await rowsBecome(page, ['2026'])
      await row(page, '2026').locator('.row-open').tap()
      await rowsBecome(page, ['简章.txt'])
    })
  })

  deepTest('[AH-09] undoing a move within 6 s returns the row to its place', async () => {
    const user = await drive.make.user()
    await drive.make.folder({ owner: user }, { name: '资料' })
    for (const name of ['丙.txt', '乙.txt', '甲.txt']) await drive.make.file({ owner: user }, { name })
    await drive.visit(user, '/files/own', async (page) => {
      await rowsBecome(page, ['资料', '甲.txt', '乙.txt', '丙.txt'])
      await start(page, 'move', '乙.txt')
      await entry(page, '资料').locator('.row-open').tap()
      await bar(page, 'move', '资料').tap()
      await rowsBecome(page, ['资料', '甲.txt', '丙.txt'])
      await page.getByRole('button', { name: t('action.undo') }).tap()
      await toast(page, t('move.undone'))
      await rowsBecome(page, ['资料', '甲.txt', '乙.txt', '丙.txt'])
    })
  })

  deepTest('[LIST-07] a copy into the shown folder joins its list, under a free name', async () => {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: '简章.txt' })
    await drive.visit(user, '/files/own', async (page) => {
      await start(page, 'copy', '简章.txt')
      await bar(page, 'copy', t('space.own')).tap()
      await toast(page, t('copy.done', { name: t('space.own') }))
      await rowsBecome(page, ['简章 (1).txt', '简章.txt'])
    })
  })

  deepTest('[LIST-07] moving from frequent keeps the row', async () => {
    const user = await drive.make.user()
    const folder = await drive.make.folder({ owner: user }, { name: '资料' })
    const file = await drive.make.file({ owner: user }, { name: '简章.txt' })
    const favourite = { user_id: user.id, kind: 'file', target_id: file.id, name: file.name } as const
    await drive.server.deps.db.insertInto('favourites').values(favourite).execute()
    await drive.visit(user, '/files/frequent', async (page) => {
      await start(page, 'move', '简章.txt')
      await entry(page, '资料').locator('.row-open').tap()
      await bar(page, 'move', '资料').tap()
      await toast(page, t('move.done', { name: '资料' }))
      await rowsBecome(page, ['简章.txt'])
    })
    const moved = await drive.server.deps.db
      .selectFrom('items')
      .select('parent_id')
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow()
    assert.equal(moved.parent_id, folder.id)
  })

  deepTest(
    '[PICK-01] [SRCH-01] a folder is found by name, opened and chosen, and back leads to the search',
    async () => {
      const user = await drive.make.user()
      const deep = await drive.make.folder(
        { parent: await drive.make.folder({ owner: user }, { name: '往年' }) },
        { name: '秋季招生' },
      )
      await drive.make.file({ owner: user }, { name: '秋季招生简章.txt' })
      await drive.make.folder({ owner: user }, { name: '秋季资料' })
      await drive.visit(user, '/files/own', async (page) => {
        await start(page, 'move', '秋季资料')
        const search = async () => {
          await level(page).getByText(t('pick.search')).tap()
          await picker(page).getByRole('textbox').fill('秋季')
          await picker(page).getByRole('textbox').press('Enter')
        }
        const found = (name: string) => picker(page).locator('.search .row').filter({ hasText: name })
        await search()
        await found('秋季招生').waitFor()
        assert.equal(await picker(page).locator('.search .row').count(), 2, 'folders only')
        assert.equal(await found('秋季资料').locator('.row-open').getAttribute('aria-disabled'), 'true')
        await page.goBack()
        await bar(page, 'move', t('space.own')).waitFor()
        await search()
        await found('秋季招生').locator('.row-open').tap()
        await bar(page, 'move', '秋季招生').waitFor()
        await until(
          'the way to it',
          async () =>
            (await level(page).locator('.path-step').allInnerTexts()).join('/') === `${t('space.own')}/往年/秋季招生`,
        )
        await page.goBack()
        await bar(page, 'move', t('space.own')).waitFor()
        await search()
        await found('秋季招生').locator('.row-open').tap()
        await bar(page, 'move', '秋季招生').tap()
        await toast(page, t('move.done', { name: '秋季招生' }))
      })
      const moved = await drive.server.deps.db
        .selectFrom('items')
        .select('parent_id')
        .where('name', '=', '秋季资料')
        .executeTakeFirstOrThrow()
      assert.equal(moved.parent_id, deep.id)
    },
  )

  deepTest('[PICK-01] external folders can be chosen, by the panel and by a favourite enterprise', async () => {
    const { user, outsider } = await frequentWorld(drive.server, drive.make)
    const inbox = await drive.make.folder({ owner: outsider }, { name: '收件' })
    await drive.make.collab(inbox, { user }, 'editor')
    await drive.visit(user, '/files/own', async (page) => {
      await start(page, 'copy', '简章.pdf')
      await choosePlace(page, t('space.frequent'))
      await entry(page, '云舟科技').locator('.row-open').tap()
      await level(page).getByText(t('pick.block.no_folder')).waitFor()
      await choosePlace(page, t('navigation.external', { name: '云舟科技' }))
      await entry(page, '收件').locator('.row-open').tap()
      await bar(page, 'copy', '收件').tap()
      await toast(page, t('copy.later'))
    })
  })

  deepTest(
    '[PICK-01] files and the moved items cannot be chosen, there is no sort button, and the bar says why it refuses',
    async () => {
      const user = await drive.make.user()
      const colleague = await drive.make.user({ enterprise: { id: user.enterprise_id } })
      const shared = await drive.make.folder({ owner: colleague }, { name: '只能看' })
      await drive.make.collab(shared, { user }, 'viewer')
      await drive.make.folder({ owner: user }, { name: '资料' })
      await drive.make.file({ owner: user }, { name: '简章.txt' })
      await drive.visit(user, '/files/own', async (page) => {
        await start(page, 'move', '资料')
        for (const name of ['资料', '简章.txt'])
          assert.equal(await entry(page, name).locator('.row-open').getAttribute('aria-disabled'), 'true')
        assert.equal(
          await level(page)
            .getByRole('button', { name: t('list.sort') })
            .count(),
          0,
        )
        await level(page).getByText(t('pick.block.already_here')).waitFor()
        assert.ok(await isDisabled(bar(page, 'move', t('space.own'))))
        await choosePlace(page, t('space.collab'))
        await level(page).getByText(t('pick.block.no_folder')).waitFor()
        await entry(page, '只能看').locator('.row-open').tap()
        await level(page).getByText(t('pick.block.no_permission')).waitFor()
        assert.ok(await isDisabled(bar(page, 'move', '只能看')))
        assert.equal(
          await level(page)
            .getByRole('button', { name: t('pick.newFolder'), exact: true })
            .count(),
          0,
        )
        await assertAccessible(page)
      })
    },
  )

  deepTest(
    '[PICK-01] [RT-06] back leaves one level, then the navigation, then the picker; forward does nothing',
    async () => {
      const user = await drive.make.user()
      const folder = await drive.make.folder({ owner: user }, { name: '资料' })
      await drive.make.folder({ parent: folder }, { name: '2026' })
      const file = await drive.make.file({ owner: user }, { name: '简章.txt' })
      const open = `/files/own?movecopy=${encodeURIComponent(`move:file_${file.id}`)}`
      await drive.visit(user, '/files/own', async (page) => {
        await start(page, 'move', '简章.txt')
        await addressBecomes(page, open)
        await entry(page, '资料').locator('.row-open').tap()
        await entry(page, '2026').locator('.row-open').tap()
        await bar(page, 'move', '2026').waitFor()
        await page.goBack()
        await bar(page, 'move', '资料').waitFor()
        await level(page)
          .getByRole('button', { name: t('action.back') })
          .tap()
        await bar(page, 'move', t('space.own')).waitFor()
        await level(page).locator('.header-press').tap()
        await addressBecomes(page, `${open}&selectnav=1`)
        await page.goBack()
        await picker(page).locator('.navigation').waitFor({ state: 'detached' })
        await page.goBack()
        await picker(page).waitFor({ state: 'detached' })
        assert.equal(address(page), '/files/own')
      })
    },
  )

  deepTest(
    '[RT-06] a fresh address opens the picker above its list; a flag without meaning, or a part without the picker, is dropped',
    async () => {
      const user = await drive.make.user()
      const file = await drive.make.file({ owner: user }, { name: '简章.txt' })
      await drive.visit(user, `/files/own?movecopy=copy:file_${file.id}`, async (page) => {
        await bar(page, 'copy', t('space.own')).waitFor()
        await page.reload()
        await bar(page, 'copy', t('space.own')).waitFor()
        await page.goBack()
        await rowsBecome(page, ['简章.txt'])
        for (const query of ['movecopy=nonsense', 'selectnav=1', 'createfolder=1']) {
          await page.goto(`${drive.server.url}/files/own?${query}`)
          await addressBecomes(page, '/files/own')
        }
      })
    },
  )

  deepTest('[ACT-06] [LIST-06] a folder made in the picker appears on top there and in the list below', async () => {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: '简章.txt' })
    await drive.visit(user, '/files/own', async (page) => {
      await start(page, 'move', '简章.txt')
      await level(page)
        .getByRole('button', { name: t('pick.newFolder'), exact: true })
        .tap()
      await addressBecomes(page, `${address(page).replace('&createfolder=1', '')}&createfolder=1`)
      const name = shown(page).getByRole('textbox', { name: t('name.label') })
      await name.fill('a/b')
      await shown(page)
        .getByRole('button', { name: t('action.save') })
        .tap()
      await shown(page)
        .getByRole('alert')
        .filter({ hasText: t('name.fault.name_character', { character: '/' }) })
        .waitFor()
      await name.fill(' 新的 ')
      await shown(page)
        .getByRole('button', { name: t('action.save') })
        .tap()
      await entry(page, '新的').locator('.row-open').tap()
      await bar(page, 'move', '新的').tap()
      await toast(page, t('move.done', { name: '新的' }))
      await rowsBecome(page, ['新的'])
    })
  })

  deepTest('[PICK-01] departments form a tree and receive what their members put there', async () => {
    const department = await drive.make.department({ name: '教务处' })
    const user = await drive.make.user({ department })
    const file = await drive.make.file({ owner: user }, { name: '简章.txt' })
    await drive.visit(user, '/files/own', async (page) => {
      await start(page, 'move', '简章.txt')
      await choosePlace(page, '教务处')
      await bar(page, 'move', '教务处').tap()
      await toast(page, t('move.done', { name: '教务处' }))
      await rowsBecome(page, [])
    })
    const self = await client(drive.server).as(user.login)
    const { item } = await self.call('GET /apps/files/get_info', { item_typed_id: `file_${file.id}` })
    assert.equal(item!.department_id, department.id)
  })

  deepTest(
    '[ERR-03] a folder that is gone leads up a level with its message, and an item that is gone closes the picker',
    async () => {
      const user = await drive.make.user()
      const folder = await drive.make.folder({ owner: user }, { name: '资料' })
      await drive.make.file({ owner: user }, { name: '简章.txt' })
      await drive.visit(user, '/files/own', async (page) => {
        await start(page, 'move', '简章.txt')
        await entry(page, '资料').waitFor()
        await drive.server.deps.db.deleteFrom('items').where('id', '=', folder.id).execute()
        await entry(page, '资料').locator('.row-open').tap()
        await shown(page).getByRole('alertdialog').getByRole('button').tap()
        await bar(page, 'move', t('space.own')).waitFor()
        await page.goto(`${drive.server.url}/files/own?movecopy=move:file_999999999`)
        await shown(page).getByRole('alertdialog').getByRole('button').tap()
        await addressBecomes(page, '/files/own')
      })
    },
  )

  deepTest('a refusal by the server leaves the picker open for another place', async () => {
    const user = await drive.make.user()
    const folder = await drive.make.folder({ owner: user }, { name: '资料' })
    await drive.make.file({ owner: user }, { name: '简章.txt' })
    await drive.visit(user, '/files/own', async (page) => {
      await start(page, 'move', '简章.txt')
      await entry(page, '资料').locator('.row-open').tap()
      await level(page).locator('.empty').waitFor()
      await drive.server.deps.db
        .updateTable('items')
        .set({ deleted_at: new Date(), deleted_by: user.id, deleted_space_owner_id: user.id })
        .where('id', '=', folder.id)
        .execute()
      await bar(page, 'move', '资料').tap()
      await shown(page).getByRole('alertdialog').filter({ hasText: '目标文件夹在回收站里' }).getByRole('button').tap()
      await bar(page, 'move', '资料').waitFor()
    })
  })

  deepTest(
    'decisions 3.1: encrypted files, and items that somebody else locked, cannot be moved, and a tap says why',
    async () => {
      const user = await drive.make.user()
      const file = await drive.make.file({ owner: user }, { name: '密.txt' })
      await drive.server.deps.db.updateTable('items').set({ is_encrypted: true }).where('id', '=', file.id).execute()
      await drive.visit(user, '/files/own', async (page) => {
        await (
          await openMenu(page, '密.txt')
        )
          .getByRole('button', { name: t('menu.move'), exact: true })
          .tap({ force: true })
        await toast(page, t('refusal.encrypted'))
        assert.equal(await picker(page).count(), 0)
      })
    },
  )

  deepTest('moving from a preview moves the file and updates its list', async () => {
    const user = await drive.make.user()
    await drive.make.folder({ owner: user }, { name: '资料' })
    await drive.make.file({ owner: user }, { name: '简章.txt', content: '内容' })
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '简章.txt').locator('.row-open').tap()
      await preview(page, '简章.txt')
        .getByRole('button', { name: t('action.more') })
        .tap()
      await shown(page)
        .locator('.sheet')
        .getByRole('button', { name: t('menu.move'), exact: true })
        .tap()
      await entry(page, '资料').locator('.row-open').tap()
      await bar(page, 'move', '资料').tap()
      await toast(page, t('move.done', { name: '资料' }))
      await preview(page, '简章.txt').waitFor()
      await page.goBack()
      await rowsBecome(page, ['资料'])
    })
  })

  deepTest('[LIST-07] a copy of more than 1,000 items says that it goes on in the background', async () => {
    const user = await drive.make.user()
    const folder = await drive.make.folder({ owner: user }, { name: '千' })
    await fillWithFolders(drive, user, 1001, folder.id)
    await drive.make.folder({ owner: user }, { name: '目标' })
    await drive.visit(user, '/files/own', async (page) => {
      await start(page, 'copy', '千')
      await entry(page, '目标').locator('.row-open').tap()
      await bar(page, 'copy', '目标').tap()
      await toast(page, t('copy.later'))
    })
    await until('the message', () =>
      drive.server.deps.db.selectFrom('messages').selectAll().where('user_id', '=', user.id).executeTakeFirst(),
    )
  })
})
