import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { AuditEvent } from '@/contract/audit'
import { departmentRoot } from '../../../server/queries/items/spaces'
import type { EnterpriseRow, UserRow } from '../../../server/database/tables'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>
let enterprise: EnterpriseRow
let administrator: Client
let owner: UserRow
let me: Client

before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
  enterprise = await make.enterprise()
  administrator = await client(server).as((await make.user({ enterprise, isAdministrator: true })).login)
  owner = await make.user({ enterprise, name: '王珂' })
  me = await client(server).as(owner.login)
})
after(() => server.close())

const entriesOf = async (deed: AuditEvent, reader = administrator) =>
  (await reader.call('GET /apps/audit/list', { deed })).entries
const newest = async (deed: AuditEvent, reader = administrator) => (await entriesOf(deed, reader))[0]!

describe('the audit log names people, groups and places', () => {
  test('an invited group and an invited department have their names', async () => {
    const folder = await make.folder({ owner })
    const office = await make.groupOf(await make.department({ enterprise, name: '教务处' }))
    const group = await make.group({ enterprise })
    for (const [{ id }, name] of [
      [group, group.name],
      [office, '教务处'],
    ] as const) {
      await me.call('POST /apps/collabs/invite', { folder_id: folder.id, invited_groups: `${id}:viewer` })
      const { detail } = await newest('collaborator_changed')
      assert.deepEqual([detail!.group_id, detail!.group_name], [id, name])
    }
  })

  test('an invited colleague has a name, and so has a guest of another enterprise on its items', async () => {
    const folder = await make.folder({ owner })
    const colleague = await make.user({ enterprise, name: '李蔚' })
    await me.call('POST /apps/collabs/invite', { folder_id: folder.id, invited_users: `${colleague.id}:viewer` })
    assert.equal((await newest('collaborator_changed')).detail!.person_name, '李蔚')
    await make.collab(folder, { user: await make.user({ name: '外人' }) }, 'viewer')
    assert.equal((await newest('collaborator_changed')).detail!.person_name, '外人')
  })

  test('names stay as they were at the time, after a change and after a deletion', async () => {
    const folder = await make.folder({ owner })
    const colleague = await make.user({ enterprise, name: '周舟' })
    const group = await make.group({ enterprise })
    const office = await make.department({ enterprise, name: '旧名' })
    await me.call('POST /apps/collabs/invite', { folder_id: folder.id, invited_users: `${colleague.id}:viewer` })
    await me.call('POST /apps/collabs/invite', { folder_id: folder.id, invited_groups: `${group.id}:viewer` })
    await make.member(office, owner, { isManager: true })
    const { db } = server.deps
    await db.updateTable('users').set({ name: '周一舟' }).where('id', '=', colleague.id).execute()
    await db.updateTable('departments').set({ name: '新名' }).where('id', '=', office.id).execute()
    await db.deleteFrom('groups').where('id', '=', group.id).execute()
    const entries = await entriesOf('collaborator_changed')
    const invited = entries.find(({ detail }) => detail!.user_id === colleague.id)!
    assert.deepEqual([invited.detail!.person_name, invited.subject], ['周舟', '周舟'])
    assert.equal(entries.filter(({ detail }) => detail!.group_id === group.id).at(-1)!.subject, group.name)
    assert.equal((await newest('member_changed')).item!.name, '旧名')
  })

  test('the roots of spaces are named after their owner or department', async () => {
    const office = await make.department({ enterprise, name: '总务处' })
    await make.member(office, owner, { isManager: true })
    assert.equal((await newest('member_changed')).item!.name, '总务处')
    const target = await make.folder({ owner }, { name: '新' })
    const file = await make.file({ owner }, { name: '表.txt', content: 'x' })
    const item_typed_ids = [`file_${file.id}` as const]
    await me.call('POST /apps/files/move', { item_typed_ids, target_folder_id: target.id })
    const out = (await newest('item_moved')).detail!
    assert.deepEqual([out.before!.space_owner, out.after!.folder], ['王珂', '新'])
    await me.call('POST /apps/files/move', { item_typed_ids, target_folder_id: 0, department_id: office.id })
    const into = (await newest('item_moved')).detail!
    assert.deepEqual([into.before!.folder, into.after!.folder], ['新', '总务处'])
    assert.equal(into.after!.folder_id, await departmentRoot(server.deps.db, office.id))
  })

  test('another enterprise’s people on another enterprise’s items stay nameless', async () => {
    const host = await make.user({ name: '主人' })
    const folder = await make.folder({ owner: host })
    await make.collab(folder, { user: owner }, 'coowner')
    const stranger = await make.user({ enterprise: { id: host.enterprise_id } as EnterpriseRow, name: '别人' })
    const { id } = await make.collab(folder, { user: stranger }, 'viewer')
    await me.call('POST /apps/collabs/delete', { collab_ids: [id] })
    const entry = (await entriesOf('collaborator_changed')).find(({ detail }) => detail!.user_id === stranger.id)
    assert.ok(entry)
    assert.deepEqual([entry.detail!.person_name, entry.subject], [undefined, ''])
  })
})
