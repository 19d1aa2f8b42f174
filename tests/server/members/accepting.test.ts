import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Permission, Role } from '@/contract/entities'
import { permissionsOf } from '@/domain/items/roles'
import type { ItemRow } from '../../../server/database/tables'
import { departmentRoot } from '../../../server/queries/items/spaces'
import { client } from '../../support/client'
import { factories } from '../../support/factories'
import { makeCollabWorld, type CollabWorld, type Somebody } from '../../support/members/memberWorld'
import { startTestServer, type TestServer } from '../../support/testServer'
import { invitedBy, membersOf } from './memberCalls'

let server: TestServer
let make: ReturnType<typeof factories>
let world: CollabWorld

before(async () => {
  server = await startTestServer({ config: { logLevel: 'error' } })
  make = factories(server.deps)
  world = await makeCollabWorld(server, make)
})
after(() => server.close())

async function invite(folder: ItemRow, { user }: Somebody, role: Role): Promise<number> {
  const { collab_users_info: made, failed } = await invitedBy(world.owner, folder, `${user.id}:${role}`)
  assert.deepEqual(failed, [])
  return made[0]!.collab_id!
}

const accept = ({ client }: Somebody, id: number) => client.call('POST /apps/collabs/accept', { collab_id: id })

const permissionsIn = async ({ client }: Somebody, { id }: Pick<ItemRow, 'id'>): Promise<Permission[]> => {
  const { item } = await client.call('GET /apps/files/get_info', { item_typed_id: `folder_${id}` })
  return item!.permissions.filter((permission) => permission !== 'permanent_delete')
}

const roleIn = async (who: Somebody, folder: Pick<ItemRow, 'id'>) => (await membersOf(who, folder)).final_role

/** Roles before, offered and after. */
const table: [before: Role, offered: Role, after: Role][] = [
  ['editor', 'viewer', 'editor'],
  ['editor', 'uploader', 'editor'],
  ['viewer_uploader', 'previewer', 'viewer_uploader'],
  ['uploader', 'previewer', 'previewer_uploader'],
  ['previewer_uploader', 'viewer', 'viewer_uploader'],
  ['viewer', 'uploader', 'viewer_uploader'],
  ['viewer', 'editor', 'editor'],
  ['previewer', 'previewer', 'previewer'],
]

describe('[COLL-05] nobody loses rights by accepting an invitation', () => {
  for (const [held, offered, then] of table) {
    for (const where of ['on the folder', 'above the folder'] as const) {
      test(`${held} of a department ${where} who accepts ${offered} becomes ${then}`, async () => {
        const { above, folder } = await world.nested()
        await world.give(where === 'on the folder' ? folder : above, { group: world.department }, held)
        const had = await permissionsIn(world.three, folder)
        await accept(world.three, await invite(folder, world.three, offered))
        const has = await permissionsIn(world.three, folder)
        assert.equal(await roleIn(world.three, folder), then)
        assert.deepEqual(
          [...had, ...permissionsOf(offered)].filter((permission) => !has.includes(permission)),
          [],
        )
        const below = await make.folder({ parent: folder })
        assert.equal(await roleIn(world.three, below), then, 'the folders below inherit it')
      })
    }
  }

  test('a member of a department keeps the role that the department’s own folder gives', async () => {
    const office = await make.department({ enterprise: world.enterprise, name: '总务处' })
    await make.member(office, world.owner.user, { isManager: true })
    await make.member(office, world.one.user, { role: 'editor' })
    const folder = await make.folder({ parent: { id: (await departmentRoot(server.deps.db, office.id))! } as ItemRow })
    await accept(world.one, await invite(folder, world.one, 'viewer'))
    assert.equal(await roleIn(world.one, folder), 'editor')
  })

  test('an enterprise that accepts for its members takes nothing from them either', async () => {
    const company = await make.enterprise({ accepts_collabs_for_members: true })
    const other = await colleaguesIn(company)
    const folder = await make.folder({ owner: other.owner.user })
    await make.collab(folder, { group: other.group }, 'editor')
    await invitedBy(other.owner, folder, `${other.one.user.id}:previewer`)
    assert.equal(await roleIn(other.one, folder), 'editor')
  })

  test('the accepted role remains when the other one ends, and may be quit', async () => {
    const { folder } = await world.nested()
    const id = await world.give(folder, { group: world.department }, 'editor')
    const own = await invite(folder, world.three, 'viewer')
    await accept(world.three, own)
    await world.owner.client.call('POST /apps/collabs/delete', { collab_ids: [id] })
    assert.equal(await roleIn(world.three, folder), 'viewer')
    await world.give(folder, { group: world.department }, 'editor')
    const { id: child } = (await childrenOf(world.three)).find(({ collab_id: collabId }) => collabId === own)!
    await world.three.client.call('POST /apps/collabs/delete', { collab_ids: [own] })
    assert.equal(await roleIn(world.three, folder), 'editor')
    const { accepted, item_typed_id: folderId } = (await childrenOf(world.three)).find(
      ({ id: each }) => each === child,
    )!
    assert.deepEqual([accepted, folderId], [false, null], 'the message no longer offers the folder')
  })

  test('an owner still lowers a member’s role: a role set by hand replaces the others', async () => {
    const { folder } = await world.nested()
    await world.give(folder, { group: world.department }, 'editor')
    const own = await invite(folder, world.three, 'viewer')
    await accept(world.three, own)
    await world.owner.client.call('POST /apps/collabs/edit', {
      item_id: folder.id,
      edit_collabs_roles: [{ collab_id: own, user_id: world.three.user.id, role: 'viewer' }],
    })
    assert.equal(await roleIn(world.three, folder), 'viewer')
  })

  test('[MSG-06] the invitation names the offered role', async () => {
    const { folder } = await world.nested()
    const id = await invite(folder, world.one, 'previewer_uploader')
    const children = await childrenOf(world.one)
    assert.equal(children.find(({ collab_id: collabId }) => collabId === id)?.role, 'previewer_uploader')
  })

  /** The invitations in a user's newest message about some. */
  async function childrenOf({ client: they }: Pick<Somebody, 'client'>) {
    const { messages } = await they.call('GET /apps/messages/get_list', { types: 'collab' })
    const message = { message_id: messages[0]!.id }
    return (await they.call('GET /apps/messages/child_messages_list', message)).child_messages
  }

  /** An owner and a colleague who is in a group. */
  async function colleaguesIn(enterprise: Awaited<ReturnType<typeof make.enterprise>>) {
    const somebody = async () => {
      const user = await make.user({ enterprise })
      return { user, client: await client(server).as(user.login) }
    }
    const [owner, one] = [await somebody(), await somebody()]
    return { owner, one, group: await make.group({ enterprise, members: [one.user] }) }
  }
})
