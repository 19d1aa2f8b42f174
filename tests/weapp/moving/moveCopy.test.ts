import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deepTest } from '../../support/deep'
import { openOwn, openSignedIn, type Phone } from '../Phone'
import { openSite } from '../site'

const site = openSite()

/** Waits until the picker shows a place of that name, and returns its button. */
const bar = (phone: Phone, action: 'move' | 'copy', name: string) => phone.until(() => findBar(phone, action, name))

function findBar(phone: Phone, action: 'move' | 'copy', name: string) {
  const label = phone.t(`pick.into.${action}`, { name })
  return visible(phone, 'button').find((button) => button.text === label) ?? assert.fail(`no ${label}`)
}

const level = (phone: Phone) =>
  phone.host.$$('.pick-level').find((each) => !String(each.attr('class')).includes('pick-hidden'))
const visible = (phone: Phone, selector: string) => level(phone)?.$$(selector) ?? []

const nameOf = (row: { $$: (selector: string) => { text: string }[] }) =>
  row
    .$$('.row-head, .row-tail')
    .map(({ text }) => text)
    .join('')
const entry = (phone: Phone, name: string) =>
  phone.until(() => visible(phone, '.row').find((row) => nameOf(row) === name) ?? assert.fail(`no ${name}`))

async function begin(phone: Phone, action: 'move' | 'copy', name: string): Promise<void> {
  await phone.menu(name)
  await phone.choose(`menu.${action}`)
  await phone.at('pick')
}

async function enter(phone: Phone, name: string): Promise<void> {
  phone.host.tap((await entry(phone, name)).$('.row-open')!)
}

async function put(phone: Phone, action: 'move' | 'copy', name: string): Promise<void> {
  phone.host.tap(
    await phone.until(() => {
      const button = findBar(phone, action, name)
      return button.attr('disabled') ? assert.fail(`${name} cannot be chosen`) : button
    }),
  )
}

describe('the destination picker, a page of its own package', () => {
  test('[ACT-09] [LIST-07] a file moves into a folder: it leaves the list and appears there', async (t) => {
    const user = await site.make.user()
    const folder = await site.make.folder({ owner: user }, { name: '资料' })
    await site.make.folder({ parent: folder }, { name: '2026' })
    const file = await site.make.file({ owner: user }, { name: '简章.txt' })
    const phone = await openOwn(t, site.wire, user)
    await begin(phone, 'move', '简章.txt')
    assert.equal(decodeURIComponent((await phone.at('pick')).movecopy!), `move:file_${file.id}`)
    await enter(phone, '资料')
    await enter(phone, '2026')
    await put(phone, 'move', '2026')
    await phone.at('files', { space: 'own' })
    await phone.toast('move.done', { name: '2026' })
    await phone.rowGone('简章.txt')
    await phone.open('资料')
    await phone.open('2026')
    await phone.row('简章.txt')
  })

  deepTest('[LIST-07] a copy into the shown folder joins its list', async (t) => {
    const user = await site.make.user()
    await site.make.file({ owner: user }, { name: '简章.txt' })
    const phone = await openOwn(t, site.wire, user)
    await begin(phone, 'copy', '简章.txt')
    await put(phone, 'copy', phone.t('space.own'))
    await phone.toast('copy.done', { name: phone.t('space.own') })
    await phone.row('简章 (1).txt')
    assert.deepEqual(phone.names, ['简章 (1).txt', '简章.txt'])
  })

  deepTest('[PICK-01] [SRCH-01] a folder is found by name, opened and chosen', async (t) => {
    const user = await site.make.user()
    const deep = await site.make.folder(
      { parent: await site.make.folder({ owner: user }, { name: '往年' }) },
      { name: '秋季招生' },
    )
    const file = await site.make.file({ owner: user }, { name: '秋季招生简章.txt' })
    const phone = await openOwn(t, site.wire, user)
    await begin(phone, 'move', '秋季招生简章.txt')
    await bar(phone, 'move', phone.t('space.own'))
    phone.host.tap('.pick-level .search-bar-field')
    await phone.until('.search-input')
    phone.host.input('.search-input', '秋季')
    phone.host.confirm('.search-input')
    const row = await phone.until(() => phone.host.$('.search .row'))
    assert.deepEqual(phone.host.$$('.search .row').map(nameOf), ['秋季招生'])
    assert.ok(phone.asked('/files/search')[0]!.includes('file_type_category=folder'))
    phone.host.tap(row.$('.row-open')!)
    await put(phone, 'move', '秋季招生')
    await phone.toast('move.done', { name: '秋季招生' })
    const moved = await site.server.deps.db
      .selectFrom('items')
      .select('parent_id')
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow()
    assert.equal(moved.parent_id, deep.id)
  })

  deepTest('[LIST-07] moving from frequent keeps the row', async (t) => {
    const user = await site.make.user()
    await site.make.folder({ owner: user }, { name: '资料' })
    const file = await site.make.file({ owner: user }, { name: '简章.txt' })
    await site.server.deps.db
      .insertInto('favourites')
      .values({ user_id: user.id, kind: 'file', target_id: file.id, name: file.name })
      .execute()
    const phone = await openSignedIn(t, site.wire, user)
    await begin(phone, 'move', '简章.txt')
    await enter(phone, '资料')
    await put(phone, 'move', '资料')
    await phone.toast('move.done', { name: '资料' })
    await phone.row('简章.txt')
  })

  deepTest('[PICK-01] back leaves a level, then the navigation, then the page', async (t) => {
    const user = await site.make.user()
    const folder = await site.make.folder({ owner: user }, { name: '资料' })
    await site.make.folder({ parent: folder }, { name: '2026' })
    await site.make.file({ owner: user }, { name: '简章.txt' })
    const phone = await openOwn(t, site.wire, user)
    const { host } = phone
    await begin(phone, 'copy', '简章.txt')
    await enter(phone, '资料')
    await enter(phone, '2026')
    await bar(phone, 'copy', '2026')
    host.back()
    await bar(phone, 'copy', '资料')
    host.back()
    await bar(phone, 'copy', phone.t('space.own'))
    host.tap(visible(phone, '.header-press')[0]!)
    await phone.until('.navigation')
    host.back()
    await phone.until(() => !host.$('.navigation'))
    await phone.at('pick')
    host.back()
    await phone.at('files', { space: 'own' })
  })

  deepTest(
    '[PICK-01] [ACT-09] files cannot be chosen, and a place without the right, or that is no folder, says why it refuses',
    async (t) => {
      const user = await site.make.user()
      const colleague = await site.make.user({ enterprise: { id: user.enterprise_id } })
      const shared = await site.make.folder({ owner: colleague }, { name: '只能看' })
      await site.make.collab(shared, { user }, 'viewer')
      await site.make.file({ owner: user }, { name: '简章.txt' })
      const phone = await openOwn(t, site.wire, user)
      const { host } = phone
      await begin(phone, 'move', '简章.txt')
      assert.ok(String((await entry(phone, '简章.txt')).attr('class')).includes('row-faded'))
      await phone.reads(phone.t('pick.block.already_here'))
      host.tap(visible(phone, '.header-press')[0]!)
      host.tap((await phone.place(phone.t('space.collab'))).$('.navigation-place')!)
      await phone.reads(phone.t('pick.block.no_folder'))
      await enter(phone, '只能看')
      await phone.reads(phone.t('pick.block.no_permission'))
      assert.ok((await bar(phone, 'move', '只能看')).attr('disabled'))
      assert.ok(!visible(phone, '.text-button').some(({ text }) => text === phone.t('pick.newFolder')))
    },
  )

  deepTest('[ACT-06] [LIST-06] a folder made in the picker comes on top, there and in the list below', async (t) => {
    const user = await site.make.user()
    await site.make.file({ owner: user }, { name: '简章.txt' })
    const phone = await openOwn(t, site.wire, user)
    await begin(phone, 'move', '简章.txt')
    await bar(phone, 'move', phone.t('space.own'))
    await phone.press(phone.t('pick.newFolder'))
    await phone.until('.name-form')
    phone.fill(0, ' 新的 ')
    await phone.press(phone.t('action.save'))
    await enter(phone, '新的')
    await put(phone, 'move', '新的')
    await phone.toast('move.done', { name: '新的' })
    await phone.rowGone('简章.txt')
    assert.deepEqual(phone.names, ['新的'])
  })

  deepTest(
    '[ERR-03] a folder that is gone leads up a level with its message, and an item that is gone closes the page',
    async (t) => {
      const user = await site.make.user()
      const folder = await site.make.folder({ owner: user }, { name: '资料' })
      const file = await site.make.file({ owner: user }, { name: '简章.txt' })
      const phone = await openOwn(t, site.wire, user)
      await begin(phone, 'move', '简章.txt')
      await entry(phone, '资料')
      await site.server.deps.db.deleteFrom('items').where('id', '=', folder.id).execute()
      await enter(phone, '资料')
      await phone.answer('action.gotIt')
      await phone.until(() => !phone.host.$('.dialog'))
      await bar(phone, 'move', phone.t('space.own'))
      phone.host.back()
      await phone.at('files', { space: 'own' })
      await site.server.deps.db.deleteFrom('items').where('id', '=', file.id).execute()
      await phone.menu('简章.txt')
      await phone.choose('menu.move')
      await phone.answer('action.gotIt')
      await phone.at('files', { space: 'own' })
    },
  )

  deepTest('decisions 3.1: an encrypted file cannot be moved, and a tap says why', async (t) => {
    const user = await site.make.user()
    const file = await site.make.file({ owner: user }, { name: '密.txt' })
    await site.change(file, { is_encrypted: true })
    const phone = await openOwn(t, site.wire, user)
    await phone.menu('密.txt')
    await phone.choose('menu.move')
    await phone.toast('refusal.encrypted')
    await phone.at('files')
  })
})
