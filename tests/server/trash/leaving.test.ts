import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ItemRow } from '../../../server/database/tables'
import { departmentRoot } from '../../../server/queries/items/spaces'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import {
  asOwner,
  enterprise,
  isThere,
  isInTrash,
  make,
  owner,
  PURGE,
  remove,
  RESTORE,
  server,
  shared,
  signIn,
  startTrashServer,
  trash,
  typed,
} from './trashServer'

const EMPTY = 'POST /apps/files/empty_trash'

let now = Date.UTC(2026, 8, 1)

startTrashServer(
  () => new Date(now),
  () => (now += 60_000),
)

describe('restoring items', () => {
  test('decisions 50: an item restored to a taken name gets " (1)" before the extension, files and folders', async () => {
    const folder = await make.folder({ owner })
    const file = await make.file({ parent: folder }, { name: '简章.tar.gz' })
    const inner = await make.folder({ parent: folder }, { name: '资料 v1.2' })
    await remove(asOwner, file, inner)
    await make.file({ parent: folder }, { name: '简章.tar.gz' })
    await make.folder({ parent: folder }, { name: '资料 v1.2' })
    await make.folder({ parent: folder }, { name: '资料 v1.2 (1)' })
    const { items } = await asOwner.call(RESTORE, typed(file, inner))
    assert.deepEqual(
      items.map(({ name, extension }) => [name, extension]),
      [
        ['简章 (1).tar.gz', 'tar.gz'],
        ['资料 v1.2 (2)', ''],
      ],
    )
  })

  deepTest('the first of several items restored with one name keeps it, and the others get numbers', async () => {
    const folder = await make.folder({ owner })
    const createAndDelete = async (name: string) => {
      const file = await make.file({ parent: folder }, { name })
      await remove(asOwner, file)
      return file
    }
    const [first, second, third] = [
      await createAndDelete('x.txt'),
      await createAndDelete('x.txt'),
      await createAndDelete('X.TXT'),
    ]
    const others = [await createAndDelete('y.txt'), await createAndDelete('z.txt')]
    await make.file({ parent: folder }, { name: 'z.txt' })
    const { items } = await asOwner.call(RESTORE, typed(third, ...others, second, first))
    assert.deepEqual(
      items.map(({ name }) => name),
      ['X.TXT', 'y.txt', 'z (1).txt', 'x.txt', 'x (1).txt'],
    )
  })

  test('two items with one name, restored concurrently, get different names, and the counters are right', async () => {
    const folder = await make.folder({ owner })
    const files = []
    for (let n = 0; n < 6; n++) {
      const file = await make.file({ parent: folder }, { name: 'x.txt' })
      await remove(asOwner, file)
      files.push(file)
    }
    await Promise.all(files.map((file) => asOwner.call(RESTORE, typed(file))))
    const list = await asOwner.call('GET /apps/files/file_list/{folderId}', { folderId: folder.id })
    assert.deepEqual(list.children?.map(({ name }) => name).sort(), [
      'x (1).txt',
      'x (2).txt',
      'x (3).txt',
      'x (4).txt',
      'x (5).txt',
      'x.txt',
    ])
    assert.equal(list.total_children_count, 6)
  })

  test('[ERR-04] target_folder_not_deleted: an item whose folder is in the trash is restored only together with the folder', async () => {
    const folder = await make.folder({ owner })
    const inner = await make.folder({ parent: folder })
    const file = await make.file({ parent: inner })
    await remove(asOwner, file)
    await remove(asOwner, folder)
    const { entry, kind } = await asOwner.refused(RESTORE, typed(file), 'target_folder_not_deleted')
    assert.deepEqual([kind, entry.error_type], ['validation_errors', 'target'])
    const { items } = await asOwner.call('GET /apps/files/trash_list', {})
    const { name } = items.find(({ id }) => id === folder.id)!
    assert.deepEqual(entry.folders, [{ typed_id: `folder_${folder.id}`, name }])
    await asOwner.refused(RESTORE, typed(inner), 'target_folder_not_deleted')
    await asOwner.call(RESTORE, typed(file, folder))
    for (const item of [folder, inner, file]) assert.ok(!(await isInTrash(asOwner, item)))
    await asOwner.call('GET /apps/files/get_info', { item_typed_id: `file_${file.id}` })
  })

  test('[ERR-04] item_is_deleted: purged, foreign and mistyped ids answer alike', async () => {
    const purged = await make.file({ owner })
    await remove(asOwner, purged)
    await asOwner.call(PURGE, typed(purged))
    const foreign = await make.file({ owner: await make.user() })
    const folder = await make.folder({ owner })
    await remove(asOwner, folder)
    const answers = []
    for (const item of [purged, foreign, { id: 999_999_999, is_folder: false }, { id: folder.id, is_folder: false }]) {
      const { entry } = await asOwner.refused(RESTORE, typed(item), 'item_is_deleted')
      answers.push(entry)
    }
    assert.deepEqual(new Set(answers.map((entry) => JSON.stringify(entry))).size, 1)
    assert.equal(answers[0]?.error_type, 'item')
  })

  test('[ERR-04] external_item_parent_missing: the folder was purged; the owner restores the item to the root of the space', async () => {
    const { folder, user, client: editor } = await shared('editor')
    const department = await make.department({ enterprise })
    await make.member(department, user)
    const root = (await departmentRoot(server.deps.db, department.id))!
    const inDepartment = await make.folder({ department })
    const [lost, ours] = [
      await make.file({ parent: folder }, { name: '单独删除的.txt' }),
      await make.file({ parent: inDepartment }),
    ]
    await remove(editor, lost, ours)
    const director = await signIn(
      await server.deps.db
        .selectFrom('users')
        .selectAll()
        .where(
          'id',
          '=',
          (
            await server.deps.db
              .selectFrom('items')
              .select('space_owner_id')
              .where('id', '=', root)
              .executeTakeFirstOrThrow()
          ).space_owner_id,
        )
        .executeTakeFirstOrThrow(),
    )
    await remove(asOwner, folder)
    await asOwner.call(PURGE, typed(folder))
    await remove(director, inDepartment)
    await director.call(PURGE, typed(inDepartment))

    await editor.refused(RESTORE, typed(lost), 'item_is_deleted')
    const {
      items: [back],
      moved_to_root: moved,
    } = await asOwner.call(RESTORE, typed(lost))
    assert.deepEqual([back?.name, back?.parent_folder_id], ['单独删除的.txt', 0])
    assert.deepEqual(moved, [back?.typed_id])
    const { entry } = await editor.refused(RESTORE, typed(ours), 'external_item_parent_missing')
    assert.equal(entry.error_type, undefined)
    const {
      items: [found],
    } = await director.call(RESTORE, typed(ours))
    assert.equal(found?.parent_folder_id, root)
  })

  test('restoring again is no error; a restore is all or nothing; an empty selection is an error', async () => {
    const [one, other] = [await make.file({ owner }), await make.file({ owner })]
    const foreign = await make.file({ owner: await make.user() })
    await remove(asOwner, one, other)
    await asOwner.refused(RESTORE, typed(one, foreign), 'item_is_deleted')
    assert.ok(await isInTrash(asOwner, one))
    await asOwner.refused(PURGE, typed(one, foreign), 'item_not_found')
    assert.ok(await isInTrash(asOwner, one))
    const answers = await Promise.all([1, 2, 3].map(() => asOwner.call(RESTORE, typed(one, other, one))))
    for (const { items } of answers)
      assert.deepEqual(
        items.map(({ id, is_deleted }) => [id, is_deleted]),
        [
          [one.id, false],
          [other.id, false],
        ],
      )
    for (const call of [RESTORE, PURGE] as const) await asOwner.refused(call, { item_typed_ids: [] }, 'invalid_request')
    await asOwner.refused(PURGE, typed(one), 'item_not_in_trash')
  })

  test('a department’s folder is restored by its owner, an administrator or its deleter, and cannot be purged', async () => {
    const school = await make.enterprise()
    const administrator = await make.user({ enterprise: school, isAdministrator: true })
    const top = await make.department({ enterprise: school })
    const department = await make.department({ parent: top })
    const [member, manager] = [await make.user({ department }), await make.user({ enterprise: school })]
    await make.member(top, manager, { isManager: true })
    const root = { id: (await departmentRoot(server.deps.db, department.id))!, is_folder: true } as ItemRow
    const [asManager, asAdministrator] = [await signIn(manager), await signIn(administrator)]
    for (const who of [asManager, asAdministrator]) {
      await remove(asManager, root)
      assert.deepEqual([await isInTrash(asManager, root), await isInTrash(asAdministrator, root)], [true, true])
      await (await signIn(member)).refused(RESTORE, typed(root), 'restore_folder_without_permission')
      await asAdministrator.refused(PURGE, typed(root), 'permission_denied')
      await who.call(RESTORE, typed(root))
    }
  })
})

describe('deleting permanently', () => {
  test('a purge deletes the contents and versions, and returns the bytes to the space', async () => {
    const self = await make.user({ enterprise })
    const me = await signIn(self)
    const used = async () => (await me.call('GET /apps/frequently_used_items/get_space_info', {})).used
    const folder = await make.folder({ owner: self })
    const inner = await make.folder({ parent: folder })
    const [file, kept] = [
      await make.file({ parent: inner }, { content: 'x'.repeat(100) }),
      await make.file({ owner: self }, { content: 'yy' }),
    ]
    assert.equal(await used(), 102)
    await remove(me, folder)
    assert.equal(await used(), 102)
    await me.call(PURGE, typed(folder))
    for (const item of [folder, inner, file]) assert.equal(await isThere(item), undefined)
    assert.ok(await isThere(kept))
    assert.equal(await used(), 2)
    await me.refused(PURGE, typed(folder), 'item_not_found')
  })

  test('either a concurrent restore or purge wins, and nothing is half-done', async () => {
    for (let round = 0; round < 8; round++) {
      const folder = await make.folder({ owner })
      const file = await make.file({ parent: folder })
      await remove(asOwner, folder)
      const [restored, purged] = await Promise.all([
        asOwner.send(RESTORE, typed(folder)),
        asOwner.send(PURGE, typed(folder)),
      ])
      const [didRestore, didPurge] = [restored, purged].map(({ status, body }) => {
        assert.equal(status, 200)
        return (body as { success: boolean }).success
      })
      assert.notEqual(didRestore, didPurge)
      assert.deepEqual(
        [(await isThere(folder)) === undefined, (await isThere(file)) === undefined],
        [didPurge, didPurge],
      )
    }
  })

  test('users without a session and members of an expired enterprise are refused', async () => {
    const late = await make.user({ enterprise: await make.enterprise({ expires_at: new Date(now - 1) }) })
    for (const call of [RESTORE, PURGE] as const) {
      await (await signIn(late)).refused(call, typed({ id: 1, is_folder: false }), 'enterprise_expired')
    }
    await client(server).visitor.refused('GET /apps/files/trash_list', {}, 'login_expired')
  })
})

describe('[ACT-10] emptying a trash', () => {
  /** Items that the user deleted: their own, a colleague's and a partner's. */
  async function full() {
    const self = await make.user({ enterprise })
    const me = await signIn(self)
    const partner = await make.user({ enterprise: await make.enterprise() })
    const [mine, theirs, outside] = [
      await make.folder({ owner: self }),
      await make.folder({ owner }),
      await make.folder({ owner: partner }),
    ]
    for (const folder of [theirs, outside]) await make.collab(folder, { user: self }, 'editor')
    const files = []
    for (const parent of [mine, theirs, outside]) files.push(await make.file({ parent }, { content: 'x'.repeat(100) }))
    const [own, colleagues, partners] = files as [ItemRow, ItemRow, ItemRow]
    await remove(me, own, colleagues, partners)
    return { self, me, partner, own, colleagues, partners, key: `enterprise_${partner.enterprise_id}` as const }
  }

  test('own items are purged with their bytes, records of others’ items are removed; an external trash is separate', async () => {
    const { self, me, own, colleagues, partners, key } = await full()
    assert.deepEqual(await me.call(EMPTY, {}), { success: true, removed: 2, kept: 0, next: null })
    assert.deepEqual((await trash(me)).items, [])
    assert.equal(await isThere(own), undefined)
    assert.equal((await me.call('GET /apps/frequently_used_items/get_space_info', {})).used, 0)
    await asOwner.call(RESTORE, typed(colleagues))
    assert.ok(await isInTrash(me, partners, { external_typed_id: key }))
    const auditRows = await server.deps.db
      .selectFrom('audit_log')
      .select(['deed', 'item_id'])
      .where('user_id', '=', self.id)
      .where('deed', '=', 'item_purged')
      .execute()
    assert.deepEqual(auditRows, [{ deed: 'item_purged', item_id: own.id }])
  })

  test('[LIST-12] emptying an external trash removes the user’s records; a trash without such records is not revealed', async () => {
    const { me, own, colleagues, partner, partners, key } = await full()
    assert.deepEqual(await me.call(EMPTY, { external_typed_id: key }), {
      success: true,
      removed: 1,
      kept: 0,
      next: null,
    })
    assert.deepEqual((await trash(me, { external_typed_id: key })).items, [])
    await (await signIn(partner)).call(RESTORE, typed(partners))
    assert.deepEqual([await isInTrash(me, own), await isInTrash(me, colleagues)], [true, true])
    const nobody = await make.user({ enterprise })
    await (await signIn(nobody)).refused(EMPTY, { external_typed_id: key }, 'item_not_found')
  })

  deepTest(
    'it works in batches; items deleted after its start, and those that the user may not delete, stay',
    async () => {
      const self = await make.user({ enterprise })
      const me = await signIn(self)
      const folder = await make.folder({ owner: self })
      const files: ItemRow[] = []
      for (let n = 0; n < 230; n++) files.push(await make.file({ parent: folder }))
      const later = files.pop()!
      await remove(me, ...files)
      const first = await me.call(EMPTY, {})
      assert.deepEqual([first.removed, first.kept], [200, 0])
      now += 5000
      await remove(me, later)
      assert.deepEqual(await me.call(EMPTY, { from: first.next! }), { success: true, removed: 29, kept: 0, next: null })
      assert.deepEqual(
        (await trash(me)).items.map(({ id }) => id),
        [later.id],
      )
      assert.deepEqual(await me.call(EMPTY, {}), { success: true, removed: 1, kept: 0, next: null })
      assert.deepEqual(await me.call(EMPTY, {}), { success: true, removed: 0, kept: 0, next: null })
    },
  )

  test('a department’s folder stays and is counted, and so do items that the user no longer sees', async () => {
    const department = await make.department({ enterprise })
    const id = (await departmentRoot(server.deps.db, department.id))!
    const root = { id, is_folder: true } as ItemRow
    const { login } = await server.deps.db
      .selectFrom('items')
      .innerJoin('users', 'users.id', 'space_owner_id')
      .select('login')
      .where('items.id', '=', id)
      .executeTakeFirstOrThrow()
    now += 60_000
    const asHolder = await client(server).as(login)
    await remove(asHolder, root)
    assert.deepEqual(await asHolder.call(EMPTY, {}), { success: true, removed: 0, kept: 1, next: null })
    assert.ok(await isInTrash(asHolder, root))

    const { file, folder, client: editor } = await shared('editor')
    await remove(editor, file)
    await server.deps.db.deleteFrom('collabs').where('item_id', '=', folder.id).execute()
    assert.deepEqual(await editor.call(EMPTY, {}), { success: true, removed: 0, kept: 0, next: null })
    assert.ok(await isThere(file))
  })

  test('with a concurrent restore each item is either restored or gone', async () => {
    const self = await make.user({ enterprise })
    const [me, again] = [await signIn(self), await signIn(self)]
    const files: ItemRow[] = []
    for (let n = 0; n < 12; n++) files.push(await make.file({ owner: self }))
    await remove(me, ...files)
    const [emptied] = await Promise.all([me.call(EMPTY, {}), ...files.map((file) => again.send(RESTORE, typed(file)))])
    const left = await Promise.all(files.map(isThere))
    assert.deepEqual([emptied.removed, emptied.kept], [left.filter((item) => item === undefined).length, 0])
    assert.deepEqual((await trash(me)).items, [])
  })
})
