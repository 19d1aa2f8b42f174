import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { deepTest } from '../../support/deep'
import { fillWithLinks, previewOf, userWithLinks } from '../../support/shares/linkWorld'
import { Visitor } from '../../support/shares/shares'
import type { LaunchOptions } from '../host'
import { openOwn, openSignedIn, type Phone } from '../Phone'
import { openSite } from '../site'

const site = openSite()
const route = 'packages/share/links/index'

const links = (query: Record<string, string> = {}): Partial<LaunchOptions> => ({ path: route, query })
const atLinks = (phone: Phone, query: Record<string, string> = {}) =>
  phone.until(() => {
    const { page } = phone.host
    return page.route === route && Object.entries(query).every(([name, value]) => page.query[name] === value)
  })
const facts = (phone: Phone) =>
  Object.fromEntries(phone.rows.map((row) => [row.$('.row-name')!.text, row.$('.row-meta')!.text]))
const namesBecome = (phone: Phone, expected: string[]) =>
  phone.until(() => String(phone.names) === String(expected) || assert.fail(String(phone.names)))
const chip = async (phone: Phone, label: string) =>
  phone.host.tap(await phone.until(() => phone.host.$$('.links-chip').find(({ text }) => text.startsWith(label))))
const wholeUrl = ({ url }: { url: string }, phone: Phone) =>
  phone.until(() => phone.host.clipboard.split('\n').find((line) => line.endsWith(url)))

async function decoded(picture: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
}

async function openMenu(phone: Phone) {
  phone.host.tap(await phone.icon('ellipsis'))
  await phone.until('.sheet .menu-entry')
}

describe('[AH-17] my shares', () => {
  test('the panel leads to the links, each state has its words, filters and the search narrow the list, and back returns', async (t) => {
    const { user, protectedLink } = await userWithLinks(site)
    const phone = await openOwn(t, site.wire, user)
    await phone.openPlaces()
    phone.host.tap((await phone.place(phone.t('navigation.shares'))).$('.navigation-place')!)
    await atLinks(phone)
    await phone.titled(phone.t('links.title'))
    await namesBecome(phone, [
      '招生简章（终稿）.jpg',
      '校园开放日照片',
      '删掉的.txt',
      '待审.txt',
      '宣讲会.jpg',
      '报名名单.txt',
      '去年简章.txt',
    ])
    const told = facts(phone)
    assert.equal(told['招生简章（终稿）.jpg'], '有效访问 0 · 还剩 3 天')
    assert.equal(told['宣讲会.jpg'], '次数已用完预览 1 / 1')
    assert.equal(told['删掉的.txt'], '已失效内容已删除，或不能再分享')
    assert.match(told['报名名单.txt']!, /由你关闭$/)
    await chip(phone, phone.t('links.filters.open'))
    await namesBecome(phone, ['招生简章（终稿）.jpg', '校园开放日照片', '待审.txt'])
    await chip(phone, phone.t('links.filters.all'))
    phone.host.tap(await phone.icon('search'))
    phone.host.input(await phone.until('.search-input'), '简章')
    await namesBecome(phone, ['招生简章（终稿）.jpg', '去年简章.txt'])
    phone.host.back()
    await phone.until(() => !phone.host.$('.search-input') && phone.names.length === 7)
    await phone.open('招生简章（终稿）.jpg')
    await atLinks(phone, { id: String(protectedLink.id) })
    phone.host.back()
    await atLinks(phone)
    phone.host.back()
    await phone.at('files')
  })

  deepTest('the properties of an item count its links and lead to them', async (t) => {
    const { user, folder } = await userWithLinks(site)
    const phone = await openOwn(t, site.wire, user)
    await phone.menu('校园开放日照片')
    await phone.choose('menu.properties')
    phone.host.tap(
      await phone.until(() =>
        phone.host
          .$$('.properties-line')
          .find((line) => line.$('.properties-label')!.text === phone.t('properties.links')),
      ),
    )
    await atLinks(phone, { item: `folder_${folder.id}` })
    await phone.titled(phone.t('links.ofItem', { name: '校园开放日照片' }))
    await namesBecome(phone, ['校园开放日照片'])
  })

  deepTest('10,000 links draw few rows, and scrolling loads pages of 25', async (t) => {
    const user = await site.make.user()
    await fillWithLinks(site, user, 10_000)
    const phone = await openSignedIn(t, site.wire, user, links())
    await phone.reads(`${phone.t('links.filters.all')} 10000`)
    await phone.until(() => phone.listLength >= 50)
    phone.host.fire('.virtual-list', 'scroll', { scrollTop: 50 * 64 })
    await phone.until(() => phone.listLength >= 75)
    const drawn = phone.rows.length
    assert.equal(drawn <= 40, true, `${drawn} rows`)
  })

  deepTest('an empty list says so, and a failure says why and offers a retry', async (t) => {
    const user = await site.make.user()
    const cut = site.wire.cut('/apps/share_links/get_list')
    const phone = await openSignedIn(t, site.wire, user, links())
    await phone.reads(phone.t('empty.failed.title'))
    cut.stop()
    await phone.press(phone.t('action.retry'))
    await phone.reads(phone.t('links.empty.all.title'))
  })
})

describe('decisions 4.15: a link that waits for an approval', () => {
  deepTest('an administrator approves or refuses the link from its menu, which offers its maker neither', async (t) => {
    const { enterprise, user, waiting } = await userWithLinks(site)
    const administrator = await site.make.user({ enterprise, isAdministrator: true })
    const words = (phone: Phone) => phone.host.$$('.menu-entry').map(({ text }) => text)
    const maker = await openSignedIn(t, site.wire, user, links({ id: String(waiting.id) }))
    await openMenu(maker)
    assert.ok(!words(maker).includes(maker.t('link.approve')))
    const phone = await openSignedIn(t, site.wire, administrator, links({ id: String(waiting.id) }))
    await openMenu(phone)
    await phone.choose('link.refuse')
    await phone.answer('action.cancel')
    await openMenu(phone)
    await phone.choose('link.approve')
    await phone.answer('link.approve')
    await phone.toast('link.approved')
    await new Visitor(site.server.url, waiting.unique_name).open()
    await openMenu(phone)
    assert.ok(!words(phone).includes(phone.t('link.refuse')))
  })
})

deepTest('[LAND-06] an administrator reads reports by visitors, and back leads to the links', async (t) => {
  const { enterprise, protectedLink } = await userWithLinks(site)
  const administrator = await site.make.user({ enterprise, isAdministrator: true })
  const report = { reason: 'privacy', text: '有我的电话', contact: '', user_id: null, network: null } as const
  const row = { ...report, link_id: protectedLink.id, at: new Date() }
  await site.server.deps.db.insertInto('share_reports').values(row).execute()
  const phone = await openSignedIn(t, site.wire, administrator, links())
  await phone.press(phone.t('links.reports.title'))
  await phone.reads('有我的电话')
  await phone.reads(phone.t('links.reports.reason.privacy'))
  phone.host.back()
  await phone.readsNot('有我的电话')
})

describe('[AH-17] the details of a link', () => {
  deepTest('the details show visitors and their actions, and an unknown link leads to the list', async (t) => {
    const { user, protectedLink, brochure } = await userWithLinks(site)
    const visitor = new Visitor(site.server.url, protectedLink.unique_name)
    await visitor.open('k7m3')
    await previewOf(visitor, brochure)
    const phone = await openSignedIn(t, site.wire, user, links({ id: String(protectedLink.id) }))
    await phone.until('.links-visit')
    assert.deepEqual(
      phone.host.$$('.links-number').map(({ text }) => text.replace('\n', '')),
      ['1访问', '1人', '1预览', '0 / 50下载'],
    )
    assert.equal(phone.host.$$('.links-bar').length, 30)
    assert.equal(phone.host.$$('.links-busy').length, 1)
    assert.equal(phone.host.$('.links-visit-name')!.text, phone.t('links.visitor'))
    const stranger = await openSignedIn(t, site.wire, await site.make.user(), links({ id: String(protectedLink.id) }))
    await stranger.reads(stranger.t('links.gone.title'))
    await stranger.press(stranger.t('links.gone.action'))
    await stranger.reads(stranger.t('links.empty.all.title'))
  })

  deepTest('[AH-09] closing asks, and the list says so at once; undo opens the link to visitors again', async (t) => {
    const { user, open } = await userWithLinks(site)
    const phone = await openSignedIn(t, site.wire, user, links())
    await phone.open('校园开放日照片')
    await atLinks(phone, { id: String(open.id) })
    await phone.press(phone.t('link.close'))
    await phone.answer('link.close')
    await phone.toast('link.closed')
    await new Visitor(site.server.url, open.unique_name).refusedToOpen('process_share_link_closed')
    phone.host.back()
    await phone.until(() => /由你关闭/.test(facts(phone)['校园开放日照片'] ?? ''))
    await phone.press(phone.t('action.undo'))
    await phone.until(() => /永久有效/.test(facts(phone)['校园开放日照片'] ?? ''))
    await new Visitor(site.server.url, open.unique_name).open()
  })

  deepTest('the page of permissions changes a setting, and the back gesture asks about unsaved changes', async (t) => {
    const { user, me, protectedLink } = await userWithLinks(site)
    const phone = await openSignedIn(t, site.wire, user, links({ id: String(protectedLink.id) }))
    await openMenu(phone)
    await phone.choose('links.settings')
    const turn = async (label: string) =>
      phone.host.tap(
        await phone.until(() =>
          phone.host
            .$$('.share-cell')
            .find(({ text }) => text.startsWith(label))
            ?.$('.switch'),
        ),
      )
    await turn(phone.t('share.perms.previewOnly'))
    await turn(phone.t('share.perms.firstVisit'))
    phone.host.back()
    await phone.press(phone.t('share.unsaved.stay'))
    await phone.readsNot(phone.t('share.unsaved.title'))
    await phone.press(phone.t('action.save'))
    await phone.toast('link.changed')
    await phone.until(() => !phone.host.$('.permissions'))
    await phone.reads(phone.t('links.previewOnly'))
    const { share_link: kept } = await me.call('GET /apps/share_links/get', { share_link_id: protectedLink.id })
    assert.deepEqual([kept.disable_download, kept.is_first_visit_told, kept.password], [true, false, 'k7m3'])
  })

  deepTest('[AH-08] copying takes name, address and password, and WeChat itself says so', async (t) => {
    const { user, protectedLink } = await userWithLinks(site)
    const phone = await openSignedIn(t, site.wire, user, links({ id: String(protectedLink.id) }))
    await phone.press(phone.t('links.copy'))
    const address = await wholeUrl(protectedLink, phone)
    assert.match(address, /^https?:\/\//)
    assert.equal(phone.host.clipboard, `招生简章（终稿）.jpg\n${address}\n访问密码：k7m3`)
    assert.equal(phone.host.$('.toast-text'), null)
  })
})

describe('[AH-15] the QR code and the poster', () => {
  async function openCode(phone: Phone) {
    await openMenu(phone)
    await phone.choose('links.qr.title')
    await phone.until('.qr-foot button')
  }

  deepTest(
    'the poster is saved into the album and leads to the link; its password is printed only on request',
    async (t) => {
      const { user, protectedLink } = await userWithLinks(site)
      const phone = await openSignedIn(t, site.wire, user, links({ id: String(protectedLink.id) }))
      await phone.press(phone.t('links.copy'))
      const address = await wholeUrl(protectedLink, phone)
      await openCode(phone)
      assert.match(phone.host.$('.qr-code')!.attr('style') as string, /data:image\/svg\+xml/)
      await phone.press(phone.t('links.qr.save'))
      await phone.toast('link.pictureSaved')
      const [saved] = phone.host.left
      assert.equal(saved!.way, 'album')
      assert.equal(await decoded(saved!.bytes), address)
      phone.host.tap('.switch')
      await phone.until('.qr-password')
      phone.host.back()
      await phone.until(() => !phone.host.$('.qr'))
      await atLinks(phone)
    },
  )

  deepTest(
    '[AH-16] WeChat’s menu for pictures receives the poster; WeCom lacks that menu and only saves',
    async (t) => {
      const { user, open } = await userWithLinks(site)
      const phone = await openSignedIn(t, site.wire, user, links({ id: String(open.id) }))
      await openCode(phone)
      await phone.press(phone.t('links.qr.send'))
      await phone.until(() => phone.host.sentPictures.length === 1)
      assert.match((await decoded(phone.host.sentPictures[0]!))!, new RegExp(`${open.unique_name}$`))
      const other = await openSignedIn(t, site.wire, user, { ...links({ id: String(open.id) }), weCom: true })
      await openCode(other)
      assert.deepEqual(
        other.host.$$('.qr-foot button').map(({ text }) => text),
        [other.t('links.qr.save')],
      )
    },
  )

  deepTest('a user who denies the album is led to the settings, and the privacy guide appears first', async (t) => {
    const { user, open } = await userWithLinks(site)
    const denied = await openSignedIn(t, site.wire, user, { ...links({ id: String(open.id) }), album: 'denied' })
    await openCode(denied)
    await denied.press(denied.t('links.qr.save'))
    await denied.press(denied.t('outgoing.settings'))
    await denied.toast('link.pictureSaved')
    const asked = await openSignedIn(t, site.wire, user, { ...links({ id: String(open.id) }), privacy: 'needed' })
    await openCode(asked)
    await asked.press(asked.t('links.qr.save'))
    await asked.answer('privacy.refuse')
    await asked.toast('outgoing.refused')
    assert.deepEqual(asked.host.left, [])
  })
})
