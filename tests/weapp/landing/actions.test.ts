import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { photo } from '../../support/samples/samples'
import { freeEnterprise } from '../../support/shares/linkWorld'
import { makeLink } from '../../support/shares/shares'
import { openFile, openPhone, openSignedIn, wordsOf, type Phone } from '../Phone'
import { generating, info } from '../previews/previewAnswers'
import { openSite } from '../site'

const site = openSite()
const at = (uniqueName: string, page = 'index') => ({
  path: `packages/visit/${page}`,
  query: { unique_name: uniqueName },
})

/** A link to a file of a user, and to its folder. */
async function shared(name: string, content: Buffer | string, settings: Parameters<typeof makeLink>[2] = {}) {
  const user = await site.make.user({ enterprise: await freeEnterprise(site) })
  const me = await client(site.server).as(user.login)
  const folder = await site.make.folder({ owner: user }, { name: '资料' })
  const file = await site.make.file({ parent: folder }, { name, content })
  return { user, me, link: await makeLink(me, file, settings), whole: await makeLink(me, folder, settings) }
}

const album = (phone: Phone) => phone.host.left.map(({ way, bytes }) => [way, bytes.toString('base64')])
const buttons = (phone: Phone) => phone.host.$$('.visit-buttons button').map(({ text }) => text)
const openBar = async (phone: Phone) => phone.host.tap(await phone.icon('user'))

describe('[LAND-02] the bar of a link', () => {
  test('a visitor chooses the language, signs in and comes back to the link, and signs out there', async (t) => {
    const { link, user } = await shared('合影.jpg', await photo())
    const phone = await openPhone(t, site.wire, at(link.unique_name))
    await phone.until('.visit-picture-image')
    await openBar(phone)
    await phone.press(phone.t('visit.bar.language'))
    await phone.press('English')
    phone.words = wordsOf('en')
    await phone.reads(phone.t('visit.sharedFile', { name: user.name }))
    await openBar(phone)
    await phone.press(phone.t('visit.bar.login'))
    await phone.at('login')
    await phone.signIn(user.login)
    await phone.until('.visit-picture-image')
    await openBar(phone)
    await phone.reads(user.login)
    await phone.press(phone.t('visit.bar.signOut'))
    await phone.until(() => !phone.host.$('.sheet') && phone.host.$('.visit-picture-image'))
    await openBar(phone)
    await phone.reads(phone.t('visit.bar.login'))
  })
})

describe('[LAND-06] a picture of a link is saved in the phone’s album', () => {
  test('by the footer, also from a chat; a text is not', async (t) => {
    const picture = await photo()
    const { link } = await shared('合影.jpg', picture)
    for (const page of ['index', 'wx/share/index']) {
      const phone = await openPhone(t, site.wire, at(link.unique_name, page))
      await phone.until(() => buttons(phone).includes(phone.t('visit.album')))
      await phone.press(phone.t('visit.album'))
      await phone.toast('outgoing.saved')
      assert.deepEqual(album(phone), [['album', picture.toString('base64')]])
    }
    const text = await shared('说明.txt', '你好')
    const phone = await openPhone(t, site.wire, at(text.link.unique_name))
    await phone.until(() => buttons(phone).includes(phone.t('visit.save.action')))
    assert.ok(!buttons(phone).includes(phone.t('visit.album')))
  })

  deepTest('by the header of the whole picture in a folder; a link without downloads offers neither', async (t) => {
    const picture = await photo()
    const { whole } = await shared('合影.jpg', picture)
    const phone = await openPhone(t, site.wire, at(whole.unique_name))
    await phone.open('合影.jpg')
    await phone.until('.preview .preview-picture')
    phone.host.tap(await phone.icon('image'))
    await phone.toast('outgoing.saved')
    assert.deepEqual(album(phone), [['album', picture.toString('base64')]])

    const denied = await shared('合影.jpg', picture, { disable_download: true })
    const single = await openPhone(t, site.wire, at(denied.link.unique_name))
    await single.until('.visit-picture-image')
    assert.deepEqual(buttons(single), [])
    const inFolder = await openPhone(t, site.wire, at(denied.whole.unique_name))
    await inFolder.open('合影.jpg')
    await inFolder.until('.preview .preview-picture')
    assert.equal(inFolder.host.$('.icon-image'), null)
  })

  deepTest('[AH-06] the limit counts it as a download, and hides it when none is left', async (t) => {
    const { link } = await shared('合影.jpg', await photo(), { is_download_limit_v2: true, download_limit_v2: 1 })
    const phone = await openPhone(t, site.wire, at(link.unique_name))
    await phone.reads(phone.t('visit.downloadsLeft', { n: 1 }))
    await phone.press(phone.t('visit.album'))
    await phone.toast('outgoing.saved')
    await phone.reads(phone.t('visit.downloadsLeft', { n: 0 }))
    await phone.until(() => !buttons(phone).includes(phone.t('visit.album')))
  })
})

describe('[PREV-04] while the preview is generated', () => {
  const wait = (t: TestContext) => {
    const answer = site.wire.answer(info, 200, generating('generating_downloading'))
    t.after(() => answer.stop())
  }

  test('a file goes to a chat, a picture into the album', async (t) => {
    wait(t)
    const phone = await openFile(t, site, '歌词.txt', '校歌')
    await phone.press(phone.t('menu.sendToChat'))
    await phone.press(phone.t('outgoing.send'))
    await phone.until(() => phone.host.left.length === 1)
    assert.deepEqual(album(phone), [['chat', Buffer.from('校歌').toString('base64')]])
    const picture = await photo()
    const other = await openFile(t, site, '合影.jpg', picture)
    await other.press(other.t('menu.saveToAlbum'))
    await other.toast('outgoing.saved')
    assert.deepEqual(album(other), [['album', picture.toString('base64')]])
  })

  deepTest(
    'a visitor’s file goes to a chat from the link’s page and from a folder; without the right nothing is offered',
    async (t) => {
      wait(t)
      const { link, whole } = await shared('歌词.txt', '校歌')
      const phone = await openPhone(t, site.wire, at(link.unique_name))
      await phone.press(phone.t('menu.sendToChat'))
      await phone.press(phone.t('outgoing.send'))
      await phone.until(() => phone.host.left.length === 1)
      const inFolder = await openPhone(t, site.wire, at(whole.unique_name))
      await inFolder.open('歌词.txt')
      await inFolder.press(inFolder.t('menu.sendToChat'))
      await inFolder.press(inFolder.t('outgoing.send'))
      await inFolder.until(() => inFolder.host.left.length === 1)

      const denied = await shared('歌词.txt', '校歌', { disable_download: true })
      const guest = await site.make.user()
      const none = await openSignedIn(t, site.wire, guest, at(denied.link.unique_name))
      await none.reads(none.t('preview.generating'))
      assert.ok(!none.host.text().includes(none.t('menu.sendToChat')))
    },
  )
})
