import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import type { Role } from '@/contract/entities'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { openSignedIn, type Phone } from '../Phone'
import { openSite } from '../site'

const site = openSite({}, { isLive: true })

/** The uploads of a file's parts, and the questions about them. */
const content = 'POST /api/apps/files/tus/'

/** A folder with a file, its owner elsewhere, and a colleague who is an editor there. */
async function joined() {
  const enterprise = await site.make.enterprise()
  const [owner, guest] = [await site.make.user({ enterprise }), await site.make.user({ enterprise })]
  const folder = await site.make.folder({ owner }, { name: '招生办公室' })
  await site.make.file({ parent: folder }, { name: '问答.txt', content: '第一问' })
  const { id } = await site.make.collab(folder, { user: guest }, 'editor')
  const they = await client(site.server).as(owner.login)
  const lower = (role: Role) =>
    they.call('POST /apps/collabs/edit', {
      item_id: folder.id,
      edit_collabs_roles: [{ collab_id: id, user_id: guest.id, role }],
    })
  return { guest, folder, they, id, lower }
}

const openFolder = (t: TestContext, guest: { login: string }, { id }: { id: number }) =>
  openSignedIn(t, site.wire, guest, { query: { space: 'folder', id: String(id) } })

const waitForText = (phone: Phone, selector: string, text: string) =>
  phone.until(() => phone.host.$$(selector).some((each) => each.text.includes(text)) || assert.fail(`no ${text}`))

describe('[COLL-05] [LIST-08] a member of a folder in the mini-program', () => {
  test('a guest accepts an invitation, sees the folder, its members, and the reduced rights after a role change', async (t) => {
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
    await phone.tapBar('messages')
    await phone.at('message')
    await waitForText(phone, '.message-name', folder.name)
    phone.host.tap('.message-open')
    await waitForText(phone, '.child-name', folder.name)
    await phone.press(phone.t('messages.child.accept'))
    await phone.press(phone.t('messages.child.view'))
    await phone.titled(folder.name)
    await waitForText(phone, '.tab', phone.t('tabs.counted', { n: 2 }))
    phone.host.tap(phone.host.$$('.tab')[1]!)
    await phone.at('people/members')
    await waitForText(phone, '.contact-called', owner.name)
    await they.call('POST /apps/collabs/edit', {
      item_id: folder.id,
      edit_collabs_roles: [{ collab_id: invited[0]!.collab_id!, user_id: guest.id, role: 'uploader' }],
    })
    // Without a touch.
    await waitForText(phone, '.member-role', phone.t('role.uploader'))
    await phone.until(() => !phone.host.$('.members-foot'))
  })

  deepTest(
    '[AH-20] a member whose role is lowered during a preview is notified, and the menu loses the forbidden entries',
    async (t) => {
      const { guest, folder, lower } = await joined()
      const phone = await openFolder(t, guest, folder)
      await phone.open('问答.txt')
      await phone.at('preview')
      const entries = async () => {
        phone.host.tap(await phone.icon('ellipsis'))
        await phone.until('.sheet .menu-entry')
        const found = phone.host.$$('.menu-entry').map(({ text }) => text)
        phone.host.back()
        await phone.until(() => !phone.host.$('.sheet'))
        return found
      }
      assert.ok((await entries()).includes(phone.t('menu.rename')))
      await lower('viewer')
      await phone.reads(phone.t('preview.roleNow', { role: phone.t('role.viewer') }))
      const left = await entries()
      assert.deepEqual(
        [left.includes(phone.t('menu.rename')), left.includes(phone.t('menu.delete')), left.length > 0],
        [false, false, true],
      )
      await phone.at('preview')
    },
  )

  deepTest(
    '[AH-20] a member who is removed during an upload is notified, and the list of uploads keeps the file with the reason',
    async (t) => {
      const { guest, folder, they, id } = await joined()
      const phone = await openFolder(t, guest, folder)
      await phone.row('问答.txt')
      const held = site.wire.hold(content)
      phone.host.pick([{ name: '作业.txt', data: 'x'.repeat(5000) }])
      await phone.add('upload.chat')
      await phone.until(() => held.waiting === 1)
      await they.call('POST /apps/collabs/delete', { collab_ids: [id] })
      site.wire.clear()
      await phone.reads(phone.t('upload.failed', { n: 1 }))
      await phone.reads(phone.t('empty.removed.title'))
      phone.host.tap(await phone.until('.upload-tray'))
      await phone.until('.upload-row .upload-row-danger')
      assert.equal(phone.host.text('.upload-row-name'), '作业.txt')
      assert.notEqual(phone.host.text('.upload-row-line'), '')
    },
  )

  deepTest('[COLL-04] a user who quits returns to the list, which no longer contains the folder', async (t) => {
    const { guest, folder } = await joined()
    const phone = await openSignedIn(t, site.wire, guest, { query: { space: 'collab' } })
    await phone.open(folder.name)
    await phone.titled(folder.name)
    await waitForText(phone, '.tab', phone.t('tabs.counted', { n: 2 }))
    phone.host.tap(phone.host.$$('.tab')[1]!)
    await phone.at('people/members')
    const own = () => phone.host.$$('.member-open').find(({ text }) => text.includes(guest.name))
    phone.host.tap(await phone.until(own))
    await phone.press(phone.t('member.quit'))
    await phone.answer('collab.leave')
    await phone.at('files', { space: 'collab' })
    await phone.reads(phone.t('empty.collab.title'))
    assert.equal(phone.host.pages.length, 1)
  })
})
