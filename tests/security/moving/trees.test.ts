import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Role } from '@/contract/entities'
import type { ErrorCode } from '@/contract/errors'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'

let server: TestServer
let make: ReturnType<typeof factories>
let owner: UserRow
let mover: UserRow
let they: Client

before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
  const enterprise = await make.enterprise()
  owner = await make.user({ enterprise })
  mover = await make.user({ enterprise })
  they = await client(server).as(mover.login)
})
after(() => server.close())

const idOf = ({ is_folder, id }: Pick<ItemRow, 'is_folder' | 'id'>) =>
  (is_folder ? `folder_${id}` : `file_${id}`) as `folder_${number}`
const parentOf = async ({ id }: Pick<ItemRow, 'id'>) =>
  (await server.deps.db.selectFrom('items').select('parent_id').where('id', '=', id).executeTakeFirstOrThrow())
    .parent_id

/** A folder of the owner in which the mover is an editor. */
async function sharedFolder(name: string) {
  const folder = await make.folder({ owner }, { name })
  await make.collab(folder, { user: mover }, 'editor')
  return folder
}

describe('an editor who moves a folder to their own space gains no access to items withheld from them', () => {
  const withheldRoles: [Role, 'named' | 'not named'][] = [
    ['reset', 'not named'],
    ['uploader', 'named'],
    ['previewer', 'named'],
    ['previewer_uploader', 'named'],
    ['viewer', 'named'],
    ['viewer_uploader', 'named'],
  ]
  for (const [role, isNamed] of withheldRoles) {
    for (const depth of [0, 3]) {
      test(`items with the role ${role}, ${depth} folders down, prevent the move and are ${isNamed}`, async () => {
        const folder = await sharedFolder(`项目 ${role} ${depth}`)
        let above = folder
        for (let level = 0; level < depth; level += 1) above = await make.folder({ parent: above })
        const inner = await make.folder({ parent: above }, { name: '薪酬' })
        await make.collab(inner, { user: mover }, role)
        const { entry } = await they.refused(
          'POST /apps/files/move',
          { item_typed_ids: [idOf(folder)], target_folder_id: 0 },
          isNamed === 'named' ? 'move_withheld' : 'permission_denied',
        )
        assert.equal(entry.error_tr_msg.includes('薪酬'), isNamed === 'named')
        assert.equal(await parentOf(folder), (await parentOf(await make.folder({ owner })))!)
      })
    }
  }

  test('items in the trash of the folder are protected like the others', async () => {
    const folder = await sharedFolder('旧项目')
    const inner = await make.folder({ parent: folder }, { name: '薪酬' })
    await make.collab(inner, { user: mover }, 'reset')
    const me = await client(server).as(owner.login)
    await me.call('POST /apps/files/delete', { item_typed_ids: [idOf(inner)] })
    const move = { item_typed_ids: [idOf(folder)], target_folder_id: 0 }
    await they.refused('POST /apps/files/move', move, 'permission_denied')
  })

  test('an item withheld by an approval prevents the move of its folder, as it prevents its own move', async () => {
    const folder = await sharedFolder('待批')
    const file = await make.file({ parent: folder })
    await server.deps.db
      .updateTable('items')
      .set({ lock_user_id: owner.id, lock_kind: 2 })
      .where('id', '=', file.id)
      .execute()
    for (const item of [file, folder]) {
      const move = { item_typed_ids: [idOf(item)], target_folder_id: 0 }
      await they.refused('POST /apps/files/move', move, 'item_locked')
    }
  })

  for (const role of ['editor', 'coowner'] as const) {
    test(`items with the role ${role} move along with the folder`, async () => {
      const folder = await sharedFolder(`全部 ${role}`)
      const inner = await make.folder({ parent: folder })
      await make.collab(inner, { user: mover }, role)
      const target = await sharedFolder(`目标 ${role}`)
      await they.call('POST /apps/files/move', { item_typed_ids: [idOf(folder)], target_folder_id: target.id })
      assert.equal(await parentOf(folder), target.id)
    })
  }
})

describe('an editor who deletes a folder cannot delete items in it that they could not delete separately', () => {
  const withheldRoles: [Role, ErrorCode, ErrorCode][] = [
    ['reset', 'item_not_found', 'permission_denied'],
    ['uploader', 'permission_denied', 'delete_withheld'],
    ['previewer', 'permission_denied', 'delete_withheld'],
    ['viewer_uploader', 'permission_denied', 'delete_withheld'],
  ]
  for (const [role, alone, around] of withheldRoles) {
    test(`items with the role ${role} prevent the deletion: the server answers ${around}`, async () => {
      const folder = await sharedFolder(`旧项目 ${role}`)
      const above = await make.folder({ parent: folder })
      const inner = await make.folder({ parent: above }, { name: '薪酬' })
      await make.collab(inner, { user: mover }, role)
      await they.refused('POST /apps/files/delete', { item_typed_ids: [idOf(inner)] }, alone)
      for (const item of [above, folder]) {
        const { entry } = await they.refused('POST /apps/files/delete', { item_typed_ids: [idOf(item)] }, around)
        assert.equal(entry.error_tr_msg.includes('薪酬'), around === 'delete_withheld')
      }
    })
  }

  test('deletable items, and items of the folder in the trash, are deleted with the folder', async () => {
    const folder = await sharedFolder('删去的')
    const gone = await make.folder({ parent: folder }, { name: '薪酬' })
    await make.collab(gone, { user: mover }, 'viewer')
    await make.collab(await make.folder({ parent: folder }), { user: mover }, 'editor')
    await (await client(server).as(owner.login)).call('POST /apps/files/delete', { item_typed_ids: [idOf(gone)] })
    await they.call('POST /apps/files/delete', { item_typed_ids: [idOf(folder)] })
  })
})

describe('a lock on an item below prevents deleting the folder, as it prevents deleting the item', () => {
  test('another user’s lock prevents the deletion at any depth, the user’s own lock does not', async () => {
    const folder = await sharedFolder('锁定')
    const file = await make.file({ parent: await make.folder({ parent: folder }) }, { name: '合同.txt' })
    const me = await client(server).as(owner.login)
    await me.call('POST /apps/files/lock', { item_typed_id: idOf(file) })
    for (const item of [file, folder]) {
      const { entry } = await they.refused('POST /apps/files/delete', { item_typed_ids: [idOf(item)] }, 'item_locked')
      assert.ok(entry.error_tr_msg.includes(owner.name))
    }
    await me.call('POST /apps/files/delete', { item_typed_ids: [idOf(folder)] })
  })
})

describe('a file blocked by the virus scan stays blocked everywhere', () => {
  test('a file that was copied or moved to an enterprise without scanning cannot be downloaded, singly or packed', async () => {
    const strict = await make.user({ enterprise: await make.enterprise({ virus_scan: true }) })
    const careless = await make.user({ enterprise: await make.enterprise() })
    const shared = await make.folder({ owner: careless })
    await make.collab(shared, { user: strict }, 'coowner')
    const insider = await client(server).as(strict.login)
    const outsider = await client(server).as(careless.login)
    for (const action of ['copy', 'move'] as const) {
      const target = await make.folder({ parent: shared }, { name: action })
      const file = await make.file({ owner: strict }, { name: `病毒 ${action}.txt` })
      await server.deps.db.updateTable('items').set({ scanned: 1 }).where('id', '=', file.id).execute()
      const input = { item_typed_ids: [idOf(file)], target_folder_id: target.id }
      const answer = await insider.send(`POST /apps/files/${action}`, input)
      if (!(answer.body as { success: boolean }).success) continue
      const list = () => outsider.call('GET /apps/files/file_list/{folderId}', { folderId: target.id })
      await until(action, async () => (await list()).children?.length === 1)
      const [there] = (await list()).children!
      assert.equal(there!.action_permissions.perm_download, false)
      await outsider.refused('GET /apps/files/download', { file_id: there!.id }, 'download_scanning')
      await outsider.refused(
        'POST /pack_download/download',
        { item_typed_ids: [idOf(target)], no_redirect: true },
        'download_nothing',
      )
    }
  })
})

describe('folders are nested at most 100 deep', () => {
  /** A chain of folders, topmost first, below the own root or a folder. */
  async function chainOf(length: number, top: { owner: UserRow } | { parent: ItemRow }): Promise<ItemRow[]> {
    const chain = [await make.folder(top)]
    while (chain.length < length) chain.push(await make.folder({ parent: chain.at(-1)! }))
    return chain
  }
  const move = (item: ItemRow, target: ItemRow) => ({
    item_typed_ids: [idOf(item)],
    target_folder_id: target.id,
  })

  test('the hundredth folder can be created and can hold files; a folder below it cannot be created', async () => {
    const user = await make.user()
    const me = await client(server).as(user.login)
    const chain = await chainOf(99, { owner: user })
    const { item } = await me.call('POST /apps/files/new_folder', { parent_folder_id: chain.at(-1)!.id, name: '百' })
    const { entry } = await me.refused(
      'POST /apps/files/new_folder',
      { parent_folder_id: item.id, name: '百一' },
      'too_deep',
    )
    assert.ok(entry.error_tr_msg.includes('100'))
    const file = await make.file({ owner: user })
    await me.call('POST /apps/files/move', { item_typed_ids: [idOf(file)], target_folder_id: item.id })
  })

  test('doubling a tree by copies and moves stops at the limit; a move also counts items in the trash', async () => {
    const user = await make.user()
    const me = await client(server).as(user.login)
    const one = await chainOf(60, { owner: user })
    const other = await chainOf(41, { owner: user })
    for (const action of ['copy', 'move'] as const)
      await me.refused(`POST /apps/files/${action}`, move(other[0]!, one.at(-1)!), 'too_deep')
    await me.call('POST /apps/files/delete', { item_typed_ids: [idOf(other[1]!)] })
    await me.refused('POST /apps/files/move', move(other[0]!, one.at(-1)!), 'too_deep')
    await me.call('POST /apps/files/copy', move(other[0]!, one.at(-1)!))
    await me.call('POST /apps/files/move', move(other[0]!, one[58]!))
  })

  test('a tree that is deeper, because it is older than the limit, can be listed, split up and deleted', async () => {
    const user = await make.user()
    const me = await client(server).as(user.login)
    const chain = await chainOf(130, { owner: user })
    const lowest = chain.at(-1)!
    const list = await me.call('GET /apps/files/file_list/{folderId}', { folderId: lowest.id })
    assert.equal(list.current_path.length, 131)
    await me.call('POST /apps/files/move', { item_typed_ids: [idOf(chain[3]!)], target_folder_id: 0 })
    await me.refused(
      'POST /apps/files/move',
      move(chain[20]!, (await chainOf(95, { owner: user })).at(-1)!),
      'too_deep',
    )
    await me.call('POST /apps/files/delete', { item_typed_ids: [idOf(chain[3]!)] })
  })
})
