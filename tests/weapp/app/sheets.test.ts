import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Role } from '@/contract/entities'
import type { MenuAction, MenuContext } from '@/domain/items/menuByContext'
import { phrases } from '@/i18n/search/zhCN'
import { client } from '../../support/client'
import { expectedAnswer, expectedSheet, type StateName } from '../../support/access/abilityTable'
import { inSheetOrder } from '../../support/access/menuOrder'
import { deepTest } from '../../support/deep'
import { openSignedIn, type Phone } from '../Phone'
import { openSite } from '../site'

const site = openSite()

/** The applet scenario hides downloading (1§6), because a file goes to a chat instead, and the browser's way to other apps. */
const entries = (context: MenuContext, state: StateName, role: Role) =>
  expectedSheet(context, state, role)
    .map((action) => (action === 'download' ? ('sendToChat' as const) : action))
    .filter(
      (action): action is Exclude<typeof action, 'preview' | 'save' | 'sendToApp'> =>
        action !== 'preview' && action !== 'save' && action !== 'sendToApp',
    )

const { search } = phrases

async function assertSheet(phone: Phone, context: MenuContext, state: StateName, role: Role) {
  await phone.until('.sheet .menu-entry')
  const words = phone.host.$$('.sheet .menu-label').map((entry) => entry.text)
  const mayUse = (action: MenuAction) =>
    expectedAnswer(state, action === 'sendToChat' ? 'download' : action, role) === 'yes'
  const { round, below } = inSheetOrder(entries(context, state, role), mayUse)
  const worded = (actions: typeof round): string[] => actions.map((action) => phone.t(`menu.${action}`))
  // A text's preview lets its reader choose the encoding; a found item leads to its folder.
  const own =
    context === 'preview' ? [phone.t('preview.encoding.title')] : context === 'search' ? [search.openPlace] : []
  // A user who may download an item may also keep it offline (AH-42).
  const offline = expectedAnswer(state, 'download', role) === 'hidden' ? [] : [phone.t('menu.keepOffline')]
  assert.deepEqual(words, [...worded(round), ...own, ...offline, ...worded(below)], context)
  phone.host.back()
  await phone.until(() => !phone.host.$('.sheet'))
}

describe('[ACT-02] the sheet of each context shows the entries of the table and no others', () => {
  for (const role of ['owner', 'viewer', 'previewer'] as const) {
    deepTest(role, async (t) => {
      const enterprise = await site.make.enterprise()
      const owner = await site.make.user({ enterprise })
      const user = role === 'owner' ? owner : await site.make.user({ enterprise })
      const folder = await site.make.folder({ owner }, { name: '资料' })
      if (role !== 'owner') await site.make.collab(folder, { user }, role)
      const file = await site.make.file({ parent: folder }, { name: '简章.txt', content: '欢迎' })
      const gone = await site.make.file({ parent: folder }, { name: '旧.txt' })
      await site.change(gone, { deleted_at: new Date(), deleted_by: user.id, deleted_space_owner_id: owner.id })

      const phone = await openSignedIn(t, site.wire, user, { query: { space: 'folder', id: String(folder.id) } })
      await phone.menu('简章.txt')
      await assertSheet(phone, 'list', 'file', role)
      phone.host.show({
        path: 'packages/search/index',
        query: { search: '1', search_in: 'all', search_text: '简章', space: 'frequent' },
      })
      await phone.at('search')
      await phone.menu('简章.txt')
      await assertSheet(phone, 'search', 'file', role)
      phone.host.show({ path: 'pages/files/index', query: { space: 'trash' } })
      await phone.titled(phone.t('space.trash'))
      await phone.menu('旧.txt')
      await assertSheet(phone, 'trash', 'deletedFile', role)
      await (
        await client(site.server).as(user.login)
      ).call('POST /apps/frequently_used_items/add', { typed_id: `file_${file.id}` })
      phone.host.show({ path: 'pages/files/index', query: { space: 'frequent' } })
      await phone.titled(phone.t('space.frequent'))
      await phone.menu('简章.txt')
      await assertSheet(phone, 'frequent', 'favourite', role)
      phone.host.show({ path: 'packages/preview/index', query: { preview: '1', file_id: String(file.id) } })
      await phone.at('preview')
      phone.host.tap(await phone.icon('ellipsis'))
      await assertSheet(phone, 'preview', 'favourite', role)
    })
  }
})

describe('[ACT-15] a file of scope 1, or without item_preview', () => {
  test('a tap says preview.noPermission, and the preview’s address shows no page either', async (t) => {
    const enterprise = await site.make.enterprise()
    const [owner, uploader] = [await site.make.user({ enterprise }), await site.make.user({ enterprise })]
    const folder = await site.make.folder({ owner }, { name: '资料' })
    await site.make.collab(folder, { user: uploader }, 'uploader')
    const file = await site.make.file({ parent: folder }, { name: '简章.txt', content: '保密' })
    const says = async (phone: Phone) => {
      await phone.open('简章.txt')
      await phone.toast('preview.noPermission')
      assert.equal(phone.host.page.route, 'pages/files/index')
      phone.host.show({ path: 'packages/preview/index', query: { preview: '1', file_id: String(file.id) } })
      await phone.at('preview')
      await phone.reads(phone.t('preview.reason.permission_denied'))
    }
    const query = { space: 'folder', id: String(folder.id) }
    await says(await openSignedIn(t, site.wire, uploader, { query }))
    await site.change(file, { scope: 1 })
    await says(await openSignedIn(t, site.wire, owner, { query }))
  })
})
