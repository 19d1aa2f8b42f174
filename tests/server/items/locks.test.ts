import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Role } from '@/contract/entities'
import { client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

describe('locks', () => {
  let server: TestServer
  let make: ReturnType<typeof factories>

  before(async () => {
    server = await startTestServer()
    make = factories(server.deps)
  })
  after(() => server.close())

  const typed = ({ id }: { id: number }) => ({ item_typed_id: `file_${id}` as const })

  async function guestOf(file: { id: number }, role: Role, name?: string) {
    const guest = await make.user({ name, login: name && `${name}${file.id}@test` })
    await make.collab(file, { user: guest }, role)
    return { guest, they: await client(server).as(guest.login) }
  }

  async function sharedFile() {
    const owner = await make.user()
    return { owner, me: await client(server).as(owner.login), file: await make.file({ owner }, { name: '甲.txt' }) }
  }

  const setters: [Role, boolean][] = [
    ['coowner', true],
    ['editor', true],
    ['viewer_uploader', false],
    ['viewer', false],
    ['previewer_uploader', false],
    ['previewer', false],
    ['uploader', false],
  ]
  for (const [role, isAllowed] of setters) {
    test(`${role} ${isAllowed ? 'sets' : 'does not set'} the manual lock`, async () => {
      const { file } = await sharedFile()
      const { guest, they } = await guestOf(file, role)
      if (!isAllowed)
        return they.refused('POST /apps/files/lock', typed(file), 'permission_denied').then(() => undefined)
      const { item } = await they.call('POST /apps/files/lock', typed(file))
      assert.deepEqual([item.locked, item.lock_kind, item.lock_user?.id, item.unlock_permit], [true, 1, guest.id, true])
    })
  }

  test('[ACT-03] a lock blocks everybody except its holder and names the holder, who can continue working and unlock', async () => {
    const { file, me } = await sharedFile()
    const { they } = await guestOf(file, 'editor', '王珂')
    await they.call('POST /apps/files/lock', typed(file))
    await they.call('POST /apps/files/lock', typed(file))
    const rename = { ...typed(file), name: '乙' }
    for (const who of [me, (await guestOf(file, 'editor')).they]) {
      const { entry } = await who.refused('POST /apps/files/edit', rename, 'item_locked')
      assert.match(entry.error_tr_msg, /王珂/)
      await who.refused('POST /apps/files/delete', { item_typed_ids: [typed(file).item_typed_id] }, 'item_locked')
      await who.refused('POST /apps/files/presign_upload', { file_size: 1, target_file_id: file.id }, 'item_locked')
      await who.refused('POST /apps/files/lock', typed(file), 'item_locked')
    }
    await they.call('POST /apps/files/edit', rename)
    const { item } = await they.call('POST /apps/files/unlock', typed(file))
    assert.deepEqual([item.locked, item.lock_user, item.lock_kind], [false, null, null])
    await me.call('POST /apps/files/edit', { ...typed(file), name: '丙' })
  })

  test('owner and coowner release another user’s lock, an editor cannot; an approval lock is not released this way', async () => {
    const { owner, file, me } = await sharedFile()
    const { they } = await guestOf(file, 'editor')
    const other = await guestOf(file, 'editor')
    const second = await guestOf(file, 'coowner')
    for (const who of [me, second.they]) {
      await they.call('POST /apps/files/lock', typed(file))
      await other.they.refused('POST /apps/files/unlock', typed(file), 'item_locked')
      assert.equal((await who.call('POST /apps/files/unlock', typed(file))).item.locked, false)
    }
    assert.equal((await me.call('POST /apps/files/unlock', typed(file))).item.locked, false)
    await server.deps.db
      .updateTable('items')
      .set({ lock_user_id: other.guest.id, lock_kind: 2 })
      .where('id', '=', file.id)
      .execute()
    await me.refused('POST /apps/files/unlock', typed(file), 'item_locked')
    assert.ok(owner.id > 0)
  })

  test('[ACT-03] an action on several locked items gives the generic message and changes nothing', async () => {
    const { owner, me, file } = await sharedFile()
    const second = await make.file({ owner }, { name: '乙.txt' })
    const free = await make.file({ owner }, { name: '丙.txt' })
    for (const each of [file, second])
      await (await guestOf(each, 'editor', '李蔚')).they.call('POST /apps/files/lock', typed(each))
    const ids = [free, file, second].map((each) => typed(each).item_typed_id)
    const { entry } = await me.refused('POST /apps/files/delete', { item_typed_ids: ids }, 'items_locked')
    assert.doesNotMatch(entry.error_tr_msg, /李蔚/)
    const { items } = await me.call('GET /apps/files/file_list/{folderId}', { folderId: 0, folder_type: 'own' })
    assert.equal(items?.length, 3)
  })
})
