import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Role } from '@/contract/entities'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { freeEnterprise } from '../../support/shares/linkWorld'
import { makeLink } from '../../support/shares/shares'
import { type Phone, openOwn, openSignedIn } from '../Phone'
import { openSite } from '../site'

const site = openSite()

async function sharedFile(role: Role) {
  const enterprise = await site.make.enterprise()
  const [owner, user] = [await site.make.user({ enterprise }), await site.make.user({ enterprise })]
  const folder = await site.make.folder({ owner }, { name: '资料' })
  const file = await site.make.file({ parent: folder }, { name: '简章.txt', content: '欢迎报名' })
  await site.make.collab(folder, { user }, role)
  return { user, folder, file }
}

const preview = (id: number) => ({ path: 'packages/preview/index', query: { preview: '1', file_id: String(id) } })

async function press(phone: Phone): Promise<void> {
  await phone.press(phone.t('share.inside.copy'))
}

describe('sharing', () => {
  test('[ACT-12] icon and sheet lead to the item’s page; copying its address makes WeChat say so, and back closes the page', async (t) => {
    const { user, folder, file } = await sharedFile('viewer')
    const phone = await openSignedIn(t, site.wire, user)
    phone.host.show(preview(file.id))
    phone.host.tap(await phone.icon('share-2'))
    await phone.at('share', { share: `file_${file.id}` })
    await phone.reads('简章.txt')
    await phone.reads('12 B')
    await phone.reads(phone.t('share.inside.note'))
    await press(phone)
    const copied = await phone.until(() => phone.host.clipboard)
    assert.match(copied, new RegExp(`^https?://[^/]+/files/frequent\\?preview=1&file_id=${file.id}$`))
    assert.equal(phone.host.$('.toast-text'), null)
    phone.host.back()
    await phone.at('preview')
    phone.host.show({ path: 'pages/files/index', query: { space: 'collab' } })
    await phone.menu('资料')
    await phone.choose('menu.share')
    await phone.at('share', { share: `folder_${folder.id}` })
    await press(phone)
    await phone.until(() => phone.host.clipboard.endsWith(`/files/folder/${folder.id}`))
  })

  deepTest(
    '[ACT-12] without the right the icon is disabled, not hidden, and a tap says why; an old version has none',
    async (t) => {
      const { user, file } = await sharedFile('previewer')
      const phone = await openSignedIn(t, site.wire, user)
      phone.host.show(preview(file.id))
      const icon = await phone.icon('share-2')
      assert.ok(icon.element.className.includes('icon-button-disabled'))
      phone.host.tap(icon)
      await phone.toast('refusal.share_forbidden')
      assert.equal(phone.host.page.route, 'packages/preview/index')
      await phone.host.show({
        ...preview(file.id),
        query: { ...preview(file.id).query, version: String(file.current_version_id) },
      })
      await phone.reads(phone.t('versions.old'))
      assert.equal(phone.host.$('.icon-share-2'), null)
    },
  )

  deepTest('[AH-29] copying that the privacy guide does not declare says so and copies nothing', async (t) => {
    const user = await site.make.user()
    await site.make.file({ owner: user }, { name: '简章.txt' })
    const phone = await openOwn(t, site.wire, user, { privacy: 'undeclared' })
    await phone.menu('简章.txt')
    await phone.choose('menu.share')
    await phone.at('share')
    await press(phone)
    await phone.toast('privacy.undeclared')
    assert.equal(phone.host.clipboard, '')
  })

  test('[AH-29] copying asks for the privacy authorisation first; a refusal is explained, copies nothing, and can be undone', async (t) => {
    const user = await site.make.user()
    await site.make.file({ owner: user }, { name: '简章.txt' })
    const phone = await openOwn(t, site.wire, user, { privacy: 'needed' })
    await phone.menu('简章.txt')
    await phone.choose('menu.share')
    await phone.at('share')
    await press(phone)
    assert.equal((await phone.dialog()).title, phone.t('privacy.title'))
    await phone.answer('privacy.refuse')
    await phone.toast('share.refused')
    assert.equal(phone.host.clipboard, '')
    await press(phone)
    await phone.answer('privacy.agree')
    await phone.until(() => phone.host.clipboard !== '')
  })
})

describe('sending to a colleague', () => {
  test('[AH-48] [AH-49] one tap on the page sends to a recent colleague, who finds it among what was received until it is taken back', async (t) => {
    const enterprise = await freeEnterprise(site)
    const [owner, colleague] = [
      await site.make.user({ enterprise, name: '王珂' }),
      await site.make.user({ enterprise, name: '李蔚' }),
    ]
    await site.make.file({ owner }, { name: '简章.txt', content: '欢迎报名' })
    const me = await client(site.server).as(owner.login)
    const before = await site.make.file({ owner }, { name: '旧的.txt', content: '旧' })
    await makeLink(me, before, { access: 'collaborators', invited_user_ids: [colleague.id] })
    const they = await client(site.server).as(colleague.login)
    const received = async () =>
      (await they.call('GET /apps/share_links/received', {})).received.map(({ item }) => item.name)
    const phone = await openOwn(t, site.wire, owner)
    await phone.menu('简章.txt')
    await phone.choose('menu.share')
    await phone.at('share')
    phone.host.tap(await phone.until('.share-quick-send'))
    await phone.until('.share-quick-done')
    assert.deepEqual(await received(), ['简章.txt', '旧的.txt'])
    await phone.press(phone.t('action.undo'))
    await phone.until(() => phone.host.$('.share-quick-done') === null)
    assert.deepEqual(await received(), ['旧的.txt'])
    const other = await openSignedIn(t, site.wire, colleague)
    await other.openPlaces()
    other.host.tap((await other.place(other.t('navigation.received'))).$('.navigation-place')!)
    await other.titled(other.t('links.received.title'))
    await other.reads('旧的.txt')
    await other.reads('王珂')
  })
})
