import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, test } from 'node:test'
import { photo } from '../../support/samples/samples'
import { deepTest } from '../../support/deep'
import { openOwn, openPhone, openSignedIn, type Phone } from '../Phone'
import { openSite } from '../site'

const site = openSite()

type User = Awaited<ReturnType<typeof site.make.user>>

async function userWith(...names: string[]): Promise<User> {
  const user = await site.make.user()
  for (const name of names) await site.make.file({ owner: user }, { name })
  return user
}

describe('the back gesture closes exactly one overlay and never the page (the mechanism of RT-06 and RT-10)', () => {
  /** How each overlay is opened, and its selector over the list. */
  const overlays: [string, (phone: Phone) => Promise<unknown>, string][] = [
    ['the navigation panel', (phone) => phone.openPlaces(), '.navigation'],
    ['the orders', async (phone) => phone.host.tap('.search-bar-order'), '.sort-sheet'],
    ['what can be added', async (phone) => phone.host.tap('.foot-add'), '.action-grid'],
    ['the menu of a row', (phone) => phone.menu('课表.txt'), '.menu-list'],
    ['the properties', (phone) => phone.menu('课表.txt').then(() => phone.choose('menu.properties')), '.properties'],
    ['the rename form', (phone) => phone.menu('课表.txt').then(() => phone.choose('menu.rename')), '.name-form'],
    ['the new folder', (phone) => phone.add('name.newFolder'), '.name-form'],
    [
      'the question before deleting',
      (phone) => phone.menu('课表.txt').then(() => phone.choose('menu.delete')),
      '.dialog',
    ],
  ]

  test('back closes each overlay of a list', async (t) => {
    const phone = await openOwn(t, site.wire, await userWith('课表.txt'))
    const { host } = phone
    for (const [title, open, selector] of overlays) {
      await open(phone)
      await phone.until(selector)
      await phone.until(() => host.containerShown)
      host.back()
      await phone
        .until(() => !host.$(selector) && !host.containerShown)
        .catch((error: unknown) => assert.fail(`${title}: ${error}`))
      assert.deepEqual(
        [host.page.route, host.page.query.space, phone.names],
        ['pages/files/index', 'own', ['课表.txt']],
        title,
      )
    }
    assert.deepEqual(phone.asked('/files/delete'), [])
  })

  deepTest('back closes the upper of two overlays first', async (t) => {
    const user = await userWith('课表.txt')
    const phone = await openOwn(t, site.wire, user)
    const { host } = phone
    site.wire.hold('POST /api/apps/files/tus/')
    host.pick([{ name: '甲.txt', data: 'x' }])
    await phone.add('upload.chat')
    host.tap(await phone.until('.upload-tray'))
    await phone.until('.upload-row')
    host.tap(host.$$('.upload-row .icon-button').pop()!)
    await phone.until('.dialog')
    host.back()
    await phone.until(() => !host.$('.dialog') && host.containerShown)
    assert.ok(host.$('.upload-row'))
    host.back()
    await phone.until(() => !host.$('.upload-row') && !host.containerShown)
    await phone.titled(phone.t('space.own'))
  })

  deepTest('two alerts in a row need two gestures', async (t) => {
    const phone = await openOwn(t, site.wire, await userWith('课表.txt', '别的.txt'))
    const { host } = phone
    const waiting: ServerResponse[] = []
    site.wire.reply('POST /api/apps/frequently_used_items/add', (response) => {
      if (waiting.push(response) === 2) waiting.forEach((each, at) => each.writeHead(at === 0 ? 403 : 404).end())
    })
    for (const name of ['课表.txt', '别的.txt']) {
      await phone.menu(name)
      await phone.choose('menu.favourite')
    }
    const says = [phone.t('failure.http403'), phone.t('failure.http404')]
    const first = (await phone.dialog()).text
    await phone.until(() => host.requests.filter(({ status }) => status === 403 || status === 404).length === 2)
    host.back()
    const [second] = says.filter((text) => text !== first)
    await phone.reads(second!)
    await phone.until(() => host.containerShown)
    host.back()
    await phone.until(() => !host.$('.dialog') && !host.containerShown)
    await phone.titled(phone.t('space.own'))
  })

  deepTest('back closes the full name over a preview, and the languages over the sign-in', async (t) => {
    const user = await site.make.user()
    await site.make.file({ owner: user }, { name: '照片.jpg', content: await photo() })
    const phone = await openPhone(t, site.wire)
    const { host } = phone
    await phone.until('.login-submit')
    await phone.press('简体中文')
    await phone.until('.sheet')
    host.back()
    await phone.until(() => !host.$('.sheet'))
    await phone.signIn(user.login)
    await phone.at('files')
    await phone.goTo(phone.t('space.own'))
    await phone.open('照片.jpg')
    await phone.until('.preview-picture')
    host.tap('.header-press')
    await phone.dialog()
    host.back()
    await phone.until(() => !host.$('.dialog'))
    await phone.at('preview')
    host.back()
    await phone.at('files', { space: 'own' })
  })
})

describe('pages', () => {
  deepTest('ten folders deep the arrow leads back through every place once, and a preview still opens', async (t) => {
    const user = await site.make.user()
    const names = Array.from({ length: 10 }, (_, at) => `第${at + 1}层`)
    let parent: { owner: User } | { parent: { id: number } } = { owner: user }
    for (const name of names) parent = { parent: await site.make.folder(parent, { name }) }
    await site.make.file(parent, { name: '照片.jpg', content: await photo() })
    const phone = await openOwn(t, site.wire, user)
    const { host } = phone
    for (const name of names) {
      await phone.open(name)
      await phone.titled(name)
      assert.ok(host.pages.length <= 8, `${host.pages.length} pages`)
    }
    await phone.open('照片.jpg')
    await phone.at('preview')
    host.back()
    for (const name of [...names].reverse()) {
      await phone.titled(name)
      host.tap(await phone.icon('chevron-left'))
    }
    await phone.titled(phone.t('space.own'))
    await phone.row('第1层')
    assert.equal(host.pages.length, 1)
  })

  deepTest('a double tap opens one page', async (t) => {
    const user = await site.make.user()
    await site.make.folder({ owner: user }, { name: '资料' })
    await site.make.file({ owner: user }, { name: '照片.jpg', content: await photo() })
    const phone = await openOwn(t, site.wire, user)
    for (const name of ['资料', '照片.jpg']) {
      const row = (await phone.row(name)).$('.row-open')!
      phone.host.tap(row)
      phone.host.tap(row)
      await phone.until(() => phone.host.pages.length > 1)
      await phone.until(() => phone.host.requests.every(({ status, failure }) => status ?? failure))
      assert.equal(phone.host.pages.length, 2, name)
      phone.host.back()
      await phone.until(() => phone.names.includes(name))
    }
  })

  deepTest('coming back from a folder finds the list as it was left', async (t) => {
    const user = await site.make.user()
    const folder = await site.make.folder({ owner: user }, { name: '资料' })
    await site.make.file({ owner: user }, { name: '课表.txt' })
    await site.make.file({ parent: folder }, { name: '里面.txt' })
    const phone = await openOwn(t, site.wire, user)
    await phone.open('资料')
    await phone.row('里面.txt')
    const before = phone.asked('/file_list/0').length
    phone.host.back()
    assert.deepEqual(phone.names, ['资料', '课表.txt'])
    assert.equal(phone.asked('/file_list/0').length, before)
  })
})

describe('a card or a code opens the place that its query names (the mechanism of RT-04)', () => {
  deepTest(
    '[RT-02] every space, a folder, a department and a preview open; nonsense leads to the frequent space',
    async (t) => {
      const school = await site.make.enterprise()
      const department = await site.make.department({ enterprise: school, name: '教务处' })
      const user = await site.make.user({ department })
      const folder = await site.make.folder({ owner: user }, { name: '资料' })
      const outside = await site.make.enterprise()
      await site.make.collab(
        await site.make.folder({ owner: await site.make.user({ enterprise: outside }) }),
        { user },
        'viewer',
      )
      const file = await site.make.file({ parent: folder }, { name: '照片.jpg', content: await photo() })
      const phone = await openSignedIn(t, site.wire, user)
      const storage = phone.host.storage
      const places: [Record<string, string>, string][] = [
        [{}, phone.t('space.frequent')],
        [{ space: 'frequent' }, phone.t('space.frequent')],
        [{ space: 'own' }, phone.t('space.own')],
        [{ space: 'collab' }, phone.t('space.collab')],
        [{ space: 'folder', id: String(folder.id) }, '资料'],
        [{ space: 'dept', id: String(department.id) }, '教务处'],
        [{ space: 'trash' }, phone.t('space.trash')],
        [{ space: 'external', id: `enterprise_${outside.id}` }, outside.name],
        [{ space: 'folder', id: 'x' }, phone.t('space.frequent')],
        [{ space: '%E4%B8%AD' }, phone.t('space.frequent')],
      ]
      for (const [query, title] of places) {
        phone.host.show({ path: 'pages/files/index', query, scene: 1007 })
        await phone.titled(title).catch((error: unknown) => assert.fail(`${JSON.stringify(query)}: ${error}`))
        assert.equal(phone.host.pages.length, 1)
      }
      const preview = { path: 'packages/preview/index', query: { preview: '1', file_id: String(file.id) }, scene: 1007 }
      phone.host.show(preview)
      await phone.until('.preview-picture')
      phone.host.tap(await phone.icon('chevron-left'))
      await phone.titled(phone.t('space.frequent'))

      const cold = await openPhone(t, site.wire, { ...preview, storage })
      await cold.until('.preview-picture')
      const stranger = await openPhone(t, site.wire, preview)
      await stranger.at('login')
      await stranger.signIn(user.login)
      await stranger.at('preview', { file_id: String(file.id) })
      await stranger.until('.preview-picture')
    },
  )

  deepTest('a place that is gone says so and leads home', async (t) => {
    const phone = await openSignedIn(t, site.wire, await site.make.user())
    phone.host.show({ path: 'pages/files/index', query: { space: 'folder', id: '999999' } })
    await phone.reads(phone.t('empty.removed.title'))
    await phone.press(phone.t('empty.removed.action'))
    await phone.titled(phone.t('space.frequent'))
  })
})
