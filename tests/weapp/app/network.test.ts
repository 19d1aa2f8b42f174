import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deepTest } from '../../support/deep'
import { photo } from '../../support/samples/samples'
import { openOwn, Phone } from '../Phone'
import { openSite } from '../site'

const site = openSite({}, { isLive: true })
const bar = (phone: Phone) => phone.host.$('.notice')?.text ?? ''

/** A phone at the user's own files, with one folder that was opened before and one that was not. */
async function seen(t: Parameters<typeof openOwn>[0]) {
  const user = await site.make.user()
  const folder = await site.make.folder({ owner: user }, { name: '看过的' })
  await site.make.file({ parent: folder }, { name: '里面.txt' })
  await site.make.folder({ owner: user }, { name: '没看过的' })
  const phone = await openOwn(t, site.wire, user)
  await phone.open('看过的')
  await phone.row('里面.txt')
  phone.host.back()
  await phone.row('没看过的')
  await phone.listens(site.server.deps)
  return phone
}

describe('[AH-19] without a network', () => {
  test('a bar says so with the time of the data, seen places open as they were, and once online the list refreshes once', async (t) => {
    const phone = await seen(t)
    phone.host.setNetwork('none')
    await phone.until(() => /^网络不可用 · 显示的是 \d\d:\d\d 的内容$/.test(bar(phone)))
    await phone.open('看过的')
    await phone.row('里面.txt')
    await phone.until(() => /显示的是 \d\d:\d\d/.test(bar(phone)))
    phone.host.back()
    await phone.open('没看过的')
    await phone.reads(phone.t('empty.failed.title'))
    assert.deepEqual([bar(phone), phone.host.$('.dialog')], [phone.t('network.offline'), null])
    const before = phone.asked('/file_list/0').length
    phone.host.back()
    await phone.row('看过的')
    await phone.until(() => phone.asked('/file_list/0').length > before)
    const asked = phone.asked('/file_list/0').length
    phone.host.setNetwork('wifi')
    await phone.until(() => !phone.host.$('.notice'))
    await phone.until(() => phone.asked('/file_list/0').length > asked)
    await phone.open('没看过的')
    await phone.reads(phone.t('empty.list.title'))
    assert.equal(phone.asked('/file_list/0').length, asked + 1)
  })

  deepTest(
    'a cut call opens one dialog for the user’s action and none for later ones, and the bar goes when a call succeeds',
    async (t) => {
      const phone = await seen(t)
      const cut = site.wire.cut('/api/')
      const favourite = async () => {
        await phone.menu('看过的')
        await phone.choose('menu.favourite')
      }
      await favourite()
      assert.equal((await phone.dialog()).text, phone.t('failure.network'))
      await phone.answer('action.gotIt')
      await phone.until(() => !phone.host.$('.dialog'))
      await phone.until(() => phone.host.due(500) > 0)
      await phone.until(() => bar(phone).startsWith(phone.t('network.offline')))
      await favourite()
      await phone.toast('network.failed')
      assert.equal(phone.host.$('.dialog'), null)
      cut.stop()
      await phone.until(() => phone.host.due(10_000) > 0)
      await phone.until(() => !phone.host.$('.notice'))
      await favourite()
      await phone.toast('favourite.added')
    },
  )
})

describe('[AH-19] on a weak network', () => {
  test('a bar says so, and pictures get smaller', async (t) => {
    const user = await site.make.user()
    const content = await photo({ width: 100, height: 100 })
    const folder = await site.make.folder({ owner: user }, { name: '相册' })
    await site.make.file({ parent: folder }, { name: '里面.jpg', content })
    await site.make.file({ owner: user }, { name: '外面.jpg', content })
    const phone = await openOwn(t, site.wire, user)
    const outside = Phone.pictureOf(await phone.row('外面.jpg'))
    assert.ok(outside && !outside.includes('size='), String(outside))
    phone.host.setWeakNetwork(true)
    await phone.until(() => bar(phone) === phone.t('network.weak'))
    assert.equal(Phone.pictureOf(await phone.row('外面.jpg')), outside)
    await phone.open('相册')
    const inside = Phone.pictureOf(await phone.row('里面.jpg'))
    assert.match(String(inside), /&size=64$/)
    assert.equal((await phone.host.fetchMedia(inside!)).status, 200)
    phone.host.setWeakNetwork(false)
    await phone.until(() => !phone.host.$('.notice'))
  })
})

describe('[AH-32] a new version that WeChat has downloaded', () => {
  test('the app offers the new version and starts it when the user agrees; a failed download is not mentioned', async (t) => {
    const phone = await seen(t)
    phone.host.updates.announce('failed')
    phone.host.updates.announce('ready')
    const { title, text, buttons } = await phone.dialog()
    assert.deepEqual(
      [title, text, buttons],
      [phone.t('update.offered'), phone.t('update.ready'), [phone.t('update.later'), phone.t('update.begin')]],
    )
    await phone.answer('update.later')
    await phone.until(() => !phone.host.$('.dialog'))
    assert.equal(phone.host.updates.applied, false)
    phone.host.updates.announce('ready')
    await phone.answer('update.begin')
    await phone.until(() => phone.host.updates.applied)
  })
})
