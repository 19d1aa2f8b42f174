import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Permission, Role } from '@/contract/entities'
import { rolesOf } from '../../../server/policies/access/effectiveRole'
import type { Grant } from '../../../server/policies/access/facts'
import { itemPermissions } from '../../../server/policies/access/itemPermissions'
import type { UserRow } from '../../../server/database/tables'
import { client } from '../../support/client'
import { factories } from '../../support/factories'
import { expectedPermissions as expected, roles } from '../../support/access/roleTable'
import { startTestServer, type TestServer } from '../../support/testServer'

const folder = { isFolder: true, creatorId: 1, personalOf: null, departmentId: null }

describe('permissions of a role', () => {
  for (const role of roles) {
    test(`${role} on a folder`, () => assert.deepEqual(itemPermissions(2, role, folder).sort(), expected(role).sort()))
  }

  const file = { ...folder, isFolder: false }
  const versions: [Role, 'creator' | 'other', boolean][] = [
    ['owner', 'other', true],
    ['coowner', 'other', true],
    ['editor', 'other', true],
    ['viewer_uploader', 'other', false],
    ['viewer_uploader', 'creator', true],
    ['previewer_uploader', 'other', false],
    ['previewer_uploader', 'creator', true],
    ['uploader', 'other', false],
    ['uploader', 'creator', true],
    ['viewer', 'creator', false],
    ['previewer', 'creator', false],
  ]
  for (const [role, who, may] of versions) {
    test(`decisions 4.19: ${role}, ${who} of a file, ${may ? 'uploads a new version' : 'uploads no new version'}`, () => {
      assert.equal(itemPermissions(who === 'creator' ? 1 : 2, role, file).includes('item_upload'), may)
    })
  }

  test('a file cannot contain folders', () => assert.ok(!itemPermissions(1, 'owner', file).includes('create_folder')))

  test('the own root cannot be renamed, shared, deleted or purged', () => {
    const denied: Permission[] = [
      'edit_properties',
      'item_share',
      'item_delete',
      'item_create_collab',
      'permanent_delete',
    ]
    assert.ok(
      denied.every((permission) => !itemPermissions(1, 'owner', { ...folder, personalOf: 1 }).includes(permission)),
    )
  })
})

describe('decisions 4.18: the effective role', () => {
  const me = 1
  /** Item 3 lies in folder 2, which lies in root 1 of another user's space. */
  const chain = [3, 2, 1].map((id) => ({ id, departmentId: null as number | null, owner: id === 1 ? { id: 9 } : null }))
  const rows: [string, [number, Grant['by'], Role][], Role | null][] = [
    ['without a grant there is no role', [], null],
    ['an invitation is inherited', [[1, 'user', 'viewer']], 'viewer'],
    [
      'a higher role on a nearer folder beats the role on a farther folder',
      [
        [1, 'user', 'viewer'],
        [2, 'user', 'editor'],
      ],
      'editor',
    ],
    [
      '… and so does a lower role on a nearer folder',
      [
        [1, 'user', 'editor'],
        [2, 'user', 'previewer'],
      ],
      'previewer',
    ],
    [
      'reset removes every right',
      [
        [1, 'user', 'editor'],
        [2, 'user', 'reset'],
      ],
      'reset',
    ],
    [
      'below a reset a nearer role applies again',
      [
        [1, 'user', 'reset'],
        [2, 'user', 'viewer'],
      ],
      'viewer',
    ],
    [
      'an inherited coowner is never lowered',
      [
        [1, 'user', 'coowner'],
        [2, 'user', 'viewer'],
      ],
      'coowner',
    ],
    [
      '… not even by a reset',
      [
        [1, 'group', 'coowner'],
        [3, 'user', 'reset'],
      ],
      'coowner',
    ],
    [
      'a higher role of the user beats the role of a group on the same folder',
      [
        [2, 'user', 'editor'],
        [2, 'group', 'viewer'],
      ],
      'editor',
    ],
    [
      '… and so does a lower role of the user',
      [
        [2, 'user', 'previewer'],
        [2, 'group', 'editor'],
      ],
      'previewer',
    ],
    [
      'the role of a group on a nearer folder beats the role of the user on a farther folder',
      [
        [1, 'user', 'editor'],
        [2, 'group', 'viewer'],
      ],
      'viewer',
    ],
    [
      'the highest role of several groups on one folder applies',
      [
        [2, 'group', 'previewer'],
        [2, 'group', 'viewer_uploader'],
        [2, 'group', 'reset'],
      ],
      'viewer_uploader',
    ],
  ]
  for (const [sentence, grants, role] of rows) {
    test(sentence, () => assert.equal(rolesOf(me, chain, grantsOf(grants))[0], role))
  }

  test('the owner of the space owns every item in it, whatever roles were given below', () => {
    assert.equal(rolesOf(9, chain, grantsOf([[3, 'user', 'viewer']]))[0], 'owner')
  })

  /** Item 3 lies in the folder 2 of department 20, inside the folder of department 10. */
  const departments = chain.map((place) => ({
    ...place,
    departmentId: place.id === 2 ? 20 : place.id === 1 ? 10 : null,
  }))
  const inDepartments: [string, [number, Grant['by'], Role][], Role | null][] = [
    ['a member has the role of the membership', [[2, 'member', 'editor']], 'editor'],
    ['a manager is coowner', [[2, 'manager', 'coowner']], 'coowner'],
    ['members of the department above have no right below', [[1, 'member', 'editor']], null],
    ['invitations to the department above give no right below either', [[1, 'user', 'editor']], null],
    ['the manager of the department above manages below', [[1, 'manager', 'coowner']], 'coowner'],
    [
      'an invitation inside lowers a member',
      [
        [2, 'member', 'editor'],
        [3, 'user', 'reset'],
      ],
      'reset',
    ],
    [
      'an invitation on the same folder beats membership',
      [
        [2, 'member', 'editor'],
        [2, 'user', 'viewer'],
      ],
      'viewer',
    ],
  ]
  for (const [sentence, grants, role] of inDepartments) {
    test(`departments: ${sentence}`, () => assert.equal(rolesOf(me, departments, grantsOf(grants))[0], role))
  }
})

function grantsOf(list: [number, Grant['by'], Role][]) {
  const grants = new Map<number, Grant[]>()
  for (const [itemId, by, role] of list) grants.set(itemId, [...(grants.get(itemId) ?? []), { by, role }])
  return grants
}

describe('the source of a role, over HTTP', () => {
  let server: TestServer
  let make: ReturnType<typeof factories>
  let owner: UserRow
  before(async () => {
    server = await startTestServer()
    make = factories(server.deps)
    owner = await make.user()
  })
  after(() => server.close())

  /** Creates a shared folder with contents, and a member of the owner's enterprise who has the role on it. */
  async function scene(role: Role) {
    const user = await make.user({ enterprise: { id: owner.enterprise_id } })
    const shared = await make.folder({ owner })
    const inner = await make.folder({ parent: shared })
    const file = await make.file({ parent: inner })
    await make.collab(shared, { user }, role)
    return { member: await client(server).as(user.login), shared, inner, file }
  }

  test('for a user with the role reset, a pending invitation or no role the item does not exist', async () => {
    const { member: barred, shared } = await scene('reset')
    const { member: stranger } = await scene('editor')
    const pending = await make.user()
    await make.collab(shared, { user: pending }, 'editor', { accepted: false })
    for (const who of [barred, stranger, await client(server).as(pending.login)]) {
      await who.refused('GET /apps/files/file_list/{folderId}', { folderId: shared.id }, 'item_not_found')
      await who.refused('GET /apps/files/get_info', { item_typed_id: `folder_${shared.id}` }, 'item_not_found')
      await who.refused('POST /apps/files/delete', { item_typed_ids: [`folder_${shared.id}`] }, 'item_not_found')
    }
  })

  test('the owner has the role owner', async () => {
    const { file } = await scene('viewer')
    const { item } = await (
      await client(server).as(owner.login)
    ).call('GET /apps/files/get_info', { item_typed_id: `file_${file.id}` })
    assert.equal(item?.final_role, 'owner')
    assert.ok(item.permissions.includes('permanent_delete'))
    assert.deepEqual(item.owned_by, {
      id: owner.id,
      name: owner.name,
      login: owner.login,
      enterprise_id: owner.enterprise_id,
    })
  })

  test('a group gives its members a role, and so does the group of a department', async () => {
    const shared = await make.folder({ owner })
    const user = await make.user()
    const group = await make.group({ members: [user] })
    await make.collab(shared, { group }, 'viewer')
    const department = await make.department()
    const colleague = await make.user({ department })
    const ofDepartment = await make.groupOf(department)
    await make.collab(shared, { group: ofDepartment }, 'editor')
    for (const [who, role] of [
      [user, 'viewer'],
      [colleague, 'editor'],
    ] as const) {
      const { item } = await (
        await client(server).as(who.login)
      ).call('GET /apps/files/get_info', { item_typed_id: `folder_${shared.id}` })
      assert.equal(item?.final_role, role)
      assert.equal(item?.space, 'external_space')
    }
  })
})
