import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { deepTest } from '../../support/deep'
import { photo } from '../../support/samples/samples'
import { client } from '../../support/client'
import type { LaunchOptions } from '../host'
import { openOwn, openSignedIn, type Phone } from '../Phone'
import { openSite } from '../site'

const site = openSite()

/** A phone at a user's own files, with one file among them. */
async function openWith(t: TestContext, name: string, content: Buffer | string, options: Partial<LaunchOptions> = {}) {
  const user = await site.make.user()
  await site.make.file({ owner: user }, { name, content })
  return openOwn(t, site.wire, user, options)
}

const entriesOf = (phone: Phone) => phone.host.$$('.sheet .menu-entry').map((entry) => entry.text)

describe('a file leaves the app', () => {
  test('[AH-16] a file goes into a chat with its name and bytes, after a tap of its own as WeChat demands', async (t) => {
    const phone = await openWith(t, '简章.txt', '欢迎报名')
    await phone.menu('简章.txt')
    await phone.choose('menu.sendToChat')
    await phone.press(phone.t('outgoing.send'))
    await phone.until(() => phone.host.left.length === 1)
    const { way, name, bytes } = phone.host.left[0]!
    assert.deepEqual([way, name, bytes.toString()], ['chat', '简章.txt', '欢迎报名'])
    await phone.until(() => !phone.host.$('.sheet'))
  })

  deepTest(
    'a picture goes into the album with a message; if the user denies the album, the way leads through the settings',
    async (t) => {
      const picture = await photo()
      const phone = await openWith(t, '全家福.JPG', picture, { album: 'denied' })
      await phone.menu('全家福.JPG')
      await phone.choose('menu.saveToAlbum')
      await phone.reads(phone.t('outgoing.denied'))
      await phone.press(phone.t('outgoing.settings'))
      await phone.toast('outgoing.saved')
      const { way, bytes } = phone.host.left[0]!
      assert.equal(way, 'album')
      assert.ok(bytes.equals(picture))
    },
  )

  deepTest(
    'the privacy guide appears before the album; a refusal is explained, and the guide asks again',
    async (t) => {
      const phone = await openWith(t, '全家福.jpg', await photo(), { privacy: 'needed' })
      await phone.menu('全家福.jpg')
      await phone.choose('menu.saveToAlbum')
      await phone.answer('privacy.refuse')
      await phone.reads(phone.t('outgoing.refused'))
      await phone.press(phone.t('action.retry'))
      await phone.answer('privacy.agree')
      await phone.toast('outgoing.saved')
    },
  )

  deepTest('a failure can be retried, and going back cancels', async (t) => {
    const phone = await openWith(t, '简章.txt', '欢迎报名')
    site.wire.amend('/files/download', (body) => void (body.download_url = '/api/apps/files/nothing'))
    await phone.menu('简章.txt')
    await phone.choose('menu.sendToChat')
    await phone.reads(phone.t('outgoing.failed'))
    site.wire.clear()
    await phone.press(phone.t('action.retry'))
    await phone.until(() => phone.host.withText(phone.t('outgoing.send')))
    phone.host.back()
    await phone.until(() => !phone.host.$('.sheet'))
    assert.deepEqual(phone.host.left, [])
  })

  deepTest('a file without the right has no entry, and one that awaits approval gives the reason', async (t) => {
    const enterprise = await site.make.enterprise()
    const [owner, user] = [await site.make.user({ enterprise }), await site.make.user({ enterprise })]
    const folder = await site.make.folder({ owner }, { name: '资料' })
    const file = await site.make.file({ parent: folder }, { name: '简章.jpg', content: await photo() })
    const locked = await site.make.file({ parent: folder }, { name: '审批.jpg', content: await photo() })
    await site.change(locked, { lock_user_id: owner.id, lock_kind: 2, locked_at: new Date() })
    await site.make.collab(folder, { user }, 'previewer')
    const previewer = await openSignedIn(t, site.wire, user, { query: { space: 'folder', id: String(folder.id) } })
    await previewer.menu('简章.jpg')
    for (const key of ['menu.sendToChat', 'menu.saveToAlbum'] as const)
      assert.ok(!entriesOf(previewer).includes(previewer.t(key)))
    const me = await client(site.server).as(user.login)
    await me.refused('GET /apps/files/download', { file_id: file.id, no_redirect: true }, 'permission_denied')

    const viewer = await site.make.user({ enterprise })
    await site.make.collab(folder, { user: viewer }, 'viewer')
    const phone = await openSignedIn(t, site.wire, viewer, { query: { space: 'folder', id: String(folder.id) } })
    await phone.menu('审批.jpg')
    await phone.choose('menu.saveToAlbum')
    await phone.toast('refusal.approval')
    assert.deepEqual(phone.host.left, [])
  })

  deepTest('WeCom has no call for chats, so only the album is offered', async (t) => {
    const phone = await openWith(t, '全家福.jpg', await photo(), { weCom: true })
    await phone.menu('全家福.jpg')
    assert.ok(entriesOf(phone).includes(phone.t('menu.saveToAlbum')))
    assert.ok(!entriesOf(phone).includes(phone.t('menu.sendToChat')))
  })
})
