import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>

before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
})
after(() => server.close())

/* 青山小学: 一年级 / (一班, 二班), 二年级 */
test('[LIST-02] [ADM-07] a member of a class neither sees, lists nor fills another department at the top', async () => {
  const enterprise = await make.enterprise({ name: '青山小学' })
  const owner = await make.user({ enterprise, role: 'owner' })
  const they = await client(server).as(owner.login)
  const create = async (name: string, parent_id: number | null = null) =>
    (await they.call('POST /admin/departments/create', { parent_id, name })).department_id
  const first = await create('一年级')
  const own = await create('一班', first)
  const beside = await create('二班', first)
  const second = await create('二年级')
  const person = await make.user({ enterprise })
  await they.call('POST /admin/departments/add_members', { department_id: own, user_ids: [person.id] })

  const member = await client(server).as(person.login)
  const { departments } = await member.call('GET /departments/find_user_in_departments_tree', {})
  assert.deepEqual(
    departments.map(({ name, children = [] }) => [name, children.map((child) => child.name)]),
    [['一年级', ['一班']]],
  )
  for (const department_id of [beside, second]) {
    await member.refused('GET /apps/files/file_list/{folderId}', { folderId: 0, department_id }, 'item_not_found')
    await member.refused('GET /departments/info', { department_id }, 'item_not_found')
    const wanted = { parent_folder_id: 0, department_id, name: '课件' }
    await member.refused('POST /apps/files/new_folder', wanted, 'item_not_found')
  }
})
