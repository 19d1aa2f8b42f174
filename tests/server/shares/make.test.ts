import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import type { EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import type { Client } from '../../support/client'
import { openSettings, settingsOfRow, shareTable, type ShareRow } from '../../support/shares/shareTable'
import { makeLink, making, typedIdOf, Visitor } from '../../support/shares/shares'
import { company, make, person, server, signIn, startShareServer } from './shareServer'

/* 09:00 of a day; tests move the clock. */
const begin = new Date('2026-11-25T09:00:00Z')
let now = begin

startShareServer(() => now)
beforeEach(() => {
  now = begin
})

const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000)

describe('[SHARE-02] [SHARE-03] [SHARE-04] [SHARE-06] [SHARE-07] [SHARE-10] settings sent without client checks', () => {
  for (const row of shareTable) {
    test(row.sentence, async () => {
      const { asked, me } = await posted(row)
      if (row.fault) {
        const { entry } = await me.refused('POST /apps/share_links/create', asked, row.schema ?? row.fault.code)
        assert.equal(entry.field, row.fault.field === 'receivers' ? 'invited_user_ids' : row.fault.field)
        assert.equal((await me.call('GET /apps/share_links/get_list', {})).total_count, 0)
      } else {
        const { share_link: link } = await me.call('POST /apps/share_links/create', asked)
        const wanted = { ...settingsOfRow(row, secondsOf(now)), ...row.kept }
        for (const [field, value] of Object.entries(wanted)) assert.deepEqual(link[field as 'access'], value, field)
      }
    })
  }

  async function posted(row: ShareRow) {
    const isAbroad = row.policy?.is_share_company_allowed === false
    const enterprise = await company(row.policy, {
      is_personal: row.enterprise?.is_personal_user_enterprise ?? false,
      share_with_colleagues_disallowed: row.enterprise?.share_with_colleagues_disallowed ?? false,
    })
    const { user, me, file } = await person(enterprise)
    const invited_user_ids: number[] = []
    for (let at = 0; at < (row.receivers ?? 0); at++) invited_user_ids.push((await make.user({ enterprise })).id)
    const shown = isAbroad ? await fromAbroad(user) : file
    // Sent unchanged: our own clients would not send it.
    const input = { ...making(shown, { invited_user_ids }), ...withoutNull(settingsOfRow(row, secondsOf(now))) }
    return { asked: input, me }
  }

  async function fromAbroad(user: UserRow): Promise<ItemRow> {
    const folder = await make.folder({ owner: await make.user({ enterprise: await company() }) })
    await make.collab(folder, { user }, 'editor')
    return make.file({ parent: folder })
  }
})

type Told<T> = { [K in keyof T]: Exclude<T[K], null> }

const withoutNull = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Told<T>

describe('the policy of an enterprise', () => {
  test('[SHARE-03] by default a link needs a password (decisions 4.1)', async () => {
    const { me, file } = await person(await make.enterprise())
    await me.refused('POST /apps/share_links/create', making(file), 'share_password_required')
  })

  test('[SHARE-08] a single item contains the policy, items of a list do not', async () => {
    const { me, file } = await person(await company({ share_max_preview_limit: 30, share_default_access: 'company' }))
    const { item } = await me.call('GET /apps/files/get_info', { item_typed_id: typedIdOf(file) })
    assert.equal(item!.share_max_preview_limit, 30)
    assert.equal(item!.share_default_access, 'company')
    assert.equal(item!.is_share_company_allowed, true)
    const { items } = await me.call('GET /apps/files/file_list/{folderId}', { folderId: 0 })
    assert.equal('is_share_force_passwd_switch' in items![0]!, false)
  })

  test('[SHARE-08] the stricter policy of the sharer’s and the owner’s enterprises applies (decisions 3.13)', async () => {
    const { user, me } = await person(await company({ share_max_preview_limit: 50, share_max_download_limit: 5 }))
    const theirs = await company({
      share_max_preview_limit: 20,
      share_max_download_limit: 9,
      is_share_link_download_disabled: true,
      share_default_watermark_content: 'theirs',
    })
    const folder = await make.folder({ owner: await make.user({ enterprise: theirs }) })
    await make.collab(folder, { user }, 'editor')
    const { item } = await me.call('GET /apps/files/get_info', { item_typed_id: typedIdOf(folder) })
    assert.equal(item!.share_max_preview_limit, 20)
    assert.equal(item!.share_max_download_limit, 5)
    assert.equal(item!.is_share_link_download_disabled, true)
    assert.equal(item!.is_share_company_allowed, false)
    assert.equal(item!.share_default_watermark_content, '')
  })
})

/* decisions 99 */
describe('[SHARE-08] a link made with the fields of the specification alone (1§7)', () => {
  /** The fields of 1§7, without those of our own. */
  const specified = (file: ItemRow, more = {}) => {
    const {
      disable_forward: _,
      is_first_visit_told: __,
      is_watermark_visitor: ___,
      ...asked
    } = {
      is_watermark_visitor: undefined,
      is_first_visit_told: undefined,
      ...making(file),
      ...more,
    }
    return asked
  }

  test('follows the policy in everything that the fields cannot say', async () => {
    const policies = [{}, { is_share_forward_disabled: true }, { is_share_force_watermark_switch: true }]
    for (const policy of policies) {
      const { me, file } = await person(await company(policy))
      const { share_link: link } = await me.call('POST /apps/share_links/create', specified(file))
      assert.deepEqual(
        [link.disable_forward, link.is_watermark_visitor],
        ['is_share_forward_disabled' in policy, 'is_share_force_watermark_switch' in policy],
      )
      const { item_typed_id: _, ...change } = specified(file) as Record<string, unknown>
      await me.call('POST /apps/share_links/edit', { ...change, share_link_id: link.id, description: '改' } as never)
    }
  })

  test('accepts a watermark of its own where the visitor’s name is required, too', async () => {
    const { me, file } = await person(await company({ is_share_force_watermark_switch: true }))
    const marked = { is_watermark_customize_content: true, watermark_customize_content: '内部' }
    const { share_link: link } = await me.call('POST /apps/share_links/create', specified(file, marked) as never)
    assert.deepEqual([link.watermark_customize_content, link.is_watermark_visitor], ['内部', true])
    const { entry } = await me.refused(
      'POST /apps/share_links/create',
      { ...specified(file, marked), is_watermark_visitor: false },
      'share_visitor_watermark_required',
    )
    assert.equal(entry.field, 'is_watermark_visitor')
    assert.ok(entry.error_tr_msg.includes('访客'), entry.error_tr_msg)
  })

  test('still may not allow explicitly what the policy forbids', async () => {
    const { me, file } = await person(await company({ is_share_forward_disabled: true }))
    const asked = { ...specified(file), disable_forward: false }
    await me.refused('POST /apps/share_links/create', asked, 'share_forward_disabled')
  })
})

describe('[SHARE-16] a new link', () => {
  let owner: Awaited<ReturnType<typeof person>>
  let enterprise: EnterpriseRow
  before(async () => {
    enterprise = await company()
    owner = await person(enterprise)
  })

  test('has an unguessable token, an address and a number', async () => {
    const { me, file } = owner
    const [one, other] = [await makeLink(me, file), await makeLink(me, file)]
    assert.match(one.unique_name, /^[\w-]{22}$/)
    assert.notEqual(one.unique_name, other.unique_name)
    assert.equal(one.url, `/share/${one.unique_name}`)
    assert.match(one.serial_number, /^20261125-[2-9A-Z]{6}$/)
    assert.equal(one.state, 'open')
    assert.deepEqual(one.item, {
      typed_id: typedIdOf(file),
      type: 'file',
      name: file.name,
      extension: 'txt',
      extension_category: 'text',
      type_icon: one.item.type_icon,
      size: 12,
      item_count: 1,
      pinned_version: null,
    })
  })

  test('shows its password only to its maker', async () => {
    const link = await makeLink(owner.me, owner.file, { password_protected: true, password: 'k7m3' })
    assert.equal(link.password, 'k7m3')
    const row = await server.deps.db
      .selectFrom('share_links')
      .selectAll()
      .where('id', '=', link.id)
      .executeTakeFirstOrThrow()
    assert.match(row.password_hash!, /^\$argon2id\$/)
    assert.ok(!row.password_sealed!.toString('latin1').includes('k7m3'))
  })

  test('pins the current version on request (decisions 55)', async () => {
    const { me, file } = owner
    assert.equal((await makeLink(me, file, { current_version: true })).item.pinned_version, 1)
    const folder = await make.folder({ owner: owner.user })
    assert.equal((await makeLink(me, folder, { current_version: true })).item.pinned_version, null)
  })

  test('can contain several items, and is named after the first', async () => {
    const folder = await make.folder({ owner: owner.user })
    const link = await makeLink(owner.me, folder, { item_typed_ids: [typedIdOf(folder), typedIdOf(owner.file)] })
    assert.equal(link.item.item_count, 2)
    assert.equal(link.item.name, folder.name)
    const wrong = { ...making(folder), item_typed_ids: [typedIdOf(owner.file), typedIdOf(folder)] }
    await owner.me.refused('POST /apps/share_links/create', wrong, 'invalid_request')
  })

  test('[SHARE-10] is refused where sharing the item is disabled for all or for members (decisions 4.4)', async () => {
    const folder = await make.folder({ owner: owner.user })
    const editor = await person(enterprise)
    await make.collab(folder, { user: editor.user }, 'editor')
    for (const [disabled, mine, theirs] of [
      ['all', 'share_disabled', 'share_disabled'],
      ['members', null, 'share_disabled_for_members'],
    ] as const) {
      await server.deps.db
        .updateTable('items')
        .set({ share_disabled_for: disabled })
        .where('id', '=', folder.id)
        .execute()
      if (mine) await owner.me.refused('POST /apps/share_links/create', making(folder), mine)
      else await makeLink(owner.me, folder)
      await editor.me.refused('POST /apps/share_links/create', making(folder), theirs)
    }
  })

  test('is found in the list of its maker and its item, by words and by state', async () => {
    const { me, user } = await person(enterprise)
    const file = await make.file({ owner: user }, { name: '期末试卷.txt' })
    const folder = await make.folder({ owner: user }, { name: '教案' })
    const paper = await makeLink(me, file, { description: '请核对' })
    const plans = await makeLink(me, folder)
    const idsOf = async (input: object) =>
      (await me.call('GET /apps/share_links/get_list', input)).share_links.map(({ id }) => id)
    assert.deepEqual(await idsOf({}), [plans.id, paper.id])
    assert.deepEqual(await idsOf({ item_typed_id: typedIdOf(file) }), [paper.id])
    assert.deepEqual(await idsOf({ search_string: '核对' }), [paper.id])
    assert.deepEqual(await idsOf({ search_string: '教案' }), [plans.id])
    await me.call('POST /apps/share_links/close', { share_link_ids: [plans.id] })
    assert.deepEqual(await idsOf({ state: 'open' }), [paper.id])
    assert.deepEqual(await idsOf({ state: 'ended' }), [plans.id])
    await me.call('POST /apps/files/delete', { item_typed_ids: [typedIdOf(file)] })
    assert.deepEqual(await idsOf({ state: 'open' }), [])
    const { share_links } = await me.call('GET /apps/share_links/get_list', {})
    assert.deepEqual(
      share_links.map(({ state }) => state),
      ['closed', 'unavailable'],
    )
  })

  test('stays in the list after its item was purged', async () => {
    const { me, file } = await person(enterprise)
    const link = await makeLink(me, file)
    await me.call('POST /apps/files/delete', { item_typed_ids: [typedIdOf(file)] })
    await me.call('POST /apps/files/delete_from_trash', { item_typed_ids: [typedIdOf(file)] })
    const { share_link } = await me.call('GET /apps/share_links/get', { share_link_id: link.id })
    assert.equal(share_link.item.name, file.name)
    assert.equal(share_link.state, 'unavailable')
  })
})

describe('[SHARE-10] sharing with colleagues', () => {
  let enterprise: EnterpriseRow
  before(async () => {
    enterprise = await company()
  })

  const sharesOf = async (who: Client) =>
    (await who.call('GET /apps/messages/get_list', { types: 'share_link' })).messages

  test('each receiver gets one message, also by group and department; the sender gets none', async () => {
    const { me, user, file } = await person(enterprise)
    const [one, other] = [await make.user({ enterprise }), await make.user({ enterprise })]
    const parent = await make.department({ enterprise })
    const below = await make.user({ department: await make.department({ parent }) })
    const group = await make.group({ enterprise, members: [one, other, user] })
    const department = await make.groupOf(parent)
    const link = await makeLink(me, file, {
      access: 'collaborators',
      description: '请看',
      invited_user_ids: [one.id, user.id],
      group_ids: [group.id, department.id],
    })
    assert.equal(link.receiver_count, 3)
    for (const receiver of [one, other, below]) {
      const messages = await sharesOf(await signIn(receiver))
      assert.deepEqual(
        messages.map(({ sender_name, item_name, unread_count, most_recent_message }) => ({
          sender_name,
          item_name,
          unread_count,
          ...most_recent_message,
        })),
        [
          {
            sender_name: user.name,
            item_name: file.name,
            unread_count: 1,
            notice: null,
            content: '请看',
            source: 1,
            item_type: 'file',
            unique_name: link.unique_name,
          },
        ],
      )
    }
    assert.deepEqual(await sharesOf(me), [])
  })

  test('reopening and a new description notify receivers again, in the same message', async () => {
    const { me, file } = await person(enterprise)
    const receiver = await make.user({ enterprise })
    const link = await makeLink(me, file, { access: 'collaborators', invited_user_ids: [receiver.id] })
    const theirs = await signIn(receiver)
    await me.call('POST /apps/share_links/close', { share_link_ids: [link.id] })
    await me.call('POST /apps/share_links/reopen', { share_link_id: link.id })
    const [reopened] = await sharesOf(theirs)
    assert.equal(reopened!.most_recent_message.source, 2)
    const reword = (description: string) =>
      me.call('POST /apps/share_links/edit', {
        share_link_id: link.id,
        access: 'collaborators',
        description,
        due_time: 0,
        disable_download: false,
        password_protected: false,
        password: '',
      })
    await reword('新的说明')
    const messages = await sharesOf(theirs)
    assert.equal(messages.length, 1)
    assert.equal(messages[0]!.most_recent_message.source, 4)
    assert.equal(messages[0]!.most_recent_message.content, '新的说明')
    assert.equal(messages[0]!.unread_count, 3)
    await theirs.call('POST /apps/messages/delete', { message_ids: [messages[0]!.id] })
    await reword('又一个说明')
    assert.deepEqual(
      (await sharesOf(theirs)).map(({ unread_count }) => unread_count),
      [1],
    )
  })

  test('only named users open the link, with their account', async () => {
    const { me, file } = await person(enterprise)
    const [receiver, colleague] = [await make.user({ enterprise }), await make.user({ enterprise })]
    const link = await makeLink(me, file, { access: 'collaborators', invited_user_ids: [receiver.id] })
    const openAs = async (user: UserRow) => new Visitor(server.url, link.unique_name, (await signIn(user)).headers)
    await new Visitor(server.url, link.unique_name).refusedToOpen('action_need_login')
    await (await openAs(colleague)).refusedToOpen('permission_denied')
    const { process } = await (await openAs(receiver)).open()
    assert.equal(process.item!.name, file.name)
  })
})

test('without limits a link gets the requested settings', async () => {
  const { me, file } = await person(await company())
  const link = await makeLink(me, file)
  for (const [field, value] of Object.entries(openSettings)) assert.deepEqual(link[field as 'access'], value, field)
})
