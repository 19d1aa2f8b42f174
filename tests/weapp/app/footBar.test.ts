import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deepTest } from '../../support/deep'
import { openOwn, openSignedIn } from '../Phone'
import type { HostNode } from '../host/nodes'
import { openSite } from '../site'

const site = openSite()

async function aFolder() {
  const user = await site.make.user()
  const folder = await site.make.folder({ owner: user }, { name: '资料' })
  const inner = await site.make.folder({ parent: folder }, { name: '春季' })
  for (let n = 10; n < 40; n += 1) await site.make.file({ parent: inner }, { name: `第${n}周.txt` })
  return { user, folder, inner }
}

describe('[AH-47] the bar at the foot', () => {
  test('files come back with their folder and scroll position after messages and home', async (t) => {
    const { user, inner } = await aFolder()
    const phone = await openSignedIn(t, site.wire, user)
    const { host } = phone
    await phone.tapBar('files')
    await phone.at('files', { space: 'own' })
    await phone.open('资料')
    await phone.titled('资料')
    await phone.open('春季')
    await phone.row('第39周.txt')
    host.scroll('.virtual-list', 320)
    await phone.tapBar('messages')
    await phone.at('message')
    await phone.tapBar('home')
    await phone.titled(phone.t('space.frequent'))
    assert.equal(host.pages.length, 1)
    await phone.tapBar('files')
    await phone.at('files', { space: 'folder', id: String(inner.id) })
    assert.equal(host.pages.length, 2)
    await phone.until(() => Number(host.$('.virtual-list')?.attr('scroll-top')) === 320)
    host.back()
    await phone.titled(phone.t('space.frequent'))
    await phone.tapBar('me')
    await phone.at('account/me')
    await phone.until('.segmented')
  })

  test('＋ asks for a folder where none is open, and then offers what can be added there', async (t) => {
    const { user, folder } = await aFolder()
    const phone = await openSignedIn(t, site.wire, user)
    const { host } = phone
    await phone.tapBar('add')
    await phone.at('pick')
    await phone.open('资料')
    const label = phone.t('pick.into.add', { name: '资料' })
    const isReady = (button: HostNode) => button.text === label && !button.attr('disabled')
    host.tap(await phone.until(() => host.$$('.pick-bar button').find(isReady) ?? assert.fail(`no ${label}`)))
    await phone.at('files', { space: 'folder', id: String(folder.id) })
    await phone.until(() => host.$$('.action-grid-cell').some(({ text }) => text === phone.t('name.newFolder')))
    host.back()
    await phone.until(() => !host.$('.sheet'))
    host.back()
    await phone.titled(phone.t('space.frequent'))
  })

  deepTest('the menu of the title begins with the path, whose steps go back', async (t) => {
    const { user, folder } = await aFolder()
    const phone = await openOwn(t, site.wire, user)
    const { host } = phone
    await phone.open('资料')
    await phone.titled('资料')
    await phone.open('春季')
    await phone.titled('春季')
    await phone.openPlaces()
    // The title is known before the path.
    const step = await phone.place('资料')
    const lines = host.$$('.navigation-row').map(({ text }) => text)
    assert.deepEqual(lines.slice(0, 4), [phone.t('space.own'), '资料', '春季', phone.t('space.frequent')])
    host.tap(step.$('.navigation-place')!)
    await phone.at('files', { space: 'folder', id: String(folder.id) })
    assert.equal(host.pages.length, 2)
  })
})
