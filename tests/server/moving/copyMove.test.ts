import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Role } from '@/contract/entities'
import { NAME_MAX_LENGTH } from '@/domain/limits'
import { codePointLength } from '@/domain/text/codePoints'
import { addVersion } from '../../../server/queries/items/newItems'
import { departmentRoot } from '../../../server/queries/items/spaces'
import { deepTest } from '../../support/deep'
import {
  change,
  childOf,
  colleague,
  enterprise,
  idOf,
  make,
  member,
  namesIn,
  refused,
  row,
  run,
  server,
  signIn,
  startMoveServer,
  tagFor,
  usedBy,
  user,
} from './moveServer'

let now = Date.UTC(2026, 8, 1)

startMoveServer(() => new Date(now))

describe('decisions 50: names', () => {
  deepTest('a taken name gets a number before its extension; several at once get different numbers', async () => {
    const target = await make.folder({ owner: user })
    await make.file({ parent: target }, { name: 'a.tar.gz' })
    await make.folder({ parent: target }, { name: 'v1.2' })
    const files = await Promise.all(
      [1, 2].map(async () => make.file({ parent: await make.folder({ owner: user }) }, { name: 'a.tar.gz' })),
    )
    const folder = await make.folder({ owner: user }, { name: 'v1.2' })
    const moved = await run('move', [...files, folder], target)
    assert.deepEqual(
      moved.files_and_folders.map(({ name }) => name),
      ['a (1).tar.gz', 'a (2).tar.gz', 'v1.2 (1)'],
    )
    const copied = await run('copy', [...files, folder], target)
    assert.deepEqual(
      copied.files_and_folders.map(({ name }) => name),
      ['a (1) (1).tar.gz', 'a (2) (1).tar.gz', 'v1.2 (1) (1)'],
    )
  })

  for (const action of ['copy', 'move'] as const) {
    deepTest(`${action} of two items with one name uses free numbers between the taken ones`, async () => {
      const target = await make.folder({ owner: user })
      for (const name of ['a.txt', 'a (2).txt', 'a (4).txt']) await make.file({ parent: target }, { name })
      const files = await Promise.all(
        [1, 2].map(async () => make.file({ parent: await make.folder({ owner: user }) }, { name: 'a.txt' })),
      )
      const { files_and_folders: made } = await run(action, files, target)
      assert.deepEqual(
        made.map(({ name }) => name),
        ['a (1).txt', 'a (3).txt'],
      )
    })
  }

  deepTest('the numbered name stays within 222 characters', async () => {
    const name = `${'长'.repeat(NAME_MAX_LENGTH - 4)}.txt`
    const file = await make.file({ owner: user }, { name })
    const {
      files_and_folders: [copy],
    } = await run('copy', [file], 0)
    assert.equal(copy!.name, `${'长'.repeat(NAME_MAX_LENGTH - 8)} (1).txt`)
    assert.equal(codePointLength(copy!.name), NAME_MAX_LENGTH)
  })

  deepTest('a move to the same folder changes nothing, and the name of a deleted item is free', async () => {
    const parent = await make.folder({ owner: user })
    const file = await make.file({ parent }, { name: 'here.txt' })
    const {
      files_and_folders: [same],
    } = await run('move', [file], parent)
    assert.deepEqual([same!.name, same!.changed_time], ['here.txt', file.changed_at.getTime() / 1000])
    await member.call('POST /apps/files/delete', { item_typed_ids: [idOf(file)] })
    const other = await make.file({ owner: user }, { name: 'here.txt' })
    assert.equal((await run('move', [other], parent)).files_and_folders[0]!.name, 'here.txt')
  })

  deepTest('twenty concurrent copies of a file get twenty names', async () => {
    const parent = await make.folder({ owner: user })
    const file = await make.file({ parent }, { name: 'one.txt' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => run('copy', [file], parent)))
    assert.equal(new Set(answers.map((answer) => answer.files_and_folders[0]!.name)).size, 20)
    assert.equal((await namesIn(parent)).length, 21)
  })
})

describe('moving items', () => {
  deepTest('a move takes the whole folder, changes one row, and keeps its creator and dates', async () => {
    const folder = await make.folder({ owner: user })
    const file = await make.file({ parent: folder })
    await make.collab(folder, { user: colleague }, 'viewer')
    const target = await make.folder({ owner: user })
    now += 60_000
    const {
      files_and_folders: [moved],
    } = await run('move', [folder], target)
    const after = await row(folder.id)
    assert.deepEqual(
      [after.creator_id, after.modified_at, after.changed_at.getTime()],
      [user.id, folder.modified_at, now],
    )
    assert.deepEqual(await row(file.id), file)
    assert.deepEqual(
      [moved!.path.map(({ typed_id }) => typed_id), moved!.space],
      [['folder_0', idOf(target)], 'personal_space'],
    )
    const seen = await (await signIn(colleague)).call('GET /apps/files/get_info', { item_typed_id: idOf(file) })
    assert.equal(seen.item!.final_role, 'viewer')
  })

  deepTest('several items are moved together or not at all', async () => {
    const items = await Promise.all([1, 2, 3].map(() => make.file({ owner: user })))
    const foreign = await make.file({ owner: colleague })
    const target = await make.folder({ owner: user })
    await refused('move', [...items, foreign], target, 'item_not_found', 'item')
    await refused('copy', [...items, foreign], target, 'item_not_found', 'item')
    assert.deepEqual(await namesIn(target), [])
    assert.equal((await run('move', items, target)).files_and_folders.length, 3)
  })

  deepTest('an item inside another moved item moves along with it', async () => {
    const folder = await make.folder({ owner: user })
    const file = await make.file({ parent: folder })
    const target = await make.folder({ owner: user })
    const { files_and_folders } = await run('move', [file, folder, folder], target)
    assert.deepEqual(
      files_and_folders.map(({ typed_id }) => typed_id),
      [idOf(folder)],
    )
    assert.equal((await row(file.id)).parent_id, folder.id)
  })

  deepTest(
    'a move to another space counts all versions and the trash there, which then belong to that owner',
    async () => {
      const folder = await make.folder({ owner: user })
      const target = await make.folder({ owner: colleague })
      await make.collab(target, { user }, 'editor')
      const inner = await make.folder({ parent: folder })
      const file = await make.file({ parent: inner }, { content: 'x'.repeat(100) })
      const body = await server.deps.db
        .selectFrom('versions')
        .selectAll()
        .where('item_id', '=', file.id)
        .executeTakeFirstOrThrow()
      await addVersion(server.deps.db, {
        itemId: file.id,
        creatorId: user.id,
        at: new Date(now),
        bodyId: body.body_id,
        size: 100,
      })
      const binned = await make.folder({ parent: inner })
      await make.file({ parent: binned }, { content: 'x'.repeat(7) })
      await member.call('POST /apps/files/delete', { item_typed_ids: [idOf(binned)] })
      const before = [await usedBy(user), await usedBy(colleague)]
      const {
        files_and_folders: [moved],
      } = await run('move', [inner], target)
      assert.equal(moved!.owned_by.id, colleague.id)
      assert.deepEqual([await usedBy(user), await usedBy(colleague)], [before[0]! - 207, before[1]! + 207])
      assert.equal((await row(binned.id)).deleted_space_owner_id, colleague.id)
    },
  )

  deepTest(
    'a move requires the right to delete; a department’s folder moves only below another department',
    async () => {
      const [from, to] = [await make.department({ enterprise }), await make.department({ enterprise })]
      const department = await make.department({ parent: from })
      const admin = await make.user({ enterprise, isAdministrator: true })
      await make.member(department, admin, { isManager: true })
      await make.member(to, admin)
      const root = await row((await departmentRoot(server.deps.db, department.id))!)
      const target = { id: (await departmentRoot(server.deps.db, to.id))! }
      const manager = await make.user({ department })
      await make.member(to, manager)
      await refused('move', [root], target, 'permission_denied', 'item', await signIn(manager))
      const self = await signIn(admin)
      for (const place of [await make.folder({ department: to }), await make.folder({ owner: admin })]) {
        await refused('move', [root], place, 'permission_denied', 'target', self)
      }
      await run('move', [root], target, self)
      const after = await server.deps.db
        .selectFrom('departments')
        .selectAll()
        .where('id', '=', department.id)
        .executeTakeFirstOrThrow()
      assert.equal(after.parent_id, to.id)
    },
  )
})

describe('copying items', () => {
  deepTest(
    'a copy has only the current version with the same blob, the name and the tags, and belongs to the copying user',
    async () => {
      const parent = await make.folder({ owner: colleague })
      await make.collab(parent, { user }, 'viewer')
      const file = await make.file({ parent }, { name: 'a.txt', content: 'first' })
      const { body_id: bodyId } = await server.deps.db
        .selectFrom('versions')
        .selectAll()
        .where('item_id', '=', file.id)
        .executeTakeFirstOrThrow()
      await addVersion(server.deps.db, {
        itemId: file.id,
        creatorId: colleague.id,
        at: new Date(now),
        bodyId,
        size: 5,
        remark: 'again',
      })
      await tagFor(file, '重要')
      const before = await usedBy(user)
      now += 60_000
      const {
        files_and_folders: [copy],
      } = await run('copy', [file], 0)
      assert.deepEqual(
        [
          copy!.name,
          copy!.version,
          copy!.size,
          copy!.tags.map(({ name }) => name),
          copy!.updater.id,
          copy!.modified_at,
          copy!.final_role,
        ],
        ['a.txt', 1, 5, ['重要'], user.id, now / 1000, 'owner'],
      )
      const versions = await server.deps.db.selectFrom('versions').selectAll().where('item_id', '=', copy!.id).execute()
      assert.deepEqual(
        versions.map(({ body_id, remark, number }) => [body_id, remark, number]),
        [[bodyId, '', 1]],
      )
      assert.equal(await usedBy(user), before + 5)
      const { download_url } = await member.call('GET /apps/files/download', { file_id: copy!.id })
      assert.equal(await (await fetch(server.url + download_url)).text(), 'first')
    },
  )

  deepTest(
    'a folder’s copy has everything except its trash; invitations, locks and favourites are not copied',
    async () => {
      const folder = await make.folder({ owner: user }, { name: 'whole' })
      const inner = await make.folder({ parent: folder }, { name: 'inner' })
      const file = await make.file({ parent: inner }, { name: 'deep.txt', content: 'deep' })
      await make.file({ parent: folder }, { name: 'top.txt' })
      await make.folder({ parent: inner }, { name: 'empty' })
      const binned = await make.file({ parent: inner }, { name: 'binned.txt' })
      await member.call('POST /apps/files/delete', { item_typed_ids: [idOf(binned)] })
      await make.collab(inner, { user: colleague }, 'editor')
      await change(file, { lock_user_id: user.id, lock_kind: 1 })
      await member.call('POST /apps/frequently_used_items/add', { typed_id: idOf(folder) })
      const target = await make.folder({ owner: user })
      const {
        files_and_folders: [copy],
      } = await run('copy', [folder], target)
      assert.equal(copy!.is_frequently_used, false)
      assert.deepEqual(await namesIn(copy!), ['inner', 'top.txt'])
      const innerCopy = await childOf(copy!, 'inner')
      assert.deepEqual(await namesIn(innerCopy), ['deep.txt', 'empty'])
      const deep = await childOf(innerCopy, 'deep.txt')
      assert.equal(deep.lock_user_id, null)
      await (
        await signIn(colleague)
      ).refused('GET /apps/files/get_info', { item_typed_id: idOf(deep) }, 'item_not_found')
    },
  )

  deepTest('a copy omits items that the user may not download', async () => {
    const folder = await make.folder({ owner: colleague })
    await make.collab(folder, { user }, 'viewer')
    const roles: [string, Role][] = [
      ['closed', 'reset'],
      ['looked at', 'previewer'],
      ['open', 'editor'],
    ]
    for (const [name, role] of roles) {
      const inner = await make.folder({ parent: folder }, { name })
      await make.file({ parent: inner })
      await make.collab(inner, { user }, role)
    }
    const {
      files_and_folders: [copy],
    } = await run('copy', [folder], 0)
    assert.deepEqual(await namesIn(copy!), ['open'])
  })

  deepTest(
    'a department’s folder is copied as an ordinary folder without departments that are not the user’s',
    async () => {
      const department = await make.department({ enterprise, name: '教务处' })
      await make.member(department, user)
      await make.file({ department }, { name: 'plan.txt' })
      const below = await make.department({ parent: department, name: 'hidden' })
      await make.file({ department: below })
      const root = await row((await departmentRoot(server.deps.db, department.id))!)
      const {
        files_and_folders: [copy],
      } = await run('copy', [root], await make.folder({ owner: user }))
      assert.deepEqual([copy!.name, copy!.department, await namesIn(copy!)], ['教务处', null, ['plan.txt']])
    },
  )
})
