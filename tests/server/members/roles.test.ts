import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Collab } from '@/contract/members'
import type { Role } from '@/contract/entities'
import {
  cells,
  expectedInvite,
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
import { canSee, forgetMessages, invitedBy, membersOf, summary, verdict } from './memberCalls'

const now = Date.UTC(2026, 10, 25)
let server: TestServer
let make: ReturnType<typeof factories>
let world: CollabWorld

before(async () => {
  server = await startTestServer({ clock: () => new Date(now), config: { logLevel: 'error' } })
  make = factories(server.deps)
  world = await makeCollabWorld(server, make)
})
after(() => server.close())

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
  await forgetMessages(server.deps.db)
  const { viewer } = cell
  const title = JSON.stringify(cell)
  const isBlind = viewer === 'reset'
  // A viewer who may not invite sees no invitations.
  const isUnknown = isBlind || (cell.standing === 'invited' && offeredInInvitation(viewer).length === 0)
  const refused = isBlind ? 'item_not_found' : isUnknown ? 'collab_not_found' : 'collab_role_refused'
  assert.equal(await invitation(cell), isBlind ? 'item_not_found' : expectedInvite(cell), `${title} invited`)
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

describe('[LIST-08] [COLL-01] the members of a folder', () => {
  beforeEach(() => forgetMessages(server.deps.db))

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
