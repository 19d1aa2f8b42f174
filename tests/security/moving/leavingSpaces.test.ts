import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Role } from '@/contract/entities'
import type { EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

/* decisions 96: the owner of a space keeps what lies in it. */

let server: TestServer
let make: ReturnType<typeof factories>
let enterprise: EnterpriseRow
let owner: UserRow
let mover: UserRow
let me: Client
let they: Client

before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
  enterprise = await make.enterprise()
  owner = await make.user({ enterprise, name: '王老师' })
  mover = await make.user({ enterprise })
  me = await client(server).as(owner.login)
  they = await client(server).as(mover.login)
})
after(() => server.close())

const idOf = ({ is_folder, id }: Pick<ItemRow, 'is_folder' | 'id'>) =>
  (is_folder ? `folder_${id}` : `file_${id}`) as `folder_${number}`
const order = (item: ItemRow, folderId: number) => ({ item_typed_ids: [idOf(item)], target_folder_id: folderId })
const parentOf = async ({ id }: Pick<ItemRow, 'id'>) =>
  (await server.deps.db.selectFrom('items').select('parent_id').where('id', '=', id).executeTakeFirstOrThrow())
    .parent_id

async function shared(role: Role, who = mover) {
  const folder = await make.folder({ owner })
  await make.collab(folder, { user: who }, role)
  return folder
}

describe('[ACT-09] a move out of somebody’s space is refused, and nothing moves', () => {
  for (const role of ['editor', 'coowner'] as const) {
    for (const kind of ['file', 'folder'] as const) {
      test(`${role}, ${kind}: into the own space, its folders, and a third person’s space`, async () => {
        const folder = await shared(role)
        const item = await make[kind]({ parent: folder }, { name: '年报' })
        const third = await make.folder({ owner: await make.user({ enterprise }) })
        await make.collab(third, { user: mover }, 'editor')
        for (const target of [0, (await make.folder({ owner: mover })).id, third.id]) {
          const { entry } = await they.refused('POST /apps/files/move', order(item, target), 'move_out_refused')
          assert.ok(entry.error_tr_msg.includes('年报') && entry.error_tr_msg.includes('王老师'), entry.error_tr_msg)
        }
        assert.equal(await parentOf(item), folder.id)
        const { items } = await me.call('GET /apps/files/file_list/{folderId}', { folderId: 0, folder_type: 'own' })
        assert.ok(items!.some(({ id }) => id === folder.id))
      })
    }

    test(`${role}: the shared folder itself stays in its space`, async () => {
      const folder = await shared(role)
      await they.refused('POST /apps/files/move', order(folder, 0), 'move_out_refused')
    })

    test(`${role}: an item that the mover created in the space stays there`, async () => {
      const folder = await shared(role)
      const item = await make.file({ parent: folder }, { creator: mover })
      await they.refused('POST /apps/files/move', order(item, 0), 'move_out_refused')
    })
  }

  test('a space of another enterprise keeps its items, too: no job is ordered', async () => {
    const guest = await make.user()
    const item = await make.file({ parent: await shared('editor', guest) })
    const session = await client(server).as(guest.login)
    await session.refused('POST /apps/files/move', order(item, 0), 'move_out_refused')
  })

  test('a department keeps its items: a member and a manager cannot move them to their own space', async () => {
    const department = await make.department({ enterprise })
    for (const isManager of [false, true]) {
      const who = await make.user({ enterprise })
      await make.member(department, who, { isManager })
      const item = await make.file({ department })
      const session = await client(server).as(who.login)
      await session.refused('POST /apps/files/move', order(item, 0), 'move_out_refused')
    }
  })

  test('one item of several that belongs to somebody else keeps all of them in place', async () => {
    const [theirs, own] = [await make.file({ parent: await shared('editor') }), await make.file({ owner: mover })]
    const target = await make.folder({ owner: mover })
    const move = { item_typed_ids: [idOf(own), idOf(theirs)], target_folder_id: target.id }
    await they.refused('POST /apps/files/move', move, 'move_out_refused')
    assert.notEqual(await parentOf(own), target.id)
  })
})

describe('[ACT-09] other moves stay possible', () => {
  test('within the space, also between two of its folders', async () => {
    const [from, to] = [await shared('editor'), await shared('editor')]
    const item = await make.folder({ parent: from })
    await they.call('POST /apps/files/move', order(item, to.id))
    assert.equal(await parentOf(item), to.id)
  })

  test('the owner moves items out of their space, and an editor receives a copy', async () => {
    const folder = await make.folder({ owner: mover })
    await make.collab(folder, { user: owner }, 'editor')
    const item = await make.file({ owner })
    await me.call('POST /apps/files/move', order(item, folder.id))
    assert.equal(await parentOf(item), folder.id)
    const kept = await make.file({ parent: await shared('editor') })
    await they.call('POST /apps/files/copy', order(kept, 0))
  })

  test('between two departments of one enterprise, whose files have one owner', async () => {
    const [from, to] = [await make.department({ enterprise }), await make.department({ enterprise })]
    const who = await make.user({ enterprise })
    for (const department of [from, to]) await make.member(department, who)
    const [item, target] = [await make.file({ department: from }), await make.folder({ department: to })]
    await (await client(server).as(who.login)).call('POST /apps/files/move', order(item, target.id))
    assert.equal(await parentOf(item), target.id)
  })
})
