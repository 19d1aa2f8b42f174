import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Role } from '@/contract/entities'
import type { EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import { client } from '../../support/client'
import { found, make, SEARCH, server, signIn, startSearchServer } from './searchServer'

startSearchServer()

describe('a search never shows hidden items, not even in counts', () => {
  let school: EnterpriseRow
  let owner: UserRow
  let folder: ItemRow
  before(async () => {
    school = await make.enterprise()
    owner = await make.user({ enterprise: school, name: '机密主人' })
    folder = await make.folder({ owner }, { name: '机密' })
    const file = await make.file(
      { parent: await make.folder({ parent: folder }, { name: '下一层' }) },
      { name: '机密名单.txt' },
    )
    await server.deps.db.updateTable('items').set({ description: '机密说明' }).where('id', '=', file.id).execute()
  })

  const all = ['下一层', '机密', '机密名单.txt']
  const roles: [Role, string[]][] = [
    ['coowner', all],
    ['editor', all],
    ['viewer_uploader', all],
    ['viewer', all],
    ['previewer_uploader', all],
    ['previewer', all],
    ['uploader', all],
    ['reset', []],
  ]
  for (const [role, expected] of roles) {
    test(`the role ${role} finds ${expected.length} items`, async () => {
      const user = await make.user({ enterprise: school })
      await make.collab(folder, { user }, role)
      const result = await found(user, '机密')
      assert.deepEqual([result.names.sort(), result.total], [expected, expected.length])
    })
  }

  test('users without an invitation, strangers, pending users and guests of another folder find nothing', async () => {
    const [colleague, stranger, pending, guest] = [
      await make.user({ enterprise: school }),
      await make.user(),
      await make.user({ enterprise: school }),
      await make.user({ enterprise: school }),
    ]
    await make.collab(folder, { user: pending }, 'viewer', { accepted: false })
    await make.collab(await make.folder({ owner: await make.user({ enterprise: school }) }), { user: guest }, 'viewer')
    const pendingGroup = await make.user({ enterprise: school })
    await make.collab(folder, { group: await make.group({ enterprise: school, members: [pendingGroup] }) }, 'viewer', {
      accepted: false,
    })
    for (const user of [colleague, stranger, pending, pendingGroup, guest]) {
      for (const words of ['机密', '机密说明', '机密主'])
        assert.deepEqual(await found(user, words), { items: [], names: [], total: 0 })
    }
  })

  test('a folder with an excluding role is omitted with its contents, the rest is found', async () => {
    const user = await make.user({ enterprise: school })
    const open = await make.folder({ owner }, { name: '公开项目' })
    const shut = await make.folder({ parent: open }, { name: '公开项目里的机要' })
    await make.file({ parent: shut }, { name: '公开项目底稿.txt' })
    await make.file({ parent: open }, { name: '公开项目说明.txt' })
    await make.collab(open, { user }, 'viewer')
    await make.collab(shut, { group: await make.group({ enterprise: school, members: [user] }) }, 'reset')
    const result = await found(user, '公开项目')
    assert.deepEqual([result.names.sort(), result.total], [['公开项目', '公开项目说明.txt'], 2])
    assert.deepEqual((await found(user, '底稿')).total, 0)
  })

  test('a guest of a single file finds it, without its path', async () => {
    const user = await make.user({ enterprise: school })
    const hidden = await make.folder({ owner }, { name: '看不见的地方' })
    const file = await make.file({ parent: hidden }, { name: '单独分享.txt' })
    await make.collab(file, { user }, 'viewer')
    const {
      items: [item],
      total,
    } = await found(user, '单独分享')
    assert.deepEqual([item?.name, item?.path, total], ['单独分享.txt', [], 1])
    assert.equal((await found(user, '看不见')).total, 0)
  })

  test('only members find a department’s files', async () => {
    const department = await make.department({ enterprise: school, name: '档案室' })
    const sister = await make.department({ enterprise: school, name: '资料室' })
    await make.file({ department }, { name: '年鉴.txt' })
    const member = await make.user({ department })
    const neighbour = await make.user({ department: sister })
    assert.deepEqual([(await found(member, '年鉴')).total, (await found(neighbour, '年鉴')).total], [1, 0])
    assert.deepEqual(
      [(await found(member, '档案室')).names, (await found(neighbour, '档案室')).names],
      [['档案室'], []],
    )
  })

  test('items in the trash, by themselves or with a folder above, are not found', async () => {
    const user = await make.user()
    const gone = await make.folder({ owner: user }, { name: '待清理' })
    await make.file({ parent: await make.folder({ parent: gone }) }, { name: '待清理的.txt' })
    assert.equal((await found(user, '待清理')).total, 2)
    await (await signIn(user)).call('POST /apps/files/delete', { item_typed_ids: [`folder_${gone.id}`] })
    assert.equal((await found(user, '待清理')).total, 0)
  })

  test('a personal root is never found, not even by its owner', async () => {
    const user = await make.user({ name: '独一无二' })
    assert.equal((await found(user, '独一无二')).total, 0)
  })

  test('a search without a session answers login_expired', async () => {
    await client(server).visitor.refused(SEARCH, { query_words: '机密' }, 'login_expired')
  })
})
