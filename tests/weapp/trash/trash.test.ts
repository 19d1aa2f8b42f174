import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Item } from '@/contract/entities'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { openOwn, openSignedIn, type Phone } from '../Phone'
import { openSite } from '../site'

const site = openSite()

const typedId = ({ id, is_folder }: ItemRow) => (is_folder ? `folder_${id}` : `file_${id}`) as Item['typed_id']

async function remove(who: UserRow, ...items: ItemRow[]): Promise<void> {
  await (
    await client(site.server).as(who.login)
  ).call('POST /apps/files/delete', { item_typed_ids: items.map(typedId) })
}

const detailOf = async (phone: Phone, name: string) => (await phone.row(name)).$('.row-detail')!.text
const labels = (phone: Phone) => phone.host.$$('.menu-entry').map((entry) => entry.text)

async function closeSheet(phone: Phone): Promise<void> {
  phone.host.tap('.sheet-mask')
  await phone.until(() => !phone.host.$('.sheet'))
}

describe('the recycle bin', () => {
  deepTest(
    '[ROW-06] the panel leads to the trash, native rows show days kept, who deleted and when, and a tap only opens the menu',
    async (t) => {
      const user = await site.make.user({
        enterprise: await site.make.enterprise({ trash_period_days: 14 }),
        name: '王珂',
      })
      const folder = await site.make.folder({ owner: user }, { name: '旧资料' })
      const file = await site.make.file({ owner: user }, { name: '旧.txt', content: 'x'.repeat(2048) })
      await remove(user, folder, file)
      const phone = await openOwn(t, site.wire, user)
      await phone.goTo(phone.t('space.trash'))
      await phone.at('files', { space: 'trash' })
      await phone.reads(phone.t('trash.kept', { n: 14 }))
      await phone.until(async () => (await detailOf(phone, '旧.txt')) !== '')
      assert.match(await detailOf(phone, '旧.txt'), /^剩 14 天 · 王珂 删除 · \d+ 秒前 · 2 KB$/)
      phone.host.tap(await phone.until('.foot-add'))
      await phone.at('pick')
      phone.host.back()
      await phone.at('files', { space: 'trash' })
      await phone.open('旧资料')
      await phone.until('.sheet .menu-entry')
      assert.deepEqual(
        labels(phone),
        ['menu.restore', 'menu.properties', 'menu.permanentDelete'].map((key) => phone.t(key as 'menu.restore')),
      )
      assert.equal(phone.host.page.query.space, 'trash')
      await closeSheet(phone)
    },
  )

  deepTest('[LIST-06] restore and permanent delete remove the row, and the latter asks first', async (t) => {
    const user = await site.make.user()
    const [one, other] = [
      await site.make.file({ owner: user }, { name: '一.txt' }),
      await site.make.file({ owner: user }, { name: '二.txt' }),
    ]
    await remove(user, one, other)
    const phone = await openSignedIn(t, site.wire, user, { query: { space: 'trash' } })
    await phone.menu('一.txt')
    await phone.choose('menu.restore')
    await phone.toast('trash.restored', { name: '一.txt' })
    await phone.rowGone('一.txt')
    await phone.menu('二.txt')
    await phone.choose('menu.permanentDelete')
    const { title, text } = await phone.dialog()
    assert.deepEqual(
      [title, text],
      [phone.t('trash.permanentDelete.title', { name: '二.txt' }), phone.t('trash.permanentDelete.text')],
    )
    await phone.answer('action.cancel')
    await phone.until(() => !phone.host.$('.dialog'))
    assert.deepEqual(phone.names, ['二.txt'])
    await phone.menu('二.txt')
    await phone.choose('menu.permanentDelete')
    await phone.answer('remove.confirm')
    await phone.toast('trash.permanentDelete.done', { name: '二.txt' })
    await phone.reads(phone.t('empty.trash.title'))
    await phone.goTo(phone.t('space.own'))
    await phone.row('一.txt')
  })

  deepTest('[ACT-10] emptying asks first and removes one’s own items, until nothing is left to empty', async (t) => {
    const user = await site.make.user()
    const files = [await site.make.file({ owner: user }), await site.make.file({ owner: user })]
    await remove(user, ...files)
    const phone = await openSignedIn(t, site.wire, user, { query: { space: 'trash' } })
    await phone.press(phone.t('trash.empty'))
    assert.deepEqual((await phone.dialog()).title, phone.t('trash.emptyTitle', { n: 2 }))
    await phone.answer('action.cancel')
    await phone.until(() => !phone.host.$('.dialog'))
    assert.equal(phone.listLength, 2)
    await phone.press(phone.t('trash.empty'))
    await phone.answer('trash.empty')
    await phone.toast('trash.emptied', { n: 2 })
    await phone.reads(phone.t('empty.trash.title'))
    assert.ok(!phone.host.$$('.text-button').some((button) => button.text === phone.t('trash.empty')))
  })

  test('[ACT-13] a user who is not the owner deletes only the record, and the owner still has the item', async (t) => {
    const enterprise = await site.make.enterprise()
    const [owner, editor] = [await site.make.user({ enterprise }), await site.make.user({ enterprise })]
    const folder = await site.make.folder({ owner }, { name: '共享' })
    await site.make.collab(folder, { user: editor }, 'editor')
    const file = await site.make.file({ parent: folder }, { name: '旧.txt' })
    await remove(editor, file)
    const phone = await openSignedIn(t, site.wire, editor, { query: { space: 'trash' } })
    await phone.menu('旧.txt')
    assert.ok(!labels(phone).includes(phone.t('menu.permanentDelete')))
    await phone.choose('menu.deleteRecord')
    await phone.answer('remove.confirm')
    await phone.toast('trash.deleteRecord.done', { name: '旧.txt' })
    await phone.reads(phone.t('empty.trash.title'))
    const theirs = await openSignedIn(t, site.wire, owner, { query: { space: 'trash' } })
    await theirs.row('旧.txt')
  })

  deepTest('[LIST-12] a tap leads to the trash of another enterprise, under its own query', async (t) => {
    const company = await site.make.enterprise({ name: '云舟科技', trash_period_days: 7 })
    const [partner, user] = [await site.make.user({ enterprise: company }), await site.make.user()]
    const folder = await site.make.folder({ owner: partner }, { name: '共享' })
    await site.make.collab(folder, { user }, 'editor')
    const file = await site.make.file({ parent: folder }, { name: '方案.txt' })
    await remove(user, file)
    const phone = await openSignedIn(t, site.wire, user, { query: { space: 'trash' } })
    await phone.reads(phone.t('empty.trash.title'))
    phone.host.tap(await phone.until('.trash-other'))
    await phone.at('files', { space: 'trash', id: `enterprise_${company.id}` })
    await phone.titled(phone.t('space.trashOf', { name: '云舟科技' }))
    await phone.reads(phone.t('trash.kept', { n: 7 }))
    await phone.row('方案.txt')
  })

  deepTest(
    '[ERR-04] restoring names a folder that is in the trash too, and one that is gone, with the way to the owner',
    async (t) => {
      const enterprise = await site.make.enterprise()
      const department = await site.make.department({ enterprise })
      const user = await site.make.user({ department })
      const folder = await site.make.folder({ owner: user }, { name: '资料' })
      const inDepartment = await site.make.folder({ department }, { name: '部门的' })
      const [nested, orphan] = [
        await site.make.file({ parent: folder }, { name: '里面.txt' }),
        await site.make.file({ parent: inDepartment }, { name: '没有家.txt' }),
      ]
      await remove(user, nested, orphan)
      await remove(user, folder)
      const root = await site.server.deps.db
        .selectFrom('items')
        .innerJoin('users', 'users.id', 'space_owner_id')
        .select(['users.login'])
        .where('department_id', '=', department.id)
        .executeTakeFirstOrThrow()
      const director = await client(site.server).as(root.login)
      await director.call('POST /apps/files/delete', { item_typed_ids: [typedId(inDepartment)] })
      await director.call('POST /apps/files/delete_from_trash', { item_typed_ids: [typedId(inDepartment)] })
      const phone = await openSignedIn(t, site.wire, user, { query: { space: 'trash' } })
      // The rows of a trash come with their package, and replace plain ones.
      await phone.reads('剩 30 天')
      for (const [name, part, answer] of [
        ['里面.txt', '也在回收站里，会一起还原', 'action.cancel'],
        ['没有家.txt', root.login, 'action.gotIt'],
      ] as const) {
        await phone.menu(name)
        await phone.choose('menu.restore')
        assert.ok((await phone.dialog()).text.includes(part), name)
        await phone.answer(answer)
        await phone.until(() => !phone.host.$('.dialog'))
      }
    },
  )
})

deepTest('[AH-09] undo after a delete returns the row to its place', async (t) => {
  const user = await site.make.user()
  for (const [at, name] of ['丙.txt', '乙.txt', '甲.txt'].entries())
    await site.make.file({ owner: user }, { name, at: new Date(Date.now() - at * 60_000) })
  const phone = await openOwn(t, site.wire, user)
  await phone.row('乙.txt')
  await phone.menu('乙.txt')
  await phone.choose('menu.delete')
  await phone.answer('remove.confirm')
  await phone.toast('remove.done', { name: '乙.txt' })
  await phone.rowGone('乙.txt')
  await phone.press(phone.t('action.undo'))
  await phone.toast('trash.restored', { name: '乙.txt' })
  await phone.row('乙.txt')
  assert.deepEqual(phone.names, ['丙.txt', '乙.txt', '甲.txt'])
})
