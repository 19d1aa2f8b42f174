import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Item } from '@/contract/entities'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import { factories } from '../../support/factories'
import { signedIn } from '../../support/session/signedIn'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>

before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
})
after(() => server.close())

const names = (items: Item[] | undefined) => items?.map((item) => item.name)
const signIn = (user: UserRow) => signedIn(server, user)

describe('hidden items', () => {
  test('children on which the user’s role is reset are neither listed nor counted, on any page', async () => {
    const owner = await make.user()
    const guest = await make.user()
    const shared = await make.folder({ owner })
    await make.collab(shared, { user: guest }, 'viewer')
    const children = []
    for (let n = 0; n < 6; n++) children.push(await make.folder({ parent: shared }, { name: `f${n}` }))
    await make.file({ parent: shared }, { name: 'z.txt' })
    await make.collab(children[1]!, { user: guest }, 'reset')
    const group = await make.group({ members: [guest] })
    await make.collab(children[4]!, { group }, 'reset')
    const member = await signIn(guest)
    const input = { folderId: shared.id, sort_by: 'name', sort_direction: 'asc', limit: 3 } as const
    const page = (offset: number) => member.call('GET /apps/files/file_list/{folderId}', { ...input, offset })
    const [first, second] = [await page(0), await page(3)]
    assert.deepEqual([...names(first.children)!, ...names(second.children)!], ['f0', 'f2', 'f3', 'f5', 'z.txt'])
    assert.equal(first.total_children_count, 5)
  })

  test('decisions 54: a missing and a foreign item are refused alike', async () => {
    const member = await signIn(await make.user())
    const foreign = await make.folder({ owner: await make.user() })
    const answers = []
    for (const id of [foreign.id, 999_999_999]) {
      const { body, status } = await member.send('GET /apps/files/get_info', { item_typed_id: `folder_${id}` })
      answers.push({ status, ...(body as object), request_id: '' })
    }
    assert.deepEqual(answers[0], answers[1])
  })

  test('a file does not exist under a folder’s id, nor a folder under a file’s', async () => {
    const user = await make.user()
    const member = await signIn(user)
    const folder = await make.folder({ owner: user })
    await member.refused('GET /apps/files/get_info', { item_typed_id: `file_${folder.id}` }, 'item_not_found')
    for (const typed of ['folder_x', 'thing_1', `folder_${folder.id} `, '']) {
      await member.refused('GET /apps/files/get_info', { item_typed_id: typed }, 'invalid_request')
    }
  })

  test('the path of a shared folder starts where the guest has access', async () => {
    const owner = await make.user()
    const guest = await make.user()
    const secret = await make.folder({ owner }, { name: 'secret' })
    const shared = await make.folder({ parent: secret }, { name: 'shared' })
    const inner = await make.folder({ parent: shared }, { name: 'inner' })
    await make.collab(shared, { user: guest }, 'viewer')
    const answer = await (await signIn(guest)).call('GET /apps/files/file_list/{folderId}', { folderId: inner.id })
    assert.deepEqual(
      answer.current_path.map((entry) => entry.name),
      ['shared', 'inner'],
    )
    const { item } = await (
      await signIn(guest)
    ).call('GET /apps/files/get_info', { item_typed_id: `folder_${shared.id}` })
    assert.deepEqual([item?.parent_folder_id, item?.path], [0, []])
  })
})

describe('decisions 4.18: a list answers the rights of each item separately', () => {
  let owner: UserRow
  let guest: UserRow
  let folder: ItemRow
  before(async () => {
    const enterprise = await make.enterprise()
    owner = await make.user({ enterprise })
    guest = await make.user({ enterprise })
    folder = await make.folder({ owner }, { name: '资料' })
    await make.collab(folder, { user: guest }, 'viewer_uploader')
    await make.file({ parent: folder }, { name: 'plain.txt' })
    await mark(await make.folder({ parent: folder }, { name: 'sealed' }), { is_encrypted: true })
    await mark(await make.file({ parent: folder }, { name: 'asked.txt' }), { lock_user_id: owner.id, lock_kind: 2 })
    await mark(await make.file({ parent: folder }, { name: 'kept.txt' }), { share_disabled_for: 'members' })
    await make.file({ parent: folder }, { name: 'made.txt', creator: guest })
    await make.collab(await make.folder({ parent: folder }, { name: 'given' }), { user: guest }, 'editor')
    const group = await make.group({ members: [guest] })
    await make.collab(await make.file({ parent: folder }, { name: 'group.txt' }), { group }, 'previewer')
  })

  async function mark(
    { id }: ItemRow,
    values: Partial<Pick<ItemRow, 'is_encrypted' | 'lock_user_id' | 'lock_kind' | 'share_disabled_for'>>,
  ) {
    await server.deps.db.updateTable('items').set(values).where('id', '=', id).execute()
  }

  for (const who of ['the invited user', 'the owner'] as const)
    test(who, async () => {
      const caller = await signIn(who === 'the owner' ? owner : guest)
      const list = await caller.call('GET /apps/files/file_list/{folderId}', { folderId: folder.id })
      const all = [list.folder!, ...list.children!]
      assert.equal(all.length, 8)
      for (const listed of all) {
        const { item } = await caller.call('GET /apps/files/get_info', { item_typed_id: listed.typed_id })
        assert.deepEqual({ ...item, ...listed }, item, listed.name)
      }
    })

  test('an invitation to one item gives another role on it', async () => {
    const caller = await signIn(guest)
    const list = await caller.call('GET /apps/files/file_list/{folderId}', { folderId: folder.id })
    const roles = Object.fromEntries(list.children!.map((item) => [item.name, item.final_role]))
    const inherited = ['plain.txt', 'sealed', 'asked.txt', 'kept.txt', 'made.txt']
    assert.deepEqual(roles, {
      ...Object.fromEntries(inherited.map((name) => [name, 'viewer_uploader'])),
      given: 'editor',
      'group.txt': 'previewer',
    })
  })

  test('a lower department’s folder has its own role in the files of its parent', async () => {
    const enterprise = await make.enterprise()
    const member = await make.user({ enterprise })
    const above = await make.department({ enterprise, name: '学部' })
    const below = await make.department({ parent: above, name: '教研组' })
    await make.member(above, member)
    await make.member(below, member, { isManager: true })
    const list = await (
      await signIn(member)
    ).call('GET /apps/files/file_list/{folderId}', {
      folderId: 0,
      department_id: above.id,
    })
    const [child] = list.children!
    assert.deepEqual([child?.name, child?.final_role, child?.department?.id], ['教研组', 'coowner', below.id])
  })
})
