import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { DepartmentRow, EnterpriseRow, UserRow } from '../../../server/database/tables'
import { makeApplication, OpenClient } from '../../support/applications/applications'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>
let school: EnterpriseRow
let teacher: UserRow
let colleague: UserRow
let stranger: UserRow
let maths: DepartmentRow
let client: OpenClient
let clientFor: (user: UserRow) => Promise<OpenClient>

before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
  school = await make.enterprise()
  const administrator = await make.user({ enterprise: school, isAdministrator: true })
  teacher = await make.user({ enterprise: school })
  colleague = await make.user({ enterprise: school })
  stranger = await make.user()
  maths = await make.department({ enterprise: school, name: 'Maths' })
  await make.member(maths, colleague)
  const credentials = await makeApplication(server, administrator)
  clientFor = async (user) => new OpenClient(server.url, await new OpenClient(server.url).token(credentials, user))
  client = await clientFor(teacher)
})
after(() => server.close())

const folderOf = () => make.folder({ owner: teacher })
const invite = 'POST /v2/collab/invite'
const byUser = (user: UserRow, role = 'editor') => ({ accessible_by: { type: 'user', id: user.id, role } })

describe('[OAPI-04] members of folders', () => {
  test('a colleague is invited, named as both spellings read it, and listed beside the owner', async () => {
    const { id, name } = await folderOf()
    const made = await client.call(invite, { folder_id: id, ...byUser(colleague), invitation_message: '来' })
    assert.ok(made.id !== null && made.id === made.collab_id)
    assert.deepEqual(made.accessible_by, { type: 'user', id: colleague.id, name: colleague.name, user_count: null })
    assert.deepEqual([made.user?.login, made.user?.miniDepartmentList[0]?.name], [colleague.login, 'Maths'])
    assert.deepEqual(made.item, { type: 'folder', id, name, user_count: null })
    assert.equal(made.role, 'editor')
    const { collabs, final_role: role } = await client.call('GET /v2/folder/{id}/collabs', { id })
    const owner = collabs.find((each) => each.accessible_by.id === teacher.id)
    assert.deepEqual([role, owner?.id, owner?.role, owner?.accepted], ['owner', null, 'owner', true])
    assert.deepEqual(
      collabs.find((each) => each.id === made.id),
      made,
    )
    assert.deepEqual(await client.call('GET /v2/collab/{id}/info', { id: made.id }), made)
    const older = await folderOf()
    const invited_user = { id: String(colleague.id), role: 'edit' }
    const asOlder = await client.call(invite, { folder_id: older.id, invited_user } as never)
    assert.deepEqual([asOlder.role, asOlder.user?.id], ['editor', colleague.id])
  })

  test('groups and departments join with the number of their people', async () => {
    const { id } = await folderOf()
    const group = await make.group({ enterprise: school, members: [colleague] })
    const { collab_infos: infos } = await client.call('POST /v2/collab/invite_batch', {
      folder_id: id,
      accessible_by: [
        { type: 'group_list', ids: [group.id], role: 'viewer' },
        { type: 'department', id: maths.id, role: 'previewer' },
      ],
    })
    const shown = infos.map(({ accessible_by: by, role, accepted, user }) => [
      by.type,
      by.id,
      by.user_count,
      role,
      accepted,
      user,
    ])
    assert.deepEqual(
      shown.sort((a, b) => String(a[0]).localeCompare(String(b[0]))),
      [
        ['department', maths.id, 1, 'previewer', true, null],
        ['group', group.id, 1, 'viewer', true, null],
      ],
    )
  })

  test('whoever cannot be invited is refused with the platform’s code', async () => {
    const { id } = await folderOf()
    await client.call(invite, { folder_id: id, ...byUser(colleague) })
    const refused = (input: object, code: Parameters<OpenClient['refused']>[3]) =>
      client.refused(invite, { folder_id: id, ...input }, 400, code)
    await refused(byUser(colleague), 'collab_user_has_been_invited')
    await refused(byUser(teacher), 'cannot_invite_item_owner')
    await refused(byUser(stranger), 'collab_user_not_in_same_enterprise')
    await refused(
      { accessible_by: { type: 'user', id: 900_000_000, role: 'editor' } },
      'collab_user_not_in_same_enterprise',
    )
    const foreign = await make.department()
    await refused(
      { accessible_by: { type: 'department', id: foreign.id, role: 'editor' } },
      'collab_group_not_supported',
    )
    await refused({ accessible_by: { type: 'group', id: 900_000_000, role: 'editor' } }, 'collab_group_not_supported')
    for (const role of ['owner', 'reset', 'king']) await refused(byUser(colleague, role), 'collab_role_invalid')
    for (const wrong of [
      {},
      { accessible_by: { type: 'planet', id: 1, role: 'editor' } },
      { accessible_by: { type: 'user', role: 'editor' } },
    ])
      await refused(wrong, 'request_data_invalid')
    await refused({ ...byUser(colleague), invitation_message: '长'.repeat(141) }, 'request_data_invalid')
    await client.refused(invite, { folder_id: 900_000_000, ...byUser(colleague) }, 404, 'folder_not_found')
  })

  test('a role is changed, also of a group, and a member is removed once', async () => {
    const { id } = await folderOf()
    const member = await client.call(invite, { folder_id: id, ...byUser(colleague) })
    const update = 'POST /v2/collab/{id}/update'
    const changed = await client.call(update, { id: member.id!, role: 'viewer' })
    assert.deepEqual([changed.id, changed.role], [member.id, 'viewer'])
    await client.refused(update, { id: member.id!, role: 'owner' }, 400, 'collab_role_invalid')
    await client.refused(update, { id: member.id!, role: 'king' }, 400, 'collab_role_invalid')
    const remove = 'POST /v2/collab/{id}/delete'
    assert.deepEqual(await client.call(remove, { id: member.id! }), { success: true })
    for (const call of [remove, update, 'GET /v2/collab/{id}/info'] as const)
      await client.refused(call, { id: member.id!, role: 'viewer' }, 404, 'collab_not_found')
  })

  test('members of one folder are removed together, and those of another are not found there', async () => {
    const [one, other] = [await folderOf(), await folderOf()]
    const third = await make.user({ enterprise: school })
    const { collab_infos: infos } = await client.call('POST /v2/collab/invite_batch', {
      folder_id: one.id,
      accessible_by: [{ type: 'user_list', ids: [colleague.id, third.id], role: 'viewer' }],
    })
    const elsewhere = await client.call(invite, { folder_id: other.id, ...byUser(colleague) })
    const ids = infos.map((each) => each.id!)
    const remove = 'POST /v2/collab/remove'
    await client.refused(remove, { folder_id: one.id, collab_ids: [...ids, elsewhere.id] }, 404, 'collab_not_found')
    await client.refused(remove, { folder_id: one.id, collab_ids: [] }, 400, 'request_data_invalid')
    await client.refused(remove, { folder_id: one.id, collab_ids: Array(101).fill(1) }, 400, 'request_data_invalid')
    assert.deepEqual(await client.call(remove, { folder_id: one.id, collab_ids: ids }), { success: true })
    const { collabs } = await client.call('GET /v2/folder/{id}/collabs', { id: one.id })
    assert.equal(collabs.length, 1)
  })

  test('members of folders that the user does not see, and in the trash, are not told', async () => {
    const { id } = await folderOf()
    const member = await client.call(invite, { folder_id: id, ...byUser(colleague) })
    const theirs = await clientFor(await make.user({ enterprise: school }))
    await theirs.refused('GET /v2/folder/{id}/collabs', { id }, 404, 'folder_not_found')
    await theirs.refused('GET /v2/collab/{id}/info', { id: member.id! }, 404, 'collab_not_found')
    await theirs.refused('POST /v2/collab/{id}/delete', { id: member.id! }, 404, 'collab_not_found')
    await theirs.refused('POST /v2/collab/remove', { folder_id: id, collab_ids: [member.id!] }, 404, 'folder_not_found')
    const viewer = await make.user({ enterprise: school })
    await make.collab({ id }, { user: viewer }, 'viewer')
    const viewing = await clientFor(viewer)
    await viewing.refused(invite, { folder_id: id, ...byUser(stranger, 'viewer') }, 403, 'permission_denied')
    // An invitation is nobody's business but the inviter's.
    await viewing.refused('POST /v2/collab/{id}/delete', { id: member.id! }, 404, 'collab_not_found')
    const joined = await client.call(invite, {
      folder_id: id,
      accessible_by: { type: 'department', id: maths.id, role: 'viewer' },
    })
    await viewing.refused('POST /v2/collab/{id}/delete', { id: joined.id! }, 403, 'permission_denied')
    await viewing.refused('POST /v2/collab/{id}/update', { id: joined.id!, role: 'viewer' }, 400, 'collab_role_invalid')
    const file = await make.file({ owner: teacher })
    await client.refused('GET /v2/folder/{id}/collabs', { id: file.id }, 404, 'folder_not_found')
    await client.call('POST /v2/folder/{id}/delete', { id })
    await client.refused('GET /v2/collab/{id}/info', { id: member.id! }, 400, 'collab_related_folder_deleted')
    await client.refused('GET /v2/folder/{id}/collabs', { id }, 400, 'folder_deleted')
  })
})
