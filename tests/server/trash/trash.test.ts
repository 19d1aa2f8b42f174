import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ErrorCode } from '@/contract/errors'
import type { Role } from '@/contract/entities'
import type { ItemRow } from '../../../server/database/tables'
import type { Client } from '../../support/client'
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

let now = Date.UTC(2026, 8, 1)

startTrashServer(
  () => new Date(now),
  () => (now += 60_000),
)
const find = async (who: Client, item: ItemRow) =>
  (await trash(who, { limit: 200 })).items.find(({ id }) => id === item.id)

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
        assert.ok(!(await isInTrash(asOwner, file)))
        await self.call('GET /apps/files/get_info', { item_typed_id: `file_${file.id}` })
      } else {
        const { entry } = await self.refused(RESTORE, typed(file), restoring as ErrorCode)
        const isNamed = ['王珂', 'wang@trash'].every((part) => entry.error_tr_msg.includes(part))
        assert.equal(isNamed, restoring === 'restore_folder_without_permission', entry.error_tr_msg)
        assert.ok(await isInTrash(asOwner, file))
      }
    })

    test(`${title}: deleting from the trash answers ${removing}`, async () => {
      const { file, client: self } = await deleted()
      if (removing !== 'done' && removing !== 'record') await self.refused(PURGE, typed(file), removing as ErrorCode)
      else await self.call(PURGE, typed(file))
      assert.equal((await isThere(file)) === undefined, removing === 'done')
      if (removing === 'done') return
      assert.ok(!(await isInTrash(self, file)))
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
    assert.deepEqual(await Promise.all([first.file, file, second].map((item) => isInTrash(asOwner, item))), [
      true,
      false,
      false,
    ])
    assert.deepEqual(await Promise.all([first.file, file, second].map((item) => isInTrash(asOther, item))), [
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
    assert.ok(!(await isInTrash(await signIn(bystander), file)))
  })

  test('a removed record returns with the next deletion', async () => {
    const { file, client: editor } = await shared('editor')
    await remove(editor, file)
    await editor.call(PURGE, typed(file))
    await asOwner.call(RESTORE, typed(file))
    await remove(editor, file)
    assert.ok(await isInTrash(editor, file))
  })

  test('items inside a deleted folder have no records of their own; items deleted before the folder do', async () => {
    const folder = await make.folder({ owner })
    const [early, late] = [await make.file({ parent: folder }), await make.file({ parent: folder })]
    await remove(asOwner, early)
    await remove(asOwner, folder)
    assert.deepEqual(
      [await isInTrash(asOwner, folder), await isInTrash(asOwner, early), await isInTrash(asOwner, late)],
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
    assert.ok(await isInTrash(await signIn(partner), one))
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
