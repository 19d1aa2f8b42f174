import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ErrorCode } from '@/contract/errors'
import type { Item, Role } from '@/contract/entities'
import type { EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import { departmentRoot } from '../../../server/queries/items/spaces'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

const RESTORE = 'POST /apps/files/restore_from_trash'
const PURGE = 'POST /apps/files/delete_from_trash'
const EMPTY = 'POST /apps/files/empty_trash'

let now = Date.UTC(2026, 8, 1)
let server: TestServer
let make: ReturnType<typeof factories>
let enterprise: EnterpriseRow
let owner: UserRow
let asOwner: Client

before(async () => {
  server = await startTestServer({ clock: () => new Date(now) })
  make = factories(server.deps)
  enterprise = await make.enterprise({ name: '明德学校' })
  owner = await make.user({ enterprise, name: '王珂', login: 'wang@trash' })
  asOwner = await signIn(owner)
})
after(() => server.close())

/** Many users sign in here, so time passes between them; otherwise it would look like guessing. */
function signIn(who: UserRow) {
  now += 60_000
  return client(server).as(who.login)
}
const typed = (...items: Pick<ItemRow, 'id' | 'is_folder'>[]) => ({
  item_typed_ids: items.map(({ id, is_folder }) => (is_folder ? `folder_${id}` : `file_${id}`) as Item['typed_id']),
})
const trash = async (who: Client, input = {}) => who.call('GET /apps/files/trash_list', input)
const lies = async (who: Client, item: ItemRow, input = {}) =>
  (await trash(who, { limit: 200, ...input })).items.some(({ id }) => id === item.id)
const find = async (who: Client, item: ItemRow) =>
  (await trash(who, { limit: 200 })).items.find(({ id }) => id === item.id)
const isThere = (item: ItemRow) =>
  server.deps.db.selectFrom('items').select('id').where('id', '=', item.id).executeTakeFirst()
const remove = (who: Client, ...items: ItemRow[]) => who.call('POST /apps/files/delete', typed(...items))

/** A folder of the owner that a colleague was invited to, and a file in it. */
async function shared(role: Role | null, colleague?: UserRow) {
  const folder = await make.folder({ owner })
  const user = colleague ?? (await make.user({ enterprise }))
  if (role) await make.collab(folder, { user }, role)
  const file = await make.file({ parent: folder })
  return { folder, file, user, client: await signIn(user) }
}

/** A user's rights on an item deleted from a folder on which they have a role (decisions 52, support/access/roleTable). */
type Outcome = 'done' | 'record' | ErrorCode
const table: [role: Role | 'stranger', who: 'deleted it' | 'did not', restore: Outcome, remove: Outcome][] = [
  ['owner', 'deleted it', 'done', 'done'],
  ['owner', 'did not', 'done', 'done'],
  ['coowner', 'deleted it', 'done', 'record'],
  ['coowner', 'did not', 'done', 'permission_denied'],
  ['editor', 'deleted it', 'done', 'record'],
  ['editor', 'did not', 'done', 'permission_denied'],
  // A user whose role was lowered after deleting an item can only delete the record.
  ...(['viewer_uploader', 'viewer', 'previewer_uploader', 'previewer', 'uploader'] as const).flatMap(
    (role): typeof table => [
      [role, 'deleted it', 'restore_folder_without_permission', 'record'],
      [role, 'did not', 'restore_folder_without_permission', 'permission_denied'],
    ],
  ),
  ['reset', 'deleted it', 'item_is_deleted', 'item_not_found'],
  ['reset', 'did not', 'item_is_deleted', 'item_not_found'],
  ['stranger', 'deleted it', 'item_is_deleted', 'item_not_found'],
  ['stranger', 'did not', 'item_is_deleted', 'item_not_found'],
]

describe('[ACT-13] every role × restore, record delete, permanent delete; a non-owner’s permanent delete is refused', () => {
  for (const [role, who, restoring, removing] of table) {
    const title = `the ${role} who ${who}`
    /** Deletes the item by the user, who then still had the right, or by the owner. */
    async function deleted() {
      const isOwner = role === 'owner'
      const at = await shared(isOwner ? null : 'editor', isOwner ? owner : undefined)
      await remove(who === 'deleted it' ? at.client : isOwner ? await someEditor(at.folder) : asOwner, at.file)
      const { db } = server.deps
      if (role === 'stranger') await db.deleteFrom('collabs').where('item_id', '=', at.folder.id).execute()
      else if (!isOwner) await db.updateTable('collabs').set({ role }).where('item_id', '=', at.folder.id).execute()
      return at
    }
    const someEditor = async (folder: ItemRow) => {
      const user = await make.user({ enterprise })
      await make.collab(folder, { user }, 'editor')
      return signIn(user)
    }

    test(`${title}: restoring answers ${restoring}`, async () => {
      const { file, client: self } = await deleted()
      if (restoring === 'done') {
        const { items } = await self.call(RESTORE, typed(file))
        assert.deepEqual(
          items.map(({ id, is_deleted, action_status }) => [id, is_deleted, action_status]),
          [[file.id, false, null]],
        )
        assert.ok(!(await lies(asOwner, file)))
        await self.call('GET /apps/files/get_info', { item_typed_id: `file_${file.id}` })
      } else {
        const { entry } = await self.refused(RESTORE, typed(file), restoring as ErrorCode)
        const isNamed = ['王珂', 'wang@trash'].every((part) => entry.error_tr_msg.includes(part))
        assert.equal(isNamed, restoring === 'restore_folder_without_permission', entry.error_tr_msg)
        assert.ok(await lies(asOwner, file))
      }
    })

    test(`${title}: deleting from the trash answers ${removing}`, async () => {
      const { file, client: self } = await deleted()
      if (removing !== 'done' && removing !== 'record') await self.refused(PURGE, typed(file), removing as ErrorCode)
      else await self.call(PURGE, typed(file))
      assert.equal((await isThere(file)) === undefined, removing === 'done')
      if (removing === 'done') return
      assert.ok(!(await lies(self, file)))
      if (removing === 'record') await self.call(PURGE, typed(file))
      await asOwner.call(RESTORE, typed(file))
    })
  }
})

describe('decisions 52: the trashes that contain an item', () => {
  test('items of two owners, deleted together, lie in each owner’s trash only', async () => {
    const first = await shared('editor')
    const other = await make.user({ enterprise })
    const asOther = await signIn(other)
    const folder = await make.folder({ owner: other })
    await make.collab(folder, { user: first.user }, 'editor')
    const file = await make.file({ parent: folder })
    const second = await make.file({ parent: folder })
    await remove(first.client, second, first.file, file)
    assert.deepEqual(await Promise.all([first.file, file, second].map((item) => lies(asOwner, item))), [
      true,
      false,
      false,
    ])
    assert.deepEqual(await Promise.all([first.file, file, second].map((item) => lies(asOther, item))), [
      false,
      true,
      true,
    ])
  })

  test('[ROW-06] an item lies in the trash of its owner and of its deleter, with user and time, in no other', async () => {
    const { folder, file, user, client: editor } = await shared('editor')
    const bystander = await make.user({ enterprise })
    await make.collab(folder, { user: bystander }, 'coowner')
    now += 60_000
    await remove(editor, file)
    for (const who of [asOwner, editor]) {
      const row = await find(who, file)
      assert.deepEqual(row?.action_status, { action_time: now / 1000, action_by: user.name })
      assert.equal(row?.is_deleted, true)
    }
    assert.ok(!(await lies(await signIn(bystander), file)))
  })

  test('a removed record returns with the next deletion', async () => {
    const { file, client: editor } = await shared('editor')
    await remove(editor, file)
    await editor.call(PURGE, typed(file))
    await asOwner.call(RESTORE, typed(file))
    await remove(editor, file)
    assert.ok(await lies(editor, file))
  })

  test('items inside a deleted folder have no records of their own; items deleted before the folder do', async () => {
    const folder = await make.folder({ owner })
    const [early, late] = [await make.file({ parent: folder }), await make.file({ parent: folder })]
    await remove(asOwner, early)
    await remove(asOwner, folder)
    assert.deepEqual(
      [await lies(asOwner, folder), await lies(asOwner, early), await lies(asOwner, late)],
      [true, true, false],
    )
    await asOwner.refused(PURGE, typed(late), 'item_not_in_trash')
  })

  test('pages show the newest deletion first, folders before files; each order is available and stored', async () => {
    const self = await make.user({ enterprise })
    const me = await signIn(self)
    const items = [
      await make.file({ owner: self }, { name: 'b.txt', content: 'xxx' }),
      await make.file({ owner: self }, { name: 'a.txt', content: 'x' }),
      await make.folder({ owner: self }, { name: 'd' }),
      await make.folder({ owner: self }, { name: 'c' }),
    ]
    for (const item of items) {
      now += 1000
      await remove(me, item)
    }
    const names = async (input = {}) => (await trash(me, input)).items.map(({ name }) => name)
    assert.deepEqual(await names(), ['c', 'd', 'a.txt', 'b.txt'])
    assert.deepEqual(await names({ sort_by: 'size', sort_direction: 'asc' }), ['d', 'c', 'a.txt', 'b.txt'])
    assert.deepEqual(await names({ sort_by: 'name', sort_direction: 'asc' }), ['c', 'd', 'a.txt', 'b.txt'])
    const page = await trash(me, { offset: 1, limit: 2 })
    assert.deepEqual([page.items.map(({ name }) => name), page.total_count, page.sort_by], [['d', 'a.txt'], 4, 'name'])
    assert.deepEqual([page.external, page.external_list], [null, []])
  })
})

describe('[LIST-12] the trash of an external enterprise or user', () => {
  test('items that the user deleted there are listed per enterprise and personal user, not in the own trash', async () => {
    const [company, person] = [
      await make.enterprise({ name: '云舟科技', trash_period_days: 7 }),
      await make.enterprise({ is_personal: true }),
    ]
    const [partner, friend] = [
      await make.user({ enterprise: company }),
      await make.user({ enterprise: person, name: '何小北' }),
    ]
    const self = await make.user({ enterprise })
    const me = await signIn(self)
    const [theirs, his] = [await make.folder({ owner: partner }), await make.folder({ owner: friend })]
    for (const folder of [theirs, his]) await make.collab(folder, { user: self }, 'editor')
    const [one, other] = [await make.file({ parent: theirs }), await make.file({ parent: his })]
    const address = { external_typed_id: `enterprise_${company.id}` as const }
    assert.deepEqual((await trash(me, address)).total_count, 0)
    await remove(me, one, other)

    const own = await trash(me)
    const external = [
      { id: company.id, type: 'enterprise', name: '云舟科技', trash_period: 7 },
      { id: friend.id, type: 'user', name: '何小北', trash_period: 30 },
    ]
    assert.deepEqual(
      [own.items, own.external_list.map(({ name }) => name).sort()],
      [[], external.map(({ name }) => name).sort()],
    )
    const there = await trash(me, address)
    assert.deepEqual(
      [there.items.map(({ id }) => id), there.external, there.external_list],
      [[one.id], external[0], []],
    )
    const byUser = await trash(me, { external_typed_id: `user_${friend.id}` })
    assert.deepEqual([byUser.items.map(({ id }) => id), byUser.external], [[other.id], external[1]])

    await me.call(PURGE, typed(one))
    assert.deepEqual([(await trash(me, address)).total_count, (await trash(me)).external_list.length], [0, 1])
    assert.ok(await lies(await signIn(partner), one))
    await me.call(RESTORE, typed(other))
  })

  test('an unrelated, the own and a missing enterprise are refused alike as not found', async () => {
    const foreign = await make.enterprise()
    for (const id of [
      `enterprise_${foreign.id}`,
      `enterprise_${enterprise.id}`,
      'enterprise_999999999',
      `user_${owner.id}`,
    ]) {
      await asOwner.refused('GET /apps/files/trash_list', { external_typed_id: id }, 'item_not_found')
    }
    const { entry } = await asOwner.refused(
      'GET /apps/files/trash_list',
      { external_typed_id: 'folder_1' },
      'invalid_request',
    )
    assert.equal(entry.field, 'external_typed_id')
  })
})

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

  test('the first of several items restored with one name keeps it, and the others get numbers', async () => {
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
    await asOwner.refused(RESTORE, typed(inner), 'target_folder_not_deleted')
    await asOwner.call(RESTORE, typed(file, folder))
    for (const item of [folder, inner, file]) assert.ok(!(await lies(asOwner, item)))
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
    } = await asOwner.call(RESTORE, typed(lost))
    assert.deepEqual([back?.name, back?.parent_folder_id], ['单独删除的.txt', 0])
    const { entry } = await editor.refused(RESTORE, typed(ours), 'external_item_parent_missing')
    assert.equal(entry.error_type, undefined)
    const {
      items: [found],
    } = await director.call(RESTORE, typed(ours))
    assert.equal(found?.parent_folder_id, root)
  })

  test('restoring again is no error; it is all or nothing; an empty selection is an error', async () => {
    const [one, other] = [await make.file({ owner }), await make.file({ owner })]
    const foreign = await make.file({ owner: await make.user() })
    await remove(asOwner, one, other)
    await asOwner.refused(RESTORE, typed(one, foreign), 'item_is_deleted')
    assert.ok(await lies(asOwner, one))
    await asOwner.refused(PURGE, typed(one, foreign), 'item_not_found')
    assert.ok(await lies(asOwner, one))
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
      assert.deepEqual([await lies(asManager, root), await lies(asAdministrator, root)], [true, true])
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
    assert.ok(await lies(me, partners, { external_typed_id: key }))
    const auditRows = await server.deps.db
      .selectFrom('audit_log')
      .select(['deed', 'item_id'])
      .where('user_id', '=', self.id)
      .where('deed', '=', 'item_purged')
      .execute()
    assert.deepEqual(auditRows, [{ deed: 'item_purged', item_id: own.id }])
  })

  test('[LIST-12] emptying an external trash removes the user’s records; one without them is not revealed', async () => {
    const { me, own, colleagues, partner, partners, key } = await full()
    assert.deepEqual(await me.call(EMPTY, { external_typed_id: key }), {
      success: true,
      removed: 1,
      kept: 0,
      next: null,
    })
    assert.deepEqual((await trash(me, { external_typed_id: key })).items, [])
    await (await signIn(partner)).call(RESTORE, typed(partners))
    assert.deepEqual([await lies(me, own), await lies(me, colleagues)], [true, true])
    const nobody = await make.user({ enterprise })
    await (await signIn(nobody)).refused(EMPTY, { external_typed_id: key }, 'item_not_found')
  })

  test('it works in batches; items deleted after its start, and those that the user may not delete, stay', async () => {
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
  })

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
    assert.ok(await lies(asHolder, root))

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
