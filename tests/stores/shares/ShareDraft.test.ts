import { describe, expect, test } from '@jest/globals'
import type { Contact } from '@/contract/contacts'
import type { Item } from '@/contract/entities'
import type { SharePolicy } from '@/contract/shares/policy'
import { chosenItemsOf, CHOSEN } from '@/stores/items/ChosenItems'
import { chosenContactsOf } from '@/stores/contacts/ChosenContacts'
import { NoAnswer } from '@/platform/Platform'
import { ShareDraft } from '@/stores/shares/ShareDraft'
import { freePolicy } from '../../support/shares/shareTable'
import { makeBaseInfo, makeEnterprise, makeItem, makeUser } from '../support/factories'
import { refusal } from '../support/fakeServer'
import { makeLink } from '../support/links'
import { platformSignedIn, startApp, type Rig } from '../support/startApp'
import { until } from '../support/until'

const CREATE = 'POST /apps/share_links/create'

const member: Contact = {
  id: 5,
  item_typed_id: 'contact_5',
  name: '李蔚',
  login: 'liwei@mingde.demo',
  is_department: false,
  is_group: false,
  group_id: null,
  user_count: 1,
  is_active: true,
  current_user: false,
  disabled: false,
  place: '招生办公室',
}
const group: Contact = { ...member, id: 9, item_typed_id: 'group_9', name: '高三年级组', is_group: true, group_id: 90 }

const shared = (policy: Partial<SharePolicy> = {}, fields: Partial<Item> = {}): Item => ({
  ...makeItem({ id: 3, name: '简章.pdf', permissions: ['item_view', 'item_share', 'item_download'], ...fields }),
  ...freePolicy,
  ...policy,
})

async function open(item: Item = shared(), platform = platformSignedIn(), typedId = 'file_3') {
  platform.server.on('GET /apps/files/get_info', { item }).on(CREATE, { share_link: makeLink({ id: 8 }) })
  const rig = await startApp(platform)
  const draft = new ShareDraft(rig.app, typedId)
  await draft.find()
  return { ...rig, draft }
}

/** The same item on the same phone, after a restart of the app. */
async function again({ platform }: Pick<Rig, 'platform'>, item: Item = shared()) {
  return open(item, platform)
}

describe('[SHARE-16] making a link', () => {
  test('the draft posts exactly what was entered', async () => {
    const { draft, server } = await open()
    draft.setMessage('请看')
    draft.pinVersion(true)
    draft.saveSettings({ ...draft.settings, is_preview_limit: true, preview_limit: 10, due_time: 1_800_000_000 })
    const made = await draft.make()
    expect(made).toMatchObject({ id: 8 })
    expect(server.callsOf(CREATE).map(({ request }) => request)).toStrictEqual([
      {
        item_typed_id: 'file_3',
        current_version: true,
        group_ids: [],
        invited_user_ids: [],
        access: 'public',
        description: '请看',
        due_time: 1_800_000_000,
        disable_download: false,
        disable_forward: false,
        password_protected: false,
        password: '',
        is_preview_limit: true,
        preview_limit: 10,
      },
    ])
    expect(draft.phase).toBe('made')
  })

  test('[SHARE-10] sharing with colleagues needs at least one, and names people and groups', async () => {
    const { app, draft, server } = await open()
    draft.setMode('colleagues')
    expect(await draft.make()).toBe('nobody')
    expect(server.countOf(CREATE)).toBe(0)
    chosenContactsOf(app).put(draft.choice, [member, group])
    await draft.make()
    expect(server.callsOf(CREATE)[0]?.request).toMatchObject({
      access: 'collaborators',
      invited_user_ids: [5],
      group_ids: [90],
    })
  })

  test('a link names nobody, though colleagues are chosen on the other side', async () => {
    const { app, draft, server } = await open()
    chosenContactsOf(app).put(draft.choice, [member])
    await draft.make()
    expect(server.callsOf(CREATE)[0]?.request).toMatchObject({ access: 'public', invited_user_ids: [], group_ids: [] })
  })

  test('[SHARE-07] a message of 501 characters is not sent', async () => {
    const { draft, server } = await open()
    draft.setMessage('文'.repeat(501))
    expect(draft.isMessageTooLong).toBe(true)
    expect(await draft.make()).toBe('invalid')
    expect(server.countOf(CREATE)).toBe(0)
    draft.setMessage('𠮷'.repeat(500))
    expect(await draft.make()).toMatchObject({ id: 8 })
  })

  test('a second tap makes no second link', async () => {
    const { draft, server } = await open()
    const [first, second] = await Promise.all([draft.make(), draft.make()])
    expect(first).toMatchObject({ id: 8 })
    expect(second).toBe('refused')
    expect(server.countOf(CREATE)).toBe(1)
  })

  test('[SHARE-13] a phone with a wrong clock learns why its link would have expired already', async () => {
    const { app, draft, server } = await open()
    server.on(CREATE, refusal('share_expiry_past', { key: 'validation_errors', text: '到期时间不能早于现在' }))
    expect(await draft.make()).toBe('refused')
    await until(() => app.feedback.dialog !== null)
    expect([app.feedback.dialog!.text, app.feedback.dialog!.detail]).toStrictEqual([
      { text: '到期时间不能早于现在' },
      { key: 'clock.check' },
    ])
  })

  test('a refusal by the server loses nothing, and is shown in its words', async () => {
    const { app, draft, server } = await open()
    draft.setMessage('请看')
    server.on(CREATE, refusal('share_password_required', { key: 'validation_errors', text: '请设置密码' }))
    const unmade = draft.make()
    await until(() => app.feedback.dialog !== null)
    expect(app.feedback.dialog!.text).toStrictEqual({ text: '请设置密码' })
    app.feedback.answer(app.feedback.dialog!.id, true)
    expect(await unmade).toBe('refused')
    server.on(CREATE, refusal('share_disabled', { key: 'permission_denied', text: '禁止分享' }))
    const refused = draft.make()
    await new Promise((resolve) => setImmediate(resolve))
    expect(app.feedback.dialog?.text).toStrictEqual({ text: '禁止分享' })
    app.feedback.answer(app.feedback.dialog!.id, true)
    expect(await refused).toBe('refused')
    expect([draft.phase, draft.message]).toStrictEqual(['ready', '请看'])
  })
})

describe('several items as one link', () => {
  async function openMany(items: readonly Item[], policy: Partial<SharePolicy> = {}, platform = platformSignedIn()) {
    platform.server
      .on('GET /apps/files/get_info', { item: { ...items[0]!, ...freePolicy, ...policy } })
      .on(CREATE, { share_link: makeLink({ id: 8 }) })
    const rig = await startApp(platform)
    chosenItemsOf(rig.app).sent(items)
    const draft = new ShareDraft(rig.app, CHOSEN)
    await draft.find()
    return { ...rig, draft }
  }
  const two = [shared(), makeItem({ id: 4, permissions: ['item_share'] })]

  test('all items are named, the first one first, and deselected when the link is made', async () => {
    const { app, draft, server } = await openMany(two)
    expect(draft.items).toHaveLength(2)
    await draft.make()
    expect(server.callsOf(CREATE)[0]?.request).toMatchObject({
      item_typed_id: 'file_3',
      item_typed_ids: ['file_3', 'file_4'],
    })
    expect(app.lazy.chosenItems?.items).toBeNull()
  })

  test('the first item’s policy applies, without a company choice where owners are of several enterprises', async () => {
    const { draft } = await openMany(two, { is_share_force_passwd_switch: true })
    expect(draft.policy.is_share_force_passwd_switch).toBe(true)
    expect(draft.offers.access.company).toBe('yes')
    const elsewhere = { ...two[1]!, owned_by: { ...two[1]!.owned_by, enterprise_id: 99 } }
    const { draft: mixed } = await openMany([two[0]!, elsewhere])
    expect(mixed.offers.access.company).toStrictEqual({ no: 'share_company_disabled' })
  })

  test('[AH-27] a draft for several items returns for the same ones, in any order, and for no others', async () => {
    const first = await openMany(two)
    first.draft.setMode('colleagues')
    first.draft.setMessage('请看')
    chosenContactsOf(first.app).put(first.draft.choice, [member])
    const three = [...two, makeItem({ id: 5, permissions: ['item_share'] })]
    const { draft: other } = await openMany(three, {}, first.platform)
    expect([other.isRestored, other.message, other.receivers]).toStrictEqual([false, '', []])
    const { draft } = await openMany([...two].reverse(), {}, first.platform)
    expect([draft.isRestored, draft.message, draft.mode]).toStrictEqual([true, '请看', 'colleagues'])
    expect(draft.receivers.map(({ name }) => name)).toStrictEqual(['李蔚'])
    expect((await again(first)).draft.message).toBe('')
  })

  test('[AH-27] making or discarding the link leaves nothing behind', async () => {
    const first = await openMany(two)
    first.draft.setMessage('请看')
    await first.draft.make()
    expect((await openMany(two, {}, first.platform)).draft.isRestored).toBe(false)
    const second = await openMany(two, {}, first.platform)
    second.draft.setMessage('另一条')
    second.draft.discard()
    expect((await openMany(two, {}, first.platform)).draft.isRestored).toBe(false)
  })

  test('people chosen for other items are not taken over', async () => {
    const { app } = await openMany(two)
    chosenItemsOf(app).sent(two)
    const first = new ShareDraft(app, CHOSEN)
    await first.find()
    first.setMode('colleagues')
    chosenContactsOf(app).put(first.choice, [member])
    first.dispose()
    chosenItemsOf(app).sent([two[1]!, makeItem({ id: 5, permissions: ['item_share'] })])
    const second = new ShareDraft(app, CHOSEN)
    await second.find()
    second.setMode('colleagues')
    expect(second.receivers).toStrictEqual([])
  })

  test('deselecting the items closes the draft', async () => {
    const { app } = await startApp()
    const draft = new ShareDraft(app, CHOSEN)
    await draft.find()
    expect(draft.phase).toBe('gone')
  })
})

describe('[SHARE-10] [SHARE-15] items that cannot be shared', () => {
  test('the draft closes with the reason', async () => {
    const { draft } = await open(shared({}, { is_share_disabled: true }))
    expect([draft.phase, draft.refusal]).toStrictEqual(['gone', 'share_disabled'])
  })

  test('[ERR-04] without an answer the draft stays open and can be retried', async () => {
    const platform = platformSignedIn()
    platform.server.on('GET /apps/files/get_info', () => {
      throw new NoAnswer('network')
    })
    const rig = await startApp(platform)
    const draft = new ShareDraft(rig.app, 'file_3')
    await draft.find()
    expect([draft.phase, rig.app.feedback.dialog]).toStrictEqual(['failed', null])
    platform.server.on('GET /apps/files/get_info', { item: shared() })
    await draft.find()
    expect(draft.phase).toBe('ready')
  })

  test('a personal account without public links says that those are disabled', async () => {
    const platform = platformSignedIn()
    platform.server.on(
      'GET /apps/users/get_base_info',
      makeBaseInfo({ enterprise_info: makeEnterprise({ is_personal_user_enterprise: true }) }),
    )
    const { draft } = await open(shared({ is_share_link_public_access_disabled: true }), platform)
    expect([draft.phase, draft.refusal]).toStrictEqual(['gone', 'share_public_disabled'])
  })

  test('where links are hidden the item is shared with colleagues', async () => {
    const platform = platformSignedIn()
    const { view_flags: flags } = makeBaseInfo()
    platform.server.on(
      'GET /apps/users/get_base_info',
      makeBaseInfo({ view_flags: { ...flags, hide_share_link_download: true } }),
    )
    const { draft } = await open(shared(), platform)
    expect([draft.phase, draft.mode, draft.offers.link]).toStrictEqual(['ready', 'colleagues', 'hidden'])
  })
})

describe('[AH-27] an unfinished share', () => {
  test('the draft returns after a crash: side, message, version, settings, people', async () => {
    const first = await open()
    first.draft.setMode('colleagues')
    first.draft.setMessage('请看')
    first.draft.pinVersion(true)
    first.draft.saveSettings({ ...first.draft.settings, disable_download: true })
    chosenContactsOf(first.app).put(first.draft.choice, [member, group])
    const { draft } = await again(first)
    expect(draft).toMatchObject({ mode: 'colleagues', message: '请看', isVersionPinned: true, isRestored: true })
    expect(draft.settings.disable_download).toBe(true)
    expect(draft.receivers.map(({ name }) => name)).toStrictEqual(['李蔚', '高三年级组'])
  })

  test('the draft returns where only people, or only the version, were chosen', async () => {
    const first = await open()
    first.draft.setMode('colleagues')
    chosenContactsOf(first.app).put(first.draft.choice, [member])
    const { draft } = await again(first)
    expect([draft.isRestored, draft.mode, draft.receivers.map(({ name }) => name)]).toStrictEqual([
      true,
      'colleagues',
      ['李蔚'],
    ])
    draft.discard()
    draft.pinVersion(true)
    expect((await again(first)).draft.isVersionPinned).toBe(true)
  })

  test('unsaved changes on the page of permissions stay unsaved', async () => {
    const first = await open()
    first.draft.setUnsaved({ ...first.draft.settings, password: 'geheim', password_protected: true })
    const { draft } = await again(first)
    expect(draft.unsaved?.password).toBe('geheim')
    expect(draft.settings.password).toBe('')
  })

  test('the draft is cleared when the link is made, and when it is discarded', async () => {
    const first = await open()
    first.draft.setMessage('请看')
    await first.draft.make()
    expect((await again(first)).draft.isRestored).toBe(false)
    const second = await again(first)
    second.draft.setMessage('另一条')
    second.draft.discard()
    const { draft } = await again(second)
    expect([draft.isRestored, draft.message]).toStrictEqual([false, ''])
  })

  test('an empty draft is not stored', async () => {
    const first = await open()
    first.draft.setMessage('a')
    first.draft.setMessage('')
    expect([...first.platform.kept.keys()].filter((key) => key.startsWith('shares'))).toStrictEqual([])
  })

  test('the draft belongs only to its user and its item', async () => {
    const first = await open()
    first.draft.setMessage('请看')
    first.platform.server.on('GET /apps/users/get_base_info', makeBaseInfo({ user_info: makeUser({ id: 99 }) }))
    expect((await again(first)).draft.message).toBe('')
    first.platform.server.on('GET /apps/users/get_base_info', makeBaseInfo())
    const other = await open(shared({}, { id: 4, typed_id: 'file_4' }), first.platform, 'file_4')
    expect(other.draft.message).toBe('')
  })

  test('invalid stored values are ignored, field by field', async () => {
    const first = await open()
    first.draft.saveSettings({ ...first.draft.settings, disable_download: true })
    const [[, note]] = JSON.parse(first.platform.kept.get('shares.7')!)
    note.settings.link = { disable_download: true, due_time: 'tomorrow', preview_limit: {}, unknown: 1 }
    first.platform.kept.set('shares.7', JSON.stringify([['file_3', note], 'nonsense']))
    const { draft } = await again(first)
    expect(draft.settings).toMatchObject({ disable_download: true, due_time: 0, preview_limit: null })
    expect(Object.keys(draft.settings)).not.toContain('unknown')
  })

  test('a draft whose side is closed by now begins with the other one', async () => {
    const first = await open()
    first.draft.setMode('colleagues')
    first.draft.setMessage('请看')
    first.platform.server.on(
      'GET /apps/users/get_base_info',
      makeBaseInfo({ enterprise_info: makeEnterprise({ share_with_colleagues_disallowed: true }) }),
    )
    const { draft } = await again(first)
    expect([draft.mode, draft.message]).toStrictEqual(['link', '请看'])
  })
})
