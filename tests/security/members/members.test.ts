import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ItemRow } from '../../../server/database/tables'
import { makeCollabWorld, type CollabWorld, type Somebody } from '../../support/members/memberWorld'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>
let world: CollabWorld

before(async () => {
  server = await startTestServer({ live: { gather: 20, heartbeat: 100, retry: 100 } })
  make = factories(server.deps)
  world = await makeCollabWorld(server, make)
})
after(() => server.close())

const INVITE = 'POST /apps/collabs/invite'
const EDIT = 'POST /apps/collabs/edit'
const DELETE = 'POST /apps/collabs/delete'
const roleOf = async ({ client }: Somebody, { id }: Pick<ItemRow, 'id'>) => {
  const { body } = await client.send('GET /apps/files/get_info', { item_typed_id: `folder_${id}` })
  return (body as { item?: { final_role: string } }).item?.final_role ?? null
}
const INFO = 'GET /apps/folders/get_collab_info_on_item'
const CHILDREN = 'GET /apps/messages/child_messages_list'
/** The user's messages about invitations. */
const messagesOf = async ({ client }: Somebody) => {
  const { messages } = await client.call('GET /apps/messages/get_list', { types: 'collab' })
  const inside = messages.flatMap(({ type, id }) =>
    type === 'collab' ? client.call(CHILDREN, { message_id: id }) : [],
  )
  return { messages, children: (await Promise.all(inside)).flatMap(({ child_messages }) => child_messages) }
}
const rename = ({ client }: Somebody, { id }: Pick<ItemRow, 'id'>, name: string) =>
  client.call('POST /apps/files/edit', { item_typed_id: `folder_${id}`, name })
const roleRow = (id: number) =>
  server.deps.db.selectFrom('collabs').select(['role', 'accepted']).where('id', '=', id).executeTakeFirst()

describe('inviting or changing beyond one’s rights', () => {
  test('an editor cannot raise their own role, directly, by a group or by another invitation', async () => {
    const { one, two, group } = world
    const { folder } = await world.nested()
    await world.give(folder, { user: one.user }, 'editor')
    for (const role of ['coowner', 'owner', 'reset'])
      await one.client.refused(
        INVITE,
        { folder_id: folder.id, invited_users: `${one.user.id}:${role}` },
        'collab_role_refused',
      )
    const self = await one.client.call(INVITE, { folder_id: folder.id, invited_users: `${one.user.id}:editor` })
    assert.deepEqual(
      self.failed.map(({ error_code }) => error_code),
      ['collab_already'],
    )
    await one.client.call(INVITE, { folder_id: folder.id, invited_groups: `${group.id}:editor` })
    assert.equal(await roleOf(one, folder), 'editor')
    assert.equal(await roleOf(two, folder), 'editor')
  })

  test('an editor cannot give back access that an owner removed', async () => {
    const { one, two } = world
    const { above, folder } = await world.nested()
    await world.give(above, { user: one.user }, 'editor')
    await world.give(above, { user: two.user }, 'viewer')
    await world.give(folder, { user: two.user }, 'reset')
    const below = await make.folder({ parent: folder })
    for (const { id } of [folder, below]) {
      const done = await one.client.call(INVITE, { folder_id: id, invited_users: `${two.user.id}:viewer` })
      assert.equal(done.failed.length, 1)
      assert.equal(done.collab_users_info.length, 0)
    }
    assert.equal(await roleOf(two, below), null)
  })

  test('a user with a lowered or reset role cannot regain rights by quitting', async () => {
    const { one } = world
    const { above, folder } = await world.nested()
    await world.give(above, { user: one.user }, 'editor')
    const lowered = await world.give(folder, { user: one.user }, 'viewer')
    await one.client.refused(DELETE, { collab_ids: [lowered] }, 'collab_remove_refused')
    const reset = await make.folder({ parent: above })
    const taken = await world.give(reset, { user: one.user }, 'reset')
    await one.client.call(DELETE, { collab_ids: [taken] })
    assert.equal(await roleOf(one, reset), null)
    await one.client.refused('GET /apps/collabs/get', { collab_id: taken }, 'invitation_invalid')
  })

  test('[COLL-04] nobody gains the right to upload by quitting a lesser role', async () => {
    const { one, two } = world
    const { above, folder } = await world.nested()
    await world.give(above, { user: one.user }, 'previewer_uploader')
    await world.give(above, { user: two.user }, 'uploader')
    const [viewer, previewer] = [
      await world.give(folder, { user: one.user }, 'viewer'),
      await world.give(folder, { user: two.user }, 'previewer'),
    ]
    await one.client.refused(DELETE, { collab_ids: [viewer] }, 'collab_remove_refused')
    await two.client.refused(DELETE, { collab_ids: [previewer] }, 'collab_remove_refused')
    const { accepted_collabs: members } = await one.client.call(INFO, { folder_id: folder.id })
    assert.equal(members.find(({ collab_id: id }) => id === viewer)?.quit_collab_allowed, false)
  })

  test('[COLL-05] only an owner resends, changes and replaces an invitation as coowner', async () => {
    const { owner, one, two } = world
    const { above, folder } = await world.nested()
    await world.give(folder, { user: one.user }, 'coowner')
    await world.give(above, { user: two.user }, 'viewer')
    const id = await world.give(folder, { user: two.user }, 'coowner', false)
    const past = { inviter_id: owner.user.id, invited_at: new Date(0), expires_at: new Date(1) }
    await server.deps.db.updateTable('collabs').set(past).where('id', '=', id).execute()
    await one.client.refused('POST /apps/collabs/resend', { collab_id: id }, 'permission_denied')
    const begun = { item_id: folder.id, invite_user_collabs_roles: [{ user_id: two.user.id, role: 'viewer' as const }] }
    await one.client.refused(EDIT, begun, 'collab_role_refused')
    assert.deepEqual(await roleRow(id), { role: 'coowner', accepted: false })
    await owner.client.call('POST /apps/collabs/resend', { collab_id: id })
    await owner.client.call(EDIT, begun)
    assert.deepEqual(await roleRow(id), { role: 'viewer', accepted: true })
  })

  test('[COLL-06] an invitation cannot offer the role reset', async () => {
    const { owner, one } = world
    const { above, folder } = await world.nested()
    await world.give(above, { user: one.user }, 'viewer')
    const id = await world.give(folder, { user: one.user }, 'editor', false)
    const edit = (entry: object) => ({ item_id: folder.id, edit_collabs_roles: [entry] })
    const reset = { collab_id: id, user_id: one.user.id, role: 'reset' as const }
    await owner.client.refused(EDIT, edit(reset), 'collab_role_refused')
    assert.deepEqual(await roleRow(id), { role: 'editor', accepted: false })
  })

  test('a user who may not invite cannot discover invitations by changing them or by choosing people', async () => {
    const { guest, owner, one } = world
    const { folder } = await world.nested()
    await world.give(folder, { user: guest.user }, 'coowner')
    const { collab_users_info: made } = await owner.client.call(INVITE, {
      folder_id: folder.id,
      invited_users: `${one.user.id}:viewer`,
    })
    const entry = { collab_id: made[0]!.collab_id!, user_id: one.user.id, role: 'editor' as const }
    await guest.client.refused(EDIT, { item_id: folder.id, edit_collabs_roles: [entry] }, 'collab_not_found')
    const begun = { user_id: one.user.id, role: 'editor' as const }
    await guest.client.refused(EDIT, { item_id: folder.id, invite_user_collabs_roles: [begun] }, 'collab_not_found')
    const input = { item_typed_id: `folder_${folder.id}` as const }
    await guest.client.refused('GET /apps/contacts/get', input, 'permission_denied')
    assert.deepEqual(await roleRow(entry.collab_id), { role: 'viewer', accepted: false })
  })

  test('users without access never see a folder’s current name, neither in invitations nor in answers to the inviter', async () => {
    const { owner, one, two, three, group } = world
    const { folder } = await world.nested()
    const mine = await world.give(folder, { user: three.user }, 'editor')
    const invited = await three.client.call(INVITE, {
      folder_id: folder.id,
      invited_users: `${one.user.id}:viewer`,
      invited_groups: `${group.id}:viewer`,
    })
    const id = invited.collab_users_info[0]!.collab_id!
    await owner.client.call(DELETE, { collab_ids: [mine] })
    await rename(owner, folder, '甲')
    assert.deepEqual((await messagesOf(one)).children.map(({ item_name: name }) => name).slice(0, 2), ['甲', '甲'])
    await one.client.call('POST /apps/collabs/accept', { collab_id: id })
    assert.doesNotMatch(JSON.stringify(await messagesOf(three)), /甲/)
    const reset = { collab_id: id, user_id: one.user.id, role: 'reset' as const }
    await owner.client.call(EDIT, { item_id: folder.id, edit_collabs_roles: [reset] })
    const { db } = server.deps
    await db.deleteFrom('group_members').where('user_id', '=', two.user.id).execute()
    await rename(owner, folder, '绝密')
    for (const who of [one, two]) {
      const received = await messagesOf(who)
      assert.ok(!JSON.stringify(received).includes('绝密'), who.user.name)
      const ofFolder = received.children.filter(({ collab_id }) =>
        [id, invited.collab_groups_info[0]!.collab_id].includes(collab_id),
      )
      assert.ok(ofFolder.length > 0 && ofFolder.every(({ item_typed_id: typedId }) => typedId === null))
    }
    await db.insertInto('group_members').values({ group_id: group.id, user_id: two.user.id }).execute()
  })

  test('nobody can invite or look up a department below a deleted one', async () => {
    const { enterprise, owner } = world
    const top = await make.department({ enterprise, name: '旧部门' })
    const office = await make.groupOf(await make.department({ parent: top, name: '旧科室' }))
    const ask = { folder_id: (await world.nested()).folder.id, invited_groups: `${office.id}:viewer` }
    const { db } = server.deps
    const deleted = { deleted_at: new Date(), deleted_by: owner.user.id }
    await db.updateTable('items').set(deleted).where('department_id', '=', top.id).execute()
    const { failed } = await owner.client.call(INVITE, ask)
    assert.deepEqual(
      failed.map(({ name, error_code }) => [name, error_code]),
      [['', 'collab_unknown']],
    )
    await db.updateTable('items').set({ deleted_at: null }).where('department_id', '=', top.id).execute()
    assert.deepEqual((await owner.client.call(INVITE, ask)).failed, [])
  })

  test('a guest of another company, even as editor or coowner, invites nobody of either company', async () => {
    const { guest, one } = world
    for (const role of ['editor', 'coowner'] as const) {
      const { folder } = await world.nested()
      await world.give(folder, { user: guest.user }, role)
      for (const id of [one.user.id, guest.user.id])
        await guest.client.refused(INVITE, { folder_id: folder.id, invited_users: `${id}:viewer` }, 'permission_denied')
    }
  })

  test('nobody can invite to foreign folders, the root of a space, files or deleted items', async () => {
    const { owner, one, guest } = world
    const ask = (id: number) => ({ folder_id: id, invited_users: `${one.user.id}:viewer` })
    const { above, folder } = await world.nested()
    await guest.client.refused(INVITE, ask(folder.id), 'item_not_found')
    await one.client.refused(INVITE, ask(folder.id), 'item_not_found')
    const file = await make.file({ parent: folder })
    await owner.client.refused(INVITE, ask(file.id), 'permission_denied')
    const root = await server.deps.db
      .selectFrom('items')
      .select('id')
      .where('personal_of', '=', owner.user.id)
      .executeTakeFirstOrThrow()
    await owner.client.refused(INVITE, ask(root.id), 'permission_denied')
    await owner.client.call('POST /apps/files/delete', { item_typed_ids: [`folder_${above.id}`] })
    await owner.client.refused(INVITE, ask(folder.id), 'item_is_deleted')
  })

  test('an entry of another folder, under another name, or of the owner cannot be changed', async () => {
    const { owner, one, two } = world
    const { folder } = await world.nested()
    const other = (await world.nested()).folder
    const id = await world.give(other, { user: two.user }, 'viewer')
    await world.give(folder, { user: one.user }, 'coowner')
    const ask = (entry: object) => ({ item_id: folder.id, edit_collabs_roles: [entry] })
    await one.client.refused(EDIT, ask({ collab_id: id, user_id: two.user.id, role: 'editor' }), 'collab_not_found')
    const here = await world.give(folder, { user: two.user }, 'viewer')
    await one.client.refused(EDIT, ask({ collab_id: here, user_id: one.user.id, role: 'editor' }), 'collab_not_found')
    for (const role of ['viewer', 'coowner', 'reset'] as const) {
      const input = { item_id: folder.id, invite_user_collabs_roles: [{ user_id: owner.user.id, role }] }
      await one.client.refused(EDIT, input, 'collab_role_refused')
    }
    await one.client.call(DELETE, { collab_ids: [id] })
    assert.deepEqual(await roleRow(id), { role: 'viewer', accepted: true }, 'of a folder that one does not see')
    await owner.client.refused(EDIT, { item_id: folder.id }, 'invalid_request')
  })

  test('a change is all or nothing: if the user may not change one entry, no entry changes', async () => {
    const { one, two, three } = world
    const { folder } = await world.nested()
    await world.give(folder, { user: one.user }, 'coowner')
    const low = await world.give(folder, { user: two.user }, 'viewer')
    const high = await world.give(folder, { user: three.user }, 'coowner')
    const edit = [
      { collab_id: low, user_id: two.user.id, role: 'editor' as const },
      { collab_id: high, user_id: three.user.id, role: 'editor' as const },
    ]
    await one.client.refused(EDIT, { item_id: folder.id, edit_collabs_roles: edit }, 'collab_role_refused')
    await one.client.refused(DELETE, { collab_ids: [low, high] }, 'collab_remove_refused')
    assert.equal((await roleRow(low))!.role, 'viewer')
    assert.equal((await roleRow(high))!.role, 'coowner')
  })

  test('changing a role never adds a user without access', async () => {
    const { owner, one, guest, group } = world
    const { folder } = await world.nested()
    for (const { user } of [one, guest])
      await owner.client.refused(
        EDIT,
        { item_id: folder.id, invite_user_collabs_roles: [{ user_id: user.id, role: 'viewer' }] },
        'collab_not_found',
      )
    const input = { item_id: folder.id, invite_group_collabs_roles: [{ user_id: group.id, role: 'viewer' as const }] }
    await owner.client.refused(EDIT, input, 'collab_not_found')
  })

  test('one of two concurrent invitations of a user succeeds, and the other answers that the user is already invited', async () => {
    const { owner, one, two } = world
    for (let round = 0; round < 5; round += 1) {
      const { folder } = await world.nested()
      await world.give(folder, { user: one.user }, 'coowner')
      const inviteInput = (role: string) => ({ folder_id: folder.id, invited_users: `${two.user.id}:${role}` })
      const sent = [owner.client.call(INVITE, inviteInput('editor')), one.client.call(INVITE, inviteInput('viewer'))]
      const answers = await Promise.all(sent)
      const [first, second] = [...answers].sort((a, b) => a.failed.length - b.failed.length)
      assert.deepEqual([first!.failed, second!.failed[0]?.error_code], [[], 'collab_already'])
      const [made] = first!.collab_users_info
      assert.equal((await roleRow(made!.collab_id!))!.role, made!.unaccepted_role)
    }
  })

  test('two concurrent edits run one after the other; a coowner removed meanwhile changes nothing', async () => {
    const { owner, one, two } = world
    for (let round = 0; round < 5; round += 1) {
      const { folder } = await world.nested()
      const mine = await world.give(folder, { user: one.user }, 'coowner')
      const id = await world.give(folder, { user: two.user }, 'viewer')
      const edit = {
        item_id: folder.id,
        edit_collabs_roles: [{ collab_id: id, user_id: two.user.id, role: 'editor' as const }],
      }
      const [, sent] = await Promise.all([
        owner.client.call(DELETE, { collab_ids: [mine] }),
        one.client.send(EDIT, edit),
      ])
      const isDone = (sent.body as { success: boolean }).success
      assert.equal((await roleRow(id))!.role, isDone ? 'editor' : 'viewer')
      await one.client.refused(EDIT, edit, 'item_not_found')
    }
  })
})

describe('every change of rights is in the audit log, before and after', () => {
  test('inviting, accepting, changing and removing are recorded', async () => {
    const { owner, one } = world
    const { folder } = await world.nested()
    const { collab_users_info: made } = await owner.client.call(INVITE, {
      folder_id: folder.id,
      invited_users: `${one.user.id}:viewer`,
    })
    const id = made[0]!.collab_id!
    await one.client.call('POST /apps/collabs/accept', { collab_id: id })
    await owner.client.call(EDIT, {
      item_id: folder.id,
      edit_collabs_roles: [{ collab_id: id, user_id: one.user.id, role: 'editor' }],
    })
    await one.client.call(DELETE, { collab_ids: [id] })
    const { entries } = await owner.client.call('GET /apps/audit/list', { deed: 'collaborator_changed', limit: 4 })
    assert.deepEqual(
      entries
        .reverse()
        .map(({ user, item, detail }) => [user?.name, item?.id, detail?.user_id, detail?.before, detail?.after]),
      [
        ['王珂', folder.id, one.user.id, null, { role: 'viewer', accepted: false }],
        ['李蔚', folder.id, one.user.id, { role: 'viewer', accepted: false }, { role: 'viewer', accepted: true }],
        ['王珂', folder.id, one.user.id, { role: 'viewer', accepted: true }, { role: 'editor', accepted: true }],
        ['李蔚', folder.id, one.user.id, { role: 'editor', accepted: true }, null],
      ],
    )
  })
})
