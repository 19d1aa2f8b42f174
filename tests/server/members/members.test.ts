import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Collab } from '@/contract/members'
import type { Role } from '@/contract/entities'
import type { ItemRow } from '../../../server/database/tables'
import { departmentRoot } from '../../../server/queries/items/spaces'
import {
  cells,
  inviteTold,
  isChangeAllowed,
  isRemovalAllowed,
  offeredInInvitation,
  offeredTo,
  type Cell,
} from '../../support/members/memberTable'
import { makeCollabWorld, type CollabWorld, type Somebody } from '../../support/members/memberWorld'
import { sample } from '../../support/deep'
import { factories } from '../../support/factories'
import { roles } from '../../support/access/roleTable'
import { startTestServer, type TestServer } from '../../support/testServer'

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

const INFO = 'GET /apps/folders/get_collab_info_on_item'
const membersOf = async ({ client }: Somebody, { id }: Pick<ItemRow, 'id'>) => client.call(INFO, { folder_id: id })
const summary = ({ user, direct_role, final_role, unaccepted_role }: Collab) => ({
  name: user.name,
  direct_role,
  final_role,
  unaccepted_role,
})
const canSee = async ({ client }: Somebody, { id }: Pick<ItemRow, 'id'>) => {
  const { body } = await client.send('GET /apps/files/get_info', { item_typed_id: `folder_${id}` })
  return (body as { success: boolean }).success
}
const invitedBy = async (by: Somebody, folder: ItemRow, users: string, groups = '', message = '') =>
  by.client.call('POST /apps/collabs/invite', {
    folder_id: folder.id,
    invited_users: users,
    invited_groups: groups,
    invitation_message: message,
  })

/** The outcome of an answer, or the code of its refusal. */
async function verdict(sent: Promise<{ body: unknown }>): Promise<string> {
  const { success, errors } = (await sent).body as { success: boolean; errors?: Record<string, unknown> }
  if (success) return 'done'
  const [first] = Object.values(errors!)
  return ((Array.isArray(first) ? first[0] : first) as { error_code: string }).error_code
}

/** Creates the folder of a cell; returns it with the viewer and the parameters that name the member. */
async function staged({ viewer, target, standing, subject }: Cell) {
  const { above, folder } = await world.nested()
  const isOwnerSelf = subject === 'self' && target === 'owner'
  // A user outside the cell's group and department, whose roles they would share.
  const other = subject === 'department' ? world.two : world.three
  const looking = viewer === 'owner' ? world.owner : other
  const place = standing === 'inherited' ? above : folder
  if (viewer !== 'owner' && subject !== 'self') await world.give(folder, { user: other.user }, viewer)
  const member = subject === 'self' ? looking : world.one
  const isGroup = subject === 'group' || subject === 'department'
  const who = isGroup ? { group: subject === 'group' ? world.group : world.department } : { user: member.user }
  const grantId = isOwnerSelf ? 0 : await world.give(place, who, target, standing !== 'invited')
  const collabId = standing === 'inherited' ? 0 : grantId
  return {
    folder,
    looking,
    collabId,
    userId: isGroup ? (who as { group: { id: number } }).group.id : member.user.id,
    isGroup,
  }
}

async function change(cell: Cell, role: Role): Promise<string> {
  const { folder, looking, collabId, userId, isGroup } = await staged(cell)
  const entry = { collab_id: collabId, user_id: userId, role }
  const list =
    collabId !== 0 ? 'edit_collabs_roles' : isGroup ? 'invite_group_collabs_roles' : 'invite_user_collabs_roles'
  return verdict(looking.client.send('POST /apps/collabs/edit', { item_id: folder.id, [list]: [entry] }))
}

/** The outcome of inviting the member as viewer; null: success. */
async function invitation(cell: Cell): Promise<string | null> {
  const { folder, looking, userId, isGroup } = await staged(cell)
  const { body } = await looking.client.send('POST /apps/collabs/invite', {
    folder_id: folder.id,
    [isGroup ? 'invited_groups' : 'invited_users']: `${userId}:viewer`,
  })
  const { success, failed } = body as { success: boolean; failed?: { error_code: string }[] }
  return success ? (failed![0]?.error_code ?? null) : verdict(Promise.resolve({ body }))
}

/** Tries every change on one member. */
async function prove(cell: Cell): Promise<void> {
  const { viewer } = cell
  const title = JSON.stringify(cell)
  const isBlind = viewer === 'reset'
  // A viewer who may not invite sees no invitations.
  const isUnknown = isBlind || (cell.standing === 'invited' && offeredInInvitation(viewer).length === 0)
  const refused = isBlind ? 'item_not_found' : isUnknown ? 'collab_not_found' : 'collab_role_refused'
  assert.equal(await invitation(cell), isBlind ? 'item_not_found' : inviteTold(cell), `${title} invited`)
  for (const role of sample<Role>(['owner', 'coowner', 'editor', 'uploader'], 2)) {
    const wanted = offeredTo(cell).includes(role) ? 'done' : refused
    assert.equal(await change(cell, role), wanted, `${title} → ${role}`)
  }
  const mayReset = isChangeAllowed(cell) && cell.standing !== 'invited' && cell.subject !== 'self'
  assert.equal(await change(cell, 'reset'), mayReset ? 'done' : refused, `${title} → reset`)
  const { looking, collabId } = await staged(cell)
  if (collabId === 0) return
  const removed = await verdict(looking.client.send('POST /apps/collabs/delete', { collab_ids: [collabId] }))
  // Invisible entries are skipped.
  assert.equal(removed, isUnknown || isRemovalAllowed(cell) ? 'done' : 'collab_remove_refused', `${title} removed`)
  const left = await server.deps.db.selectFrom('collabs').select('id').where('id', '=', collabId).executeTakeFirst()
  assert.equal(left === undefined, !isUnknown && isRemovalAllowed(cell), `${title} is gone`)
}

const LANES = 6

describe('[COLL-02] [COLL-03] [COLL-09] the table of 2§5 on the server: viewer × member × how × who × invite, change or remove', () => {
  for (const viewer of roles) {
    const mine = sample(
      cells().filter((cell) => cell.viewer === viewer),
      8,
    )
    test(`the viewer ${viewer} can do what the table allows`, { timeout: 60_000 + 10_000 * mine.length }, async () => {
      // Each cell has its own folder; several run at once.
      const lanes = Array.from({ length: LANES }, (_, lane) => mine.filter((_cell, at) => at % LANES === lane))
      await Promise.all(
        lanes.map(async (lane) => {
          for (const cell of lane) await prove(cell)
        }),
      )
    })
  }
})

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
      is_refused: false,
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

  test('it expires after the enterprise’s days, 30 by default; sending it again, once a minute at most, restarts the days', async () => {
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

  test('after it expired the user can be invited again with another role', async () => {
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

describe('[LIST-08] [COLL-01] the members of a folder', () => {
  test('it lists the owner, roles given here and inherited roles with their source, and managers of the department separately', async () => {
    const { owner, one, two, three, guest, group } = world
    const { above, folder } = await world.nested()
    await world.give(above, { user: one.user }, 'coowner')
    await world.give(above, { group }, 'viewer')
    await world.give(folder, { user: two.user }, 'previewer')
    await world.give(folder, { user: guest.user }, 'viewer')
    await world.give(folder, { user: three.user }, 'editor', false)
    const found = await membersOf(owner, folder)
    const shown = found.accepted_collabs.map(({ user, final_role, direct_role, way, from, is_inherited }) => [
      user.is_group ? 'group' : user.name,
      final_role,
      direct_role,
      way,
      from?.typed_id ?? null,
      is_inherited,
    ])
    const place = `folder_${above.id}`
    assert.deepEqual(shown.slice(0, 3), [
      ['王珂', 'owner', 'owner', 'owner', null, false],
      ['外人', 'viewer', 'viewer', 'user', null, false],
      ['赵敏', 'previewer', 'previewer', 'user', null, false],
    ])
    assert.deepEqual(
      new Set(shown.slice(3)),
      new Set([
        ['group', 'viewer', null, 'group', place, true],
        ['李蔚', 'coowner', null, 'user', place, true],
      ]),
    )
    assert.deepEqual([found.total_count, found.unaccepted_count, found.final_role], [5, 1, 'owner'])
    const external = found.accepted_collabs.find(({ user }) => user.name === '外人')!
    assert.equal(external.user.is_external, true)
    // A user who may neither see the folder above nor invite here.
    const seen = await membersOf(guest, folder)
    assert.ok(seen.accepted_collabs.every(({ from }) => from === null))
    assert.deepEqual([seen.unaccepted_collabs, seen.may_invite], [[], false])
    const self = seen.accepted_collabs.find(({ current_user }) => current_user)!
    assert.equal(self.quit_collab_allowed, true)
    await three.client.refused(INFO, { folder_id: folder.id }, 'item_not_found')
  })

  test('members are paged and searched', async () => {
    const { owner, one, two } = world
    const { folder } = await world.nested()
    await world.give(folder, { user: one.user }, 'viewer')
    await world.give(folder, { user: two.user }, 'viewer')
    const page = (page_number: number) => owner.client.call(INFO, { folder_id: folder.id, page_number, page_size: 2 })
    const names = async (number: number) => (await page(number)).accepted_collabs.map(({ user }) => user.name)
    assert.deepEqual([await names(1), await names(2), (await page(1)).page_count], [['王珂', '李蔚'], ['赵敏'], 2])
    const found = await owner.client.call(INFO, { folder_id: folder.id, search_string: '蔚' })
    assert.deepEqual(
      found.accepted_collabs.map(({ user }) => user.name),
      ['李蔚'],
    )
  })

  test('[COLL-05] invitations are paged and searched like members, and all of them are counted', async () => {
    const { owner, one, two, three } = world
    const { folder } = await world.nested()
    await invitedBy(owner, folder, `${one.user.id}:viewer`)
    now += 1000
    await invitedBy(owner, folder, `${two.user.id}:viewer;${three.user.id}:viewer`)
    const page = async (page_number: number, search_string?: string) => {
      const input = { folder_id: folder.id, page_number, page_size: 2, search_string }
      const { unaccepted_collabs: invited, ...rest } = await owner.client.call(INFO, input)
      return {
        names: invited.map(({ user }) => user.name),
        counts: [rest.accepted_collabs.length, rest.total_count, rest.page_count, rest.unaccepted_count],
      }
    }
    assert.deepEqual(await page(1), { names: ['孙敏', '赵敏'], counts: [1, 1, 2, 3] })
    assert.deepEqual(await page(2), { names: ['李蔚'], counts: [0, 1, 2, 3] })
    assert.deepEqual((await page(1, '敏')).names, ['孙敏', '赵敏'])
    assert.deepEqual((await page(1, '李蔚@')).names, ['李蔚'])
    assert.deepEqual((await page(1, '%')).names, [])
  })

  test('a user and a group with the same number and name keep their places across pages', async () => {
    const { owner, enterprise } = world
    const { folder } = await world.nested()
    const user = await make.user({ enterprise, name: '同名' })
    const { db } = server.deps
    await sql`
      insert into groups (id, enterprise_id, name) overriding system value values (${user.id}, ${enterprise.id}, '同名')`.execute(
      db,
    )
    await sql`select setval(pg_get_serial_sequence('groups', 'id'), ${user.id})`.execute(db)
    await world.give(folder, { group: { id: user.id } }, 'viewer')
    await world.give(folder, { user }, 'viewer')
    const pageInput = (page_number: number) => ({ folder_id: folder.id, page_number, page_size: 1 })
    const found = []
    for (const page of [2, 3]) found.push(...(await owner.client.call(INFO, pageInput(page))).accepted_collabs)
    assert.deepEqual(
      found.map(({ user: { is_group: isGroup } }) => isGroup),
      [false, true],
    )
  })

  test('members show their effective role: the higher one of a nearer group or as a manager, not the one given by name', async () => {
    const { owner, one, group, enterprise } = world
    const { above, folder } = await world.nested()
    await world.give(above, { user: one.user }, 'viewer')
    await world.give(folder, { group }, 'editor')
    const found = (await membersOf(owner, folder)).accepted_collabs.find(({ user }) => user.name === '李蔚')!
    assert.deepEqual(
      [found.final_role, found.direct_role, found.way, found.from, found.is_inherited],
      ['editor', null, 'group', null, false],
    )
    const office = await make.department({ enterprise, name: '档案室' })
    const [boss, deputy] = [await make.user({ enterprise }), await make.user({ enterprise })]
    for (const user of [boss, deputy]) await make.member(office, user, { isManager: true })
    const file = await make.folder({ department: office })
    const id = await world.give(file, { user: deputy }, 'viewer')
    const { client: at } = await import('../../support/client')
    const me = await at(server).as(boss.login)
    const { accepted_collabs: members } = await me.call(INFO, { folder_id: file.id })
    const held = members.find(({ collab_id }) => collab_id === id)!
    assert.deepEqual([held.final_role, held.direct_role, held.way], ['coowner', 'viewer', 'manager'])
    // A coowner cannot change another coowner (2§5).
    const edit = {
      item_id: file.id,
      edit_collabs_roles: [{ collab_id: id, user_id: deputy.id, role: 'editor' as const }],
    }
    await me.refused('POST /apps/collabs/edit', edit, 'collab_role_refused')
  })

  test('[LIST-08] a department with many roles in its own folder is listed once per role, page by page', async () => {
    const { enterprise } = world
    const office = await make.department({ enterprise, name: '基建处' })
    const boss = await make.user({ enterprise })
    await make.member(office, boss, { isManager: true })
    const heldRoles = roles.filter((role) => role !== 'owner' && role !== 'reset')
    for (const role of heldRoles) await make.member(office, await make.user({ enterprise }), { role })
    const folder = await make.folder({ department: office })
    const { client: at } = await import('../../support/client')
    const me = await at(server).as(boss.login)
    const pageInput = (page_number: number, page_size: number) => ({ folder_id: folder.id, page_number, page_size })
    const { page_count: pages } = await me.call(INFO, pageInput(1, 2))
    for (const size of [1, 2, 3]) {
      const found: (Role | null)[] = []
      for (let page = 1; page <= pages * 2; page += 1)
        for (const { user, final_role: role } of (await me.call(INFO, pageInput(page, size))).accepted_collabs)
          if (user.is_department) found.push(role)
      assert.deepEqual(found.sort(), [...heldRoles].sort(), `pages of ${size}`)
    }
  })

  test('[COLL-06] resetting a department’s role on its own folder restores the roles of its members', async () => {
    const { enterprise } = world
    const office = await make.department({ enterprise, name: '校办' })
    const boss = await make.user({ enterprise })
    await make.member(office, boss, { isManager: true })
    for (const role of ['viewer', 'editor'] as const)
      await make.member(office, await make.user({ enterprise }), { role })
    const folder = await make.folder({ department: office })
    const id = await world.give(folder, { group: await make.groupOf(office) }, 'uploader')
    const { client: at } = await import('../../support/client')
    const { accepted_collabs: members } = await (await at(server).as(boss.login)).call(INFO, { folder_id: folder.id })
    const departments = members.filter(({ user }) => user.is_department)
    assert.deepEqual(
      departments.map(({ collab_id, final_role, role_otherwise }) => [collab_id, final_role, role_otherwise]),
      [[id, 'uploader', 'editor']],
    )
  })

  test('a role on a higher department’s folder gives nobody access to a lower department’s folder', async () => {
    const { enterprise, one, two } = world
    const top = await make.department({ enterprise, name: '学院' })
    const office = await make.department({ parent: top, name: '系办' })
    const boss = await make.user({ enterprise })
    await make.member(office, boss, { isManager: true })
    const folder = await make.folder({ department: office })
    await world.give({ id: (await departmentRoot(server.deps.db, top.id))! }, { user: one.user }, 'editor')
    await world.give({ id: (await departmentRoot(server.deps.db, office.id))! }, { user: two.user }, 'viewer')
    const { client: at } = await import('../../support/client')
    const found = await (await at(server).as(boss.login)).call(INFO, { folder_id: folder.id })
    const names = found.accepted_collabs.map(({ user }) => user.name)
    assert.deepEqual([names, found.total_count], [['王珂', '赵敏'], 2])
    assert.equal(await canSee(one, folder), false)
  })

  test('groups and departments count their active people, each once', async () => {
    const { enterprise, owner, one, two } = world
    const { folder } = await world.nested()
    const left = await make.user({ enterprise })
    await server.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', left.id).execute()
    const group = await make.group({ enterprise, members: [one.user, left] })
    const office = await make.department({ enterprise, name: '处' })
    const room = await make.department({ parent: office, name: '室' })
    for (const user of [one.user, left]) await make.member(office, user)
    for (const user of [one.user, two.user]) await make.member(room, user)
    await world.give(folder, { group }, 'viewer')
    await world.give(folder, { group: await make.groupOf(office) }, 'viewer')
    const { accepted_collabs: members } = await membersOf(owner, folder)
    const counts = members.filter(({ way }) => way !== 'owner').map(({ user }) => [user.is_department, user.user_count])
    assert.deepEqual(counts.sort(), [
      [false, 1],
      [true, 2],
    ])
  })

  test('a department’s folder lists its members as one entry, its managers and the managers above', async () => {
    const company = await make.enterprise()
    const top = await make.department({ enterprise: company, name: '总部' })
    const office = await make.department({ parent: top, name: '办公室' })
    const boss = await make.user({ enterprise: company, name: '主任' })
    await make.member(top, boss, { isManager: true })
    const clerk = await make.user({ department: office, name: '文员' })
    await make.user({ department: office, name: '文员二' })
    const folder = await make.folder({ department: office })
    const { client: at } = await import('../../support/client')
    const me = { user: clerk, client: await at(server).as(clerk.login) }
    const found = await membersOf(me, folder)
    assert.deepEqual(
      found.file_managers.map(({ name, final_role }) => [name, final_role]),
      [['主任', 'coowner']],
    )
    const [department] = found.accepted_collabs.filter(({ user }) => user.is_department)
    assert.deepEqual(
      [
        department!.user.name,
        department!.user.user_count,
        department!.final_role,
        department!.way,
        department!.collab_id,
      ],
      ['办公室', 2, 'editor', 'member', null],
    )
    const reach = await me.client.call('GET /apps/files/who_can_see', { item_typed_id: `folder_${folder.id}` })
    assert.deepEqual(
      reach.people.map(({ user, ways }) => [user.name, ways[0]!.way]).filter(([name]) => /主任|文员/.test(name!)),
      [
        ['主任', 'manager'],
        ['文员', 'member'],
        ['文员二', 'member'],
      ],
    )
  })

  test('[COLL-06] a reset is shown in the list and hides the folder and its contents', async () => {
    const { owner, one } = world
    const { above, folder } = await world.nested()
    await world.give(above, { user: one.user }, 'viewer')
    const below = await make.folder({ parent: folder })
    const edit = { item_id: folder.id, invite_user_collabs_roles: [{ user_id: one.user.id, role: 'reset' as const }] }
    const { collabs } = await owner.client.call('POST /apps/collabs/edit', edit)
    assert.deepEqual(collabs.map(summary), [
      { name: '李蔚', direct_role: 'reset', final_role: 'reset', unaccepted_role: null },
    ])
    assert.deepEqual(
      [await canSee(one, folder), await canSee(one, below), await canSee(one, above)],
      [false, false, true],
    )
    assert.ok((await membersOf(owner, folder)).accepted_collabs.some(({ final_role }) => final_role === 'reset'))
  })

  test('[COLL-04] [COLL-06] a removed role falls back to the inherited one, shown to whoever removes it; the member is notified', async () => {
    const { owner, one, two, guest, group } = world
    const { above, folder } = await world.nested()
    await world.give(above, { user: one.user }, 'viewer')
    await world.give(above, { group }, 'previewer')
    const guests = await world.give(folder, { user: guest.user }, 'editor')
    const [reset, lower, alone] = [
      await world.give(folder, { user: one.user }, 'reset'),
      await world.give(folder, { user: two.user }, 'editor'),
      await world.give(folder, { group }, 'uploader'),
    ]
    const otherwise = async (who: Somebody) =>
      Object.fromEntries(
        (await membersOf(who, folder)).accepted_collabs.map(({ user, role_otherwise: role }) => [
          user.is_group ? 'group' : user.name,
          role,
        ]),
      )
    const all = { 王珂: null, 李蔚: 'uploader', 赵敏: 'uploader', 外人: null, group: 'previewer' }
    assert.deepEqual(await otherwise(owner), all)
    assert.deepEqual(await otherwise(guest), { ...all, 李蔚: null, 赵敏: null, group: null })
    const own = await one.client.call('GET /apps/messages/get_list', { types: 'collab' })
    const toldOf = async ({ client }: Somebody) => {
      const { messages } = await client.call('GET /apps/messages/get_list', { types: 'collab' })
      return messages
        .filter(({ item_name }) => item_name === folder.name)
        .map((each) => each.most_recent_message.notice?.action)
        .sort()
    }
    await owner.client.call('POST /apps/collabs/delete', { collab_ids: [reset, lower] })
    assert.deepEqual([await canSee(one, folder), await canSee(two, folder)], [true, true])
    assert.deepEqual([await toldOf(one), await toldOf(two)], [['collab_role'], ['collab_role']])
    assert.ok(own.messages.every(({ item_name }) => item_name !== folder.name))
    // The group gets its role from above again; a member with a higher role by name keeps it.
    await owner.client.call('POST /apps/collabs/delete', { collab_ids: [alone] })
    assert.deepEqual(await toldOf(one), ['collab_role'])
    const edit = { item_id: folder.id, invite_user_collabs_roles: [{ user_id: one.user.id, role: 'reset' as const }] }
    await owner.client.call('POST /apps/collabs/edit', edit)
    assert.deepEqual(await toldOf(one), ['collab_removed', 'collab_role'])
    const [held] = (await membersOf(owner, folder)).accepted_collabs.filter(({ user }) => user.id === one.user.id)
    assert.deepEqual([held!.direct_role, held!.role_otherwise], ['reset', 'viewer'])
    // Members who already had that role are not notified.
    const same = { collab_id: guests, user_id: guest.user.id, role: 'editor' as const }
    await owner.client.call('POST /apps/collabs/edit', { item_id: folder.id, edit_collabs_roles: [same] })
    assert.deepEqual(await toldOf(guest), [])
  })

  test('[COLL-01] [COLL-05] a user with an inherited role and a pending invitation is listed once with each', async () => {
    const { owner, one, two } = world
    const { above, folder } = await world.nested()
    await world.give(above, { user: one.user }, 'viewer')
    await world.give(above, { user: two.user }, 'viewer')
    await invitedBy(owner, folder, `${one.user.id}:editor;${two.user.id}:viewer;${world.three.user.id}:viewer`)
    const found = await membersOf(owner, folder)
    const named = (collabs: Collab[]) => collabs.map((each) => ({ ...summary(each), invited: each.invited !== null }))
    const rolesOf = { direct_role: null, final_role: 'viewer' as const }
    assert.deepEqual(named(found.accepted_collabs.filter(({ user }) => user.name !== '王珂')), [
      { name: '李蔚', ...rolesOf, unaccepted_role: null, invited: false },
      { name: '赵敏', ...rolesOf, unaccepted_role: null, invited: false },
    ])
    assert.deepEqual(
      found.accepted_collabs.map(({ collab_id: id }) => id),
      [null, null, null],
    )
    assert.deepEqual(
      named(found.unaccepted_collabs).sort((a, b) => a.name.localeCompare(b.name)),
      [
        { name: '李蔚', ...rolesOf, unaccepted_role: 'editor' as const, invited: true },
        { name: '孙敏', ...rolesOf, final_role: null, unaccepted_role: 'viewer' as const, invited: true },
        { name: '赵敏', ...rolesOf, unaccepted_role: 'viewer' as const, invited: true },
      ].sort((a, b) => a.name.localeCompare(b.name)),
    )
    assert.deepEqual([found.total_count, found.unaccepted_count], [3, 1])
    // Editing by collab_id changes the role of the invitation; editing by user changes the user's role and ends the invitation.
    const idOf = (who: Somebody) => found.unaccepted_collabs.find(({ user }) => user.id === who.user.id)!.collab_id!
    const direct = { collab_id: idOf(one), user_id: one.user.id, role: 'uploader' as const }
    await owner.client.call('POST /apps/collabs/edit', { item_id: folder.id, edit_collabs_roles: [direct] })
    const begun = { user_id: two.user.id, role: 'uploader' as const }
    await owner.client.call('POST /apps/collabs/edit', { item_id: folder.id, invite_user_collabs_roles: [begun] })
    const after = await membersOf(owner, folder)
    assert.deepEqual(
      named([...after.accepted_collabs, ...after.unaccepted_collabs].filter(({ user }) => /李蔚|赵敏/.test(user.name))),
      [
        { name: '赵敏', direct_role: 'uploader', final_role: 'uploader', unaccepted_role: null, invited: false },
        { name: '李蔚', ...rolesOf, unaccepted_role: null, invited: false },
        { name: '李蔚', ...rolesOf, unaccepted_role: 'uploader', invited: true },
      ],
    )
    // A user who is only invited must accept by themself.
    const waiting = { user_id: world.three.user.id, role: 'editor' as const }
    await owner.client.call('POST /apps/collabs/edit', { item_id: folder.id, invite_user_collabs_roles: [waiting] })
    assert.equal(await canSee(world.three, folder), false)
  })

  test('[COLL-04] a removed member and one who quits leave the list', async () => {
    const { owner, one, two } = world
    const { folder } = await world.nested()
    const mine = await world.give(folder, { user: one.user }, 'viewer')
    const theirs = await world.give(folder, { user: two.user }, 'viewer')
    assert.equal((await owner.client.call('POST /apps/collabs/delete', { collab_ids: [theirs] })).is_accessible, true)
    assert.equal((await one.client.call('POST /apps/collabs/delete', { collab_ids: [mine] })).is_accessible, false)
    assert.deepEqual(
      (await membersOf(owner, folder)).accepted_collabs.map(({ user }) => user.name),
      ['王珂'],
    )
    const { messages } = await two.client.call('GET /apps/messages/get_list', { types: 'collab' })
    assert.equal(messages[0]!.most_recent_message.notice?.action, 'collab_removed')
    await owner.client.call('POST /apps/collabs/delete', { collab_ids: [theirs] })
  })
})

describe('[AH-45] the users who can see an item', () => {
  const WHO = 'GET /apps/files/who_can_see'
  test('every access path is listed, the effective one first; groups are named; outsiders only if added by name, groups as one', async () => {
    const { owner, one, two, guest, group } = world
    const { above, folder } = await world.nested()
    await world.give(above, { group }, 'editor')
    await world.give(folder, { user: one.user }, 'viewer')
    await world.give(folder, { user: guest.user }, 'previewer')
    const file = await make.file({ parent: folder })
    const input = { item_typed_id: `file_${file.id}` as const }
    const { people, total_count } = await owner.client.call(WHO, input)
    assert.equal(total_count, 4)
    const ways = (name: string) =>
      people
        .find(({ user }) => user.name === name)!
        .ways.map(({ way, role, place, group: by, is_decisive }) => [
          way,
          role,
          place?.typed_id,
          by?.id ?? null,
          is_decisive,
        ])
    assert.deepEqual(ways('李蔚'), [
      ['user', 'viewer', `folder_${folder.id}`, null, true],
      ['group', 'editor', `folder_${above.id}`, group.id, false],
    ])
    assert.deepEqual(ways('赵敏'), [['group', 'editor', `folder_${above.id}`, group.id, true]])
    assert.equal(ways('王珂')[0]![0], 'owner')
    const seen = await guest.client.call(WHO, input)
    assert.ok(!seen.people.some(({ user }) => user.name === '赵敏'))
    assert.ok(seen.people.some(({ user }) => user.is_group))
    assert.ok(
      seen.people
        .flatMap((each) => each.ways)
        .every(
          ({ place, is_inherited }) => !is_inherited || place === null || place.typed_id === `folder_${folder.id}`,
        ),
    )
    const mine = await two.client.call(WHO, { ...input, search_string: '李', page_size: 1 })
    assert.deepEqual([mine.people.map(({ user }) => user.name), mine.page_count], [['李蔚'], 1])
  })

  test('owners see all links, members their own, without address or password; closed and foreign links are omitted', async () => {
    const { owner, one, two } = world
    const { above, folder } = await world.nested()
    await world.give(folder, { user: one.user }, 'editor')
    await world.give(folder, { user: two.user }, 'viewer')
    const upper = await make.shareLink(owner.user, [above])
    const own = await make.shareLink(one.user, [folder])
    await make.shareLink(owner.user, [folder], { closed_at: new Date(now) })
    await make.shareLink(owner.user, [folder], { due_at: new Date(now - 1000) })
    const input = { item_typed_id: `folder_${folder.id}` as const }
    const links = async ({ client }: Somebody) => {
      const { links, are_links_complete: isAll } = await client.call(WHO, input)
      return [links.map(({ id }) => id), isAll]
    }
    assert.deepEqual(await links(owner), [[own.id, upper.id], true])
    assert.deepEqual(await links(one), [[own.id], false])
    assert.deepEqual(await links(two), [[], false])
    const { links: told } = await owner.client.call(WHO, input)
    assert.deepEqual(
      told.map(({ is_inherited }) => is_inherited),
      [false, true],
    )
    for (const { unique_name } of [upper, own]) assert.ok(!JSON.stringify(told).includes(unique_name))
  })

  test('newer expired links never hide a working link, and the answer says that some are omitted', async () => {
    const { owner } = world
    const { folder } = await world.nested()
    const open = await make.shareLink(owner.user, [folder])
    const due_at = new Date(now - 1000)
    const over = await Promise.all(Array.from({ length: 201 }, () => make.shareLink(owner.user, [folder], { due_at })))
    const visibleLinks = async () => {
      const { links, has_more_links: hasMore } = await owner.client.call(WHO, { item_typed_id: `folder_${folder.id}` })
      return { ids: links.map(({ id }) => id), hasMore }
    }
    assert.deepEqual(await visibleLinks(), { ids: [open.id], hasMore: false })
    const { db } = server.deps
    const ids = over.map(({ id }) => id)
    // 200 of them have no previews left.
    const used = { due_at: null, preview_limit: 1, preview_count: 1, disable_download: true }
    await db.updateTable('share_links').set(used).where('id', 'in', ids).execute()
    assert.deepEqual(await visibleLinks(), { ids: [open.id], hasMore: false })
    await db.updateTable('share_links').set({ preview_limit: null }).where('id', 'in', ids).execute()
    const { ids: shown, hasMore } = await visibleLinks()
    assert.deepEqual([shown.length, shown.includes(open.id), hasMore], [200, false, true])
  })
})
