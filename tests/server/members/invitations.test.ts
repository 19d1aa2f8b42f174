import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { ItemRow } from '../../../server/database/tables'
import { departmentRoot } from '../../../server/queries/items/spaces'
import { offeredInInvitation } from '../../support/members/memberTable'
import { makeCollabWorld, type CollabWorld, type Somebody } from '../../support/members/memberWorld'
import { factories } from '../../support/factories'
import { roles } from '../../support/access/roleTable'
import { startTestServer, type TestServer } from '../../support/testServer'
import { canSee, invitedBy, membersOf, summary, verdict } from './memberCalls'

const DAY = 86_400_000
let now = Date.UTC(2026, 10, 25)
let server: TestServer
let make: ReturnType<typeof factories>
let world: CollabWorld

before(async () => {
  server = await startTestServer({ clock: () => new Date(now), config: { logLevel: 'error' } })
  make = factories(server.deps)
  world = await makeCollabWorld(server, make)
})
after(() => server.close())

describe('[COLL-02] inviting', () => {
  for (const viewer of roles) {
    test(`${viewer} can invite with the roles that the table allows`, async () => {
      const { folder } = await world.nested()
      const as = viewer === 'owner' ? world.owner : world.three
      if (viewer !== 'owner') await world.give(folder, { user: world.three.user }, viewer)
      const offered = offeredInInvitation(viewer)
      for (const role of roles) {
        const sent = as.client.send('POST /apps/collabs/invite', {
          folder_id: folder.id,
          invited_users: `${world.one.user.id}:${role}`,
        })
        const none = viewer === 'reset' ? 'item_not_found' : 'permission_denied'
        const wanted = offered.length === 0 ? none : offered.includes(role) ? 'done' : 'collab_role_refused'
        assert.equal(await verdict(sent), wanted, role)
      }
    })
  }

  test('each target has one role; users stay pending, groups and departments join at once; a message has up to 140 characters', async () => {
    const { folder } = await world.nested()
    const { owner, one, two, three, group, department } = world
    const users = `${one.user.id}:editor;${two.user.id}:viewer`
    const done = await invitedBy(owner, folder, users, `${department.id}:previewer`, ' 一起来整理 ')
    assert.deepEqual(done.collab_users_info.map(summary), [
      { name: '李蔚', direct_role: null, final_role: null, unaccepted_role: 'editor' },
      { name: '赵敏', direct_role: null, final_role: null, unaccepted_role: 'viewer' },
    ])
    assert.deepEqual(done.collab_groups_info.map(summary), [
      { name: '教务处', direct_role: 'previewer', final_role: 'previewer', unaccepted_role: null },
    ])
    assert.deepEqual(done.failed, [])
    assert.deepEqual(
      [await canSee(one, folder), await canSee(two, folder), await canSee(three, folder)],
      [false, false, true],
    )
    const found = await membersOf(owner, folder)
    assert.deepEqual(found.unaccepted_collabs.map(({ user }) => user.name).sort(), ['李蔚', '赵敏'].sort())
    assert.equal(found.unaccepted_count, 2)
    assert.equal(found.total_count, 2)
    const entry = await one.client.call('GET /apps/collabs/get', { collab_id: done.collab_users_info[0]!.collab_id! })
    assert.equal(entry.invitation_message, '一起来整理')
    const long = { folder_id: folder.id, invited_groups: `${group.id}:viewer`, invitation_message: '长'.repeat(141) }
    await owner.client.refused('POST /apps/collabs/invite', long, 'collab_message_too_long')
    await owner.client.call('POST /apps/collabs/invite', { ...long, invitation_message: '长'.repeat(140) })
  })

  test('failures are listed by name: members, users with a higher role from above, users who do not exist for the inviter', async () => {
    const { above, folder } = await world.nested()
    const { owner, one, two, three, guest, group } = world
    await world.give(above, { user: one.user }, 'coowner')
    await world.give(folder, { user: two.user }, 'viewer')
    const users = [one, two, three, guest, owner].map(({ user }) => `${user.id}:editor`).join(';')
    const done = await invitedBy(owner, folder, `${users};900000000:viewer`, `${group.id}:viewer;900000000:viewer`)
    assert.deepEqual(done.reduce_coowner_permission_users, [{ id: one.user.id, name: '李蔚' }])
    assert.deepEqual(
      done.accepted_collaborated_users.map(({ name }) => name),
      ['赵敏', '王珂'],
    )
    assert.deepEqual(
      done.failed.map(({ name, is_group, error_code }) => [name, is_group, error_code]),
      [
        ['李蔚', false, 'collab_cannot_reduce'],
        ['赵敏', false, 'collab_already'],
        ['', false, 'collab_unknown'],
        ['王珂', false, 'collab_already'],
        ['', false, 'collab_unknown'],
        ['', true, 'collab_unknown'],
      ],
    )
    assert.ok(done.failed.every(({ error_tr_msg }) => error_tr_msg !== ''))
    assert.deepEqual(
      [...done.collab_users_info, ...done.collab_groups_info].map(({ user }) => user.id),
      [three.user.id, group.id],
    )
    const again = await invitedBy(owner, folder, `${three.user.id}:viewer`, `${group.id}:viewer`)
    assert.deepEqual(again.accepted_collaborated_groups, [{ id: group.id, name: again.failed[1]!.name }])
    assert.deepEqual(
      again.failed.map(({ error_code }) => error_code),
      ['collab_already', 'collab_already'],
    )
  })

  test('an empty or too long list and a target with two roles are refused', async () => {
    const { folder } = await world.nested()
    const ask = (users: string) => ({ folder_id: folder.id, invited_users: users })
    const { client: me } = world.owner
    await me.refused('POST /apps/collabs/invite', { folder_id: folder.id }, 'collab_nobody')
    await me.refused('POST /apps/collabs/invite', ask(''), 'collab_nobody')
    await me.refused('POST /apps/collabs/invite', ask('1:viewer;1:editor'), 'invalid_request')
    await me.refused('POST /apps/collabs/invite', ask('1:king'), 'invalid_request')
    const many = (count: number) => Array.from({ length: count }, (_, at) => `${800_000_000 + at}:viewer`).join(';')
    await me.refused('POST /apps/collabs/invite', ask(many(501)), 'collab_too_many')
    await me.refused('POST /apps/collabs/invite', ask(many(10_000)), 'invalid_request')
    assert.equal((await me.call('POST /apps/collabs/invite', ask(many(500)))).failed.length, 500)
  })

  test('an enterprise that accepts for its members adds them at once', async () => {
    const company = await make.enterprise({ accepts_collabs_for_members: true })
    const { owner, one } = await makeOther(company)
    const folder = await make.folder({ owner: owner.user })
    const done = await invitedBy(owner, folder, `${one.user.id}:viewer`)
    assert.equal(done.collab_users_info[0]!.accepted, true)
    assert.equal(await canSee(one, folder), true)
  })

  const makeOther = async (company: CollabWorld['enterprise']) => {
    const { client: at } = await import('../../support/client')
    const somebody = async (isAdministrator: boolean) => {
      const user = await make.user({ enterprise: company, isAdministrator })
      return { user, client: await at(server).as(user.login) }
    }
    return { owner: await somebody(true), one: await somebody(false) }
  }
})

describe('[COLL-05] [COLL-07] invitations: accepted, refused, withdrawn, sent again, expired', () => {
  // New messages must sort before those of the tables above.
  beforeEach(() => {
    now += 1000
  })
  const messagesOf = async ({ client }: Somebody) => client.call('GET /apps/messages/get_list', { types: 'collab' })
  const findChildren = async (who: Somebody, by: Somebody) => {
    const { messages } = await messagesOf(who)
    const message = messages.find(({ type, sender_name }) => type === 'collab' && sender_name === by.user.name)
    if (!message) return undefined
    const { child_messages } = await who.client.call('GET /apps/messages/child_messages_list', {
      message_id: message.id,
    })
    return { message, children: child_messages }
  }
  const childrenOf = async (who: Somebody, by: Somebody) => {
    const found = await findChildren(who, by)
    assert.ok(found, `${by.user.name} invited ${who.user.name}`)
    return found
  }
  /** Keeps sessions from expiring before the invitations do. */
  const shorten = () =>
    server.deps.db
      .updateTable('enterprises')
      .set({ invitation_days: 1 })
      .where('id', '=', world.enterprise.id)
      .execute()
  const inviteOne = async (folder: ItemRow, role = 'viewer') => {
    const { collab_users_info: made } = await invitedBy(world.owner, folder, `${world.one.user.id}:${role}`, '', '请看')
    return made[0]!.collab_id!
  }

  test('[MSG-06] an invitation in the message centre is unread, is accepted, then opens the folder; the inviter is notified', async () => {
    const { folder } = await world.nested()
    const { owner, one } = world
    const before = (await messagesOf(one)).total_unread_message_count
    const id = await inviteOne(folder)
    const { message, children } = await childrenOf(one, owner)
    assert.equal(message.object_typed_id, `folder_${folder.id}`)
    assert.equal(message.most_recent_message.invitation_message, '请看')
    assert.equal((await messagesOf(one)).total_unread_message_count, before + 1)
    const [child] = children
    const { updated: _, id: childId, ...rest } = child!
    assert.deepEqual(rest, {
      item_name: folder.name,
      sender_name: '王珂',
      collab_type: null,
      group_name: '',
      invitation_message: '请看',
      has_read: false,
      accepted: false,
      collab_id: id,
      item_typed_id: `folder_${folder.id}`,
      is_expired: false,
      is_granted: false,
      is_refused: false,
      role: 'viewer',
    })
    assert.equal(await canSee(one, folder), false)
    const { item } = await one.client.call('POST /apps/collabs/accept', { collab_id: id })
    assert.deepEqual(item, { typed_id: `folder_${folder.id}`, name: folder.name })
    assert.equal(await canSee(one, folder), true)
    await one.client.call('POST /apps/collabs/accept', { collab_id: id })
    const after = (await childrenOf(one, owner)).children.find((each) => each.id === childId)!
    assert.deepEqual([after.accepted, after.has_read], [true, true])
    assert.equal((await messagesOf(one)).total_unread_message_count, before)
    const notices = (await messagesOf(owner)).messages.filter(({ item_name }) => item_name === folder.name)
    assert.deepEqual(
      notices.map(({ sender_name, most_recent_message: { notice } }) => [sender_name, notice?.action]),
      [['李蔚', 'collab_accepted']],
    )
  })

  test('an accepted invitation to a department’s folder opens that folder', async () => {
    const { owner, one } = world
    const office = await make.department({ enterprise: world.enterprise, name: '总务处' })
    await make.member(office, owner.user, { isManager: true })
    const id = (await departmentRoot(server.deps.db, office.id))!
    const done = await owner.client.call('POST /apps/collabs/invite', {
      folder_id: id,
      invited_users: `${one.user.id}:viewer`,
    })
    const input = { collab_id: done.collab_users_info[0]!.collab_id! }
    const { item } = await one.client.call('GET /apps/collabs/get', input)
    assert.deepEqual(
      [item, (await one.client.call('POST /apps/collabs/accept', input)).item],
      [
        { typed_id: `folder_${id}`, name: '总务处' },
        { typed_id: `folder_${id}`, name: '总务处' },
      ],
    )
    const folderId = Number(item.typed_id.split('_')[1])
    await one.client.call('GET /apps/files/file_list/{folderId}', { folderId, folder_type: 'folder' })
  })

  test('[COLL-07] an invitation to a folder in the trash is invalid until the folder is restored', async () => {
    const { folder } = await world.nested()
    const { owner, one } = world
    const id = await inviteOne(folder)
    const typedIds = { item_typed_ids: [`folder_${folder.id}` as const] }
    const invitationEntry = async () =>
      (await childrenOf(one, owner)).children.find(({ collab_id }) => collab_id === id)!
    await owner.client.call('POST /apps/files/delete', typedIds)
    for (const call of ['GET /apps/collabs/get', 'POST /apps/collabs/accept', 'POST /apps/collabs/refuse'] as const)
      await one.client.refused(call, { collab_id: id }, 'invitation_invalid')
    assert.equal((await invitationEntry()).item_typed_id, null)
    await owner.client.call('POST /apps/files/restore_from_trash', typedIds)
    assert.equal((await invitationEntry()).item_typed_id, `folder_${folder.id}`)
    await one.client.call('POST /apps/collabs/accept', { collab_id: id })
  })

  test('a refused invitation is removed with an explanation, and the inviter is notified', async () => {
    const { folder } = await world.nested()
    const { owner, one } = world
    const id = await inviteOne(folder)
    await one.client.call('POST /apps/collabs/refuse', { collab_id: id })
    const [child] = (await childrenOf(one, owner)).children
    assert.deepEqual([child!.is_refused, child!.collab_id, child!.item_typed_id], [true, null, null])
    await one.client.refused('POST /apps/collabs/accept', { collab_id: id }, 'invitation_invalid')
    assert.equal((await membersOf(owner, folder)).unaccepted_count, 0)
    const [notice] = (await messagesOf(owner)).messages
    assert.equal(notice!.most_recent_message.notice?.action, 'collab_refused')
  })

  test('a withdrawn, a foreign and a missing invitation are invalid alike', async () => {
    const { folder } = await world.nested()
    const { owner, one, two, guest } = world
    const id = await inviteOne(folder)
    for (const { client } of [two, guest, owner])
      await client.refused('POST /apps/collabs/accept', { collab_id: id }, 'invitation_invalid')
    await two.client.refused('POST /apps/collabs/refuse', { collab_id: id }, 'invitation_invalid')
    await two.client.refused('GET /apps/collabs/get', { collab_id: id }, 'invitation_invalid')
    await owner.client.call('POST /apps/collabs/delete', { collab_ids: [id] })
    for (const call of ['POST /apps/collabs/accept', 'GET /apps/collabs/get'] as const) {
      const { kind } = await one.client.refused(call, { collab_id: id }, 'invitation_invalid')
      assert.equal(kind, 'external_errors')
    }
    assert.equal(await canSee(one, folder), false)
  })

  test('an invitation expires after the enterprise’s days, 30 by default; sending it again, at most once a minute, restarts the days', async () => {
    const { folder } = await world.nested()
    const { owner, one, two } = world
    const usual = (await invitedBy(owner, folder, `${two.user.id}:viewer`)).collab_users_info[0]!.invited!
    assert.equal(usual.expires - usual.at, 30 * 86_400)
    await shorten()
    const id = await inviteOne(folder)
    await owner.client.refused('POST /apps/collabs/resend', { collab_id: id }, 'collab_resent_recently')
    now += DAY
    await one.client.refused('POST /apps/collabs/accept', { collab_id: id }, 'invitation_expired')
    const { unaccepted_collabs: invited } = await membersOf(owner, folder)
    assert.equal(invited.find(({ collab_id }) => collab_id === id)!.invited!.is_expired, true)
    assert.equal((await childrenOf(one, owner)).children[0]!.is_expired, true)
    await two.client.refused('POST /apps/collabs/resend', { collab_id: id }, 'collab_not_found')
    const { collab } = await owner.client.call('POST /apps/collabs/resend', { collab_id: id })
    assert.equal(collab.invited!.is_expired, false)
    const { children } = await childrenOf(one, owner)
    assert.deepEqual([children[0]!.collab_id, children[0]!.has_read, children[0]!.is_expired], [id, false, false])
    await one.client.call('POST /apps/collabs/accept', { collab_id: id })
    await owner.client.refused('POST /apps/collabs/resend', { collab_id: id }, 'collab_not_found')
  })

  test('after an invitation expired the user can be invited again with another role', async () => {
    const { folder } = await world.nested()
    await shorten()
    const id = await inviteOne(folder)
    now += DAY
    const done = await invitedBy(world.owner, folder, `${world.one.user.id}:editor`)
    assert.deepEqual(
      done.collab_users_info.map(({ collab_id, unaccepted_role }) => [collab_id, unaccepted_role]),
      [[id, 'editor']],
    )
  })

  test('[MSG-10] the unread count equals a real count while invitations arrive, are read, answered and deleted concurrently', async () => {
    const { owner, three } = world
    const folders = []
    for (let n = 0; n < 8; n += 1) folders.push(await make.folder({ owner: owner.user }))
    const agree = async () => {
      const { rows } = await sql<{ id: number }>`
        select id from messages where collab_sender_id is not null and unread_count <>
          (select count(*) from collab_notices where message_id = messages.id and not is_read)`.execute(server.deps.db)
      assert.deepEqual(rows, [])
    }
    for (let round = 0; round < 8; round += 1) {
      now += DAY
      for (const folder of folders) await invitedBy(owner, folder, `${three.user.id}:viewer`)
      const { children } = await childrenOf(three, owner)
      await Promise.all(
        children.slice(0, 8).map(({ id, collab_id }, n) => {
          if (n % 4 === 3) return three.client.send('POST /apps/collabs/refuse', { collab_id: collab_id! })
          const change = n % 4 === 2 ? 'child_messages_delete' : 'child_messages_mark_read'
          return three.client.send(`POST /apps/messages/${change}`, { child_message_ids: [id], type: 'collab' })
        }),
      )
      await agree()
    }
  })

  test('[MSG-08] child messages are read and deleted; the message goes with the last one; a deleted message starts anew', async () => {
    const { owner, three } = world
    const folders = [(await world.nested()).folder, (await world.nested()).folder]
    for (const folder of folders) await invitedBy(owner, folder, `${three.user.id}:viewer`)
    const { message, children } = await childrenOf(three, owner)
    assert.deepEqual(
      children.slice(0, 2).map(({ item_name }) => item_name),
      [folders[1]!.name, folders[0]!.name],
    )
    const mark = (ids: number[]) =>
      three.client.call('POST /apps/messages/child_messages_mark_read', { child_message_ids: ids, type: 'collab' })
    const unread = (await messagesOf(three)).total_unread_message_count
    assert.equal((await mark([children[0]!.id])).total_unread_message_count, unread - 1)
    const foreign = { child_message_ids: [children[1]!.id], type: 'collab' as const }
    await world.two.client.call('POST /apps/messages/child_messages_delete', foreign)
    await world.two.client.call('POST /apps/messages/child_messages_mark_read', foreign)
    assert.equal((await messagesOf(three)).total_unread_message_count, unread - 1)
    await three.client.call('POST /apps/messages/mark_read', { message_ids: [message.id] })
    assert.ok((await childrenOf(three, owner)).children.every(({ has_read }) => has_read))
    // Messages of earlier tests can fill more than a page.
    for (let left = children; left.length > 0; left = (await findChildren(three, owner))?.children ?? [])
      await three.client.call('POST /apps/messages/child_messages_delete', {
        child_message_ids: left.map(({ id }) => id),
        type: 'collab',
      })
    assert.ok(!(await messagesOf(three)).messages.some(({ id }) => id === message.id))
    await three.client.refused('GET /apps/messages/child_messages_list', { message_id: message.id }, 'item_not_found')
    await invitedBy(owner, (await world.nested()).folder, `${three.user.id}:viewer`)
    const anew = await childrenOf(three, owner)
    assert.equal(anew.children.length, 1)
    await three.client.call('POST /apps/messages/delete', { message_ids: [anew.message.id] })
    await three.client.call('POST /apps/messages/restore', { message_ids: [anew.message.id] })
    assert.equal((await childrenOf(three, owner)).children.length, 1)
  })

  test('members of an invited group or department are notified with its name, and find the folder', async () => {
    const { folder } = await world.nested()
    const { owner, two, three, group, department } = world
    await invitedBy(owner, folder, '', `${group.id}:viewer;${department.id}:editor`)
    const [ofGroup] = (await childrenOf(two, owner)).children
    const [ofDepartment] = (await childrenOf(three, owner)).children
    assert.deepEqual([ofGroup!.collab_type, ofGroup!.accepted], ['group', true])
    assert.deepEqual([ofDepartment!.collab_type, ofDepartment!.group_name], ['department', '教务处'])
    assert.equal(ofDepartment!.item_typed_id, `folder_${folder.id}`)
    assert.equal(await canSee(three, folder), true)
  })
})
