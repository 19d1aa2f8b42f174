import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { client } from '../support/client'
import { sampledTest } from '../support/deep'
import { openSignedIn, type Phone } from './Phone'
import { openSite } from './site'

const test = sampledTest(import.meta.url)

const site = openSite()

const says = (phone: Phone, selector: string, text: string) =>
  phone.until(() => phone.host.$$(selector).some((each) => each.text.includes(text)) || assert.fail(`no ${text}`))

describe('[COLL-05] [LIST-08] a member of a folder in the mini-program', () => {
  test('takes an invitation, sees the folder and its members, and what they may do there when they are lowered', async (t) => {
    const enterprise = await site.make.enterprise()
    const [owner, guest] = [await site.make.user({ enterprise }), await site.make.user({ enterprise })]
    const folder = await site.make.folder({ owner }, { name: '招生办公室' })
    await site.make.file({ parent: folder }, { name: '问答.txt', content: '第一问' })
    const they = await client(site.server).as(owner.login)
    const { collab_users_info: invited } = await they.call('POST /apps/collabs/invite', {
      folder_id: folder.id,
      invited_users: `${guest.id}:editor`,
    })
    const phone = await openSignedIn(t, site.wire, guest)
    phone.host.tap(await phone.icon('message-square'))
    await phone.at('message')
    await says(phone, '.message-name', folder.name)
    phone.host.tap('.message-open')
    await says(phone, '.child-name', folder.name)
    await phone.press(phone.t('messages.child.accept'))
    await phone.press(phone.t('messages.child.view'))
    await phone.titled(folder.name)
    await says(phone, '.tab', phone.t('tabs.counted', { n: 2 }))
    phone.host.tap(phone.host.$$('.tab')[1]!)
    await phone.at('people/members')
    await says(phone, '.contact-called', owner.name)
    await they.call('POST /apps/collabs/edit', {
      item_id: folder.id,
      edit_collabs_roles: [{ collab_id: invited[0]!.collab_id!, user_id: guest.id, role: 'uploader' }],
    })
    phone.host.tap(phone.host.$$('.tab')[0]!)
    await phone.at('files')
    await says(phone, '.tab', phone.t('tabs.files'))
    phone.host.tap(phone.host.$$('.tab')[1]!)
    await phone.at('people/members')
    await says(phone, '.member-role', phone.t('role.uploader'))
    assert.equal(phone.host.$('.members-foot'), null)
  })
})
