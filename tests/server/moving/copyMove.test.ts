import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Item, Role } from '@/contract/entities'
import type { ErrorCode } from '@/contract/errors'
import { Refusal } from '@/contract/errors'
import { NAME_MAX_LENGTH } from '@/domain/limits'
import { codePointLength } from '@/domain/text/codePoints'
import type { EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import { createJobs } from '../../../server/jobs/Jobs'
import { handleRelocations } from '../../../server/jobs/moving'
import { lockNames } from '../../../server/queries/items/freeNames'
import { addVersion } from '../../../server/queries/items/newItems'
import { departmentRoot, ownRoot } from '../../../server/queries/items/spaces'
import { checked, client, type Client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { treeFaults } from '../../support/moving/treeFaults'
import { until } from '../../support/until'
import { upload } from '../../support/uploads/upload'

let now = Date.UTC(2026, 8, 1)
let server: TestServer
let make: ReturnType<typeof factories>
let enterprise: EnterpriseRow
let user: UserRow
let member: Client
let colleague: UserRow

before(async () => {
  server = await startTestServer({ clock: () => new Date(now) })
  make = factories(server.deps)
  enterprise = await make.enterprise()
  user = await make.user({ enterprise })
  colleague = await make.user({ enterprise })
  member = await signIn(user)
})
afterEach(async () => assert.deepEqual(await treeFaults(server.deps.db), []))
after(() => server.close())

type Action = 'copy' | 'move'
type Placed = Pick<ItemRow, 'id' | 'is_folder'>
/** 0: the own root */
type Target = { id: number } | 0

const signIn = (who: UserRow) => client(server).as(who.login)
const idOf = ({ is_folder, id }: Placed): Item['typed_id'] => (is_folder ? `folder_${id}` : `file_${id}`)
const input = (items: Placed[], target: Target) => ({
  item_typed_ids: items.map(idOf),
  target_folder_id: target === 0 ? 0 : target.id,
})
const run = (action: Action, items: Placed[], target: Target, who = member) =>
  who.call(`POST /apps/files/${action}`, input(items, target))
const refused = async (
  action: Action,
  items: Placed[],
  target: Target,
  code: ErrorCode,
  type: 'item' | 'target',
  who = member,
) => {
  await who.refused(`POST /apps/files/${action}`, input(items, target), code)
  const { body } = await who.send(`POST /apps/files/${action}`, input(items, target))
  assert.equal(checked(Refusal, body, action).error_type, type)
}
const row = (id: number) =>
  server.deps.db.selectFrom('items').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const change = (item: Placed, values: Record<string, unknown>) =>
  server.deps.db.updateTable('items').set(values).where('id', '=', item.id).execute()
const namesIn = async (folder: { id: number }) => {
  const rows = await server.deps.db
    .selectFrom('items')
    .select('name')
    .where('parent_id', '=', folder.id)
    .where('deleted_at', 'is', null)
    .orderBy('name_key')
    .execute()
  return rows.map(({ name }) => name)
}
const childOf = (folder: { id: number }, name: string) =>
  server.deps.db
    .selectFrom('items')
    .selectAll()
    .where('parent_id', '=', folder.id)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
const tagFor = async (item: Placed, name: string) => {
  const tag = await server.deps.db
    .insertInto('tags')
    .values({ enterprise_id: enterprise.id, name })
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.deps.db.insertInto('item_tags').values({ item_id: item.id, tag_id: tag.id }).execute()
}
const usedBy = async (who: UserRow) => (await row(await ownRoot(server.deps.db, who.id))).used_bytes
const kinds = ['folder', 'file'] as const

/* 1§5 and 1§6 over the table of roles and permissions (support/access/roleTable), one column per role. */
const roles: Role[] = [
  'owner',
  'coowner',
  'editor',
  'viewer_uploader',
  'viewer',
  'previewer_uploader',
  'previewer',
  'uploader',
  'reset',
]
const sources: Record<Action, string> = {
  /* "copy: download" */
  copy: '●●●●●    ',
  /* "move: delete ability plus download" */
  move: '●●●      ',
}
/* "unless the target has item_upload (for a file) or create_folder or item_upload (for a folder)" */
const targets = '●●●● ● ● '

describe('[ACT-09] rights to copy and move', () => {
  /** Creates a folder on which the user has the role, in the user's or a colleague's space. */
  async function folderOf(role: Role) {
    const folder = await make.folder({ owner: role === 'owner' ? user : colleague })
    if (role !== 'owner') await make.collab(folder, { user }, role)
    return folder
  }

  for (const [index, role] of roles.entries()) {
    for (const kind of kinds) {
      for (const action of ['copy', 'move'] as const) {
        const may = sources[action][index] === '●'
        deepTest(`${role} ${may ? 'may' : 'may not'} ${action} a ${kind} to their own space`, async () => {
          const parent = await folderOf(role)
          const item = await make[kind]({ parent })
          const target = await make.folder({ owner: user })
          if (!may)
            return refused(action, [item], target, role === 'reset' ? 'item_not_found' : 'permission_denied', 'item')
          const {
            files_and_folders: [done],
          } = await run(action, [item], target)
          assert.deepEqual(
            [done!.name, done!.parent_folder_id, done!.id === item.id],
            [item.name, target.id, action === 'move'],
          )
        })
        const takes = targets[index] === '●'
        deepTest(
          `a folder with the user’s role ${role} ${takes ? 'accepts' : 'refuses'} a ${kind} by ${action}`,
          async () => {
            const target = await folderOf(role)
            const item = await make[kind]({ owner: user })
            if (!takes)
              return refused(
                action,
                [item],
                target,
                role === 'reset' ? 'item_not_found' : 'permission_denied',
                'target',
              )
            const answer = await run(action, [item], target)
            assert.equal(answer.files_and_folders[0]!.name, item.name)
            assert.deepEqual([answer.error_type, answer.new_parent!.typed_id], [null, idOf(target)])
            assert.equal(answer.current_path.at(-1)!.typed_id, idOf(target))
          },
        )
      }
    }
  }

  deepTest('foreign and missing items and targets answer alike; a target that is no folder is refused', async () => {
    const stranger = await make.folder({ owner: await make.user() })
    const item = await make.file({ owner: user })
    const gone = { id: 999_999_999, is_folder: true }
    for (const action of ['copy', 'move'] as const) {
      for (const missing of [stranger, gone]) {
        await refused(action, [missing], 0, 'item_not_found', 'item')
        await refused(action, [item], missing, 'item_not_found', 'target')
      }
      await refused(action, [item], await make.file({ owner: user }), 'item_not_found', 'target')
      await refused(action, [{ ...item, is_folder: true }], 0, 'item_not_found', 'item')
    }
  })

  deepTest('the root of a space can be neither copied nor moved', async () => {
    const root = await row(await ownRoot(server.deps.db, user.id))
    const target = await make.folder({ owner: user })
    for (const action of ['copy', 'move'] as const) await refused(action, [root], target, 'permission_denied', 'item')
  })

  deepTest(
    'decisions 3.1: encrypted files are never moved, also not with their folder; a copy stays encrypted',
    async () => {
      const outer = await make.folder({ owner: user })
      const inner = await make.folder({ parent: outer })
      const file = await make.file({ parent: inner })
      await change(file, { is_encrypted: true })
      for (const item of [file, inner, outer]) await refused('move', [item], 0, 'item_encrypted', 'item')
      const {
        files_and_folders: [copy],
      } = await run('copy', [file], 0)
      assert.equal(copy!.is_encrypted, true)
      await change(file, { deleted_at: new Date(now), deleted_by: user.id, deleted_space_owner_id: user.id })
      await run('move', [outer], await make.folder({ owner: user }))
    },
  )

  deepTest(
    'items in approval or in an encrypted folder are left out of a folder’s copy, except for their reviewer',
    async () => {
      const { db } = server.deps
      const reviewer = await make.user({ enterprise: { id: user.enterprise_id } })
      const author = await make.user({ enterprise: { id: user.enterprise_id } })
      const outer = await make.folder({ owner: author })
      await make.file({ parent: outer }, { name: '甲.txt' })
      await change(await make.file({ parent: outer }, { name: '待批.txt' }), {
        lock_user_id: reviewer.id,
        lock_kind: 2,
      })
      const sealed = await make.folder({ parent: outer }, { name: '密' })
      await change(sealed, { is_encrypted: true, lock_user_id: reviewer.id, lock_kind: 2 })
      const inside = await make.file({ parent: sealed }, { name: '乙.txt' })
      for (const each of [user, reviewer]) await make.collab(outer, { user: each }, 'editor')
      const copied = async (who: UserRow) => {
        const target = await make.folder({ owner: who })
        const {
          files_and_folders: [copy],
        } = await run('copy', [outer], target, await signIn(who))
        return namesIn(copy!)
      }
      assert.deepEqual(await copied(user), ['甲.txt'])
      assert.deepEqual((await copied(reviewer)).length, 3)
      for (const action of ['copy', 'move'] as const)
        await refused(action, [inside], 0, 'download_encrypted_path', 'item')
      await db
        .updateTable('collabs')
        .set({ role: 'coowner' })
        .where('item_id', '=', outer.id)
        .where('user_id', '=', user.id)
        .execute()
      assert.equal((await copied(user)).length, 3)
    },
  )

  deepTest(
    '[ACT-03] another user’s lock prevents moving, also with its folder; own locks and online editing do not; copying ignores locks',
    async () => {
      const outer = await make.folder({ owner: user })
      const file = await make.file({ parent: outer })
      const target = await make.folder({ owner: user })
      await change(file, { lock_user_id: colleague.id, lock_kind: 1 })
      for (const item of [file, outer]) {
        const { entry } = await member.refused('POST /apps/files/move', input([item], target), 'item_locked')
        assert.ok(entry.error_tr_msg.includes(colleague.name), entry.error_tr_msg)
      }
      const {
        files_and_folders: [copy],
      } = await run('copy', [file], target)
      assert.equal(copy!.locked, false)
      await change(file, { lock_kind: 3 })
      await run('move', [file], target)
      await change(file, { lock_user_id: user.id, lock_kind: 1 })
      await run('move', [file], outer)
    },
  )

  deepTest('decisions 57: a closed personal space can be copied and moved from, not to', async () => {
    const closed = await make.enterprise({ is_personal_space_closed: true })
    const who = await make.user({ enterprise: closed })
    const self = await signIn(who)
    const department = await make.department({ enterprise: closed })
    await make.member(department, who)
    const item = await make.file({ department })
    for (const action of ['copy', 'move'] as const)
      await refused(action, [item], 0, 'personal_space_closed', 'target', self)
    const own = await make.folder({ owner: who })
    await self.call('POST /apps/files/move', {
      item_typed_ids: [idOf(own)],
      target_folder_id: 0,
      department_id: department.id,
    })
  })

  deepTest(
    '[AH-35] copies and moves into another space respect its quota; moves within a space are always possible',
    async () => {
      const limited = await make.enterprise({ user_quota_bytes: 100 })
      const who = await make.user({ enterprise: limited })
      const self = await signIn(who)
      const department = await make.department({ enterprise: limited })
      await make.member(department, who)
      const own = await make.file({ owner: who }, { content: 'x'.repeat(60) })
      await refused('copy', [own], 0, 'quota_exceeded', 'target', self)
      const shared = await make.file({ department }, { content: 'x'.repeat(60) })
      for (const action of ['copy', 'move'] as const)
        await refused(action, [shared], 0, 'quota_exceeded', 'target', self)
      await server.deps.db
        .updateTable('enterprises')
        .set({ user_quota_bytes: 10 })
        .where('id', '=', limited.id)
        .execute()
      await run('move', [own], await make.folder({ owner: who }), self)
    },
  )
})

describe('decisions 51: not into itself, nothing in the trash', () => {
  deepTest('a folder is copied or moved neither into itself nor below itself', async () => {
    const outer = await make.folder({ owner: user })
    const inner = await make.folder({ parent: outer })
    const innermost = await make.folder({ parent: inner })
    for (const action of ['copy', 'move'] as const) {
      for (const target of [outer, inner, innermost])
        await refused(action, [outer], target, 'target_inside_itself', 'target')
    }
  })

  deepTest(
    '[ERR-04] item_is_deleted concerns the item, target_folder_not_deleted the target, also below a deleted folder',
    async () => {
      const gone = await make.folder({ owner: user })
      const below = await make.folder({ parent: gone })
      const file = await make.file({ parent: below })
      const standing = await make.file({ owner: user })
      await member.call('POST /apps/files/delete', { item_typed_ids: [idOf(gone)] })
      for (const action of ['copy', 'move'] as const) {
        for (const item of [gone, below, file]) await refused(action, [item], 0, 'item_is_deleted', 'item')
        for (const target of [gone, below])
          await refused(action, [standing], target, 'target_folder_not_deleted', 'target')
      }
    },
  )
})

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
      const folder = await make.folder({ owner: colleague })
      await make.collab(folder, { user }, 'editor')
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
      } = await run('move', [inner], 0)
      assert.equal(moved!.owned_by.id, user.id)
      assert.deepEqual([await usedBy(user), await usedBy(colleague)], [before[0]! + 207, before[1]! - 207])
      assert.equal((await row(binned.id)).deleted_space_owner_id, user.id)
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

describe('concurrency', () => {
  deepTest('two folders moved into each other form no cycle, thirty times', async () => {
    const target = await make.folder({ owner: user })
    for (let round = 0; round < 30; round += 1) {
      const [one, other] = await Promise.all([1, 2].map(() => make.folder({ parent: target })))
      const [below, within] = await Promise.all([make.folder({ parent: one! }), make.folder({ parent: other! })])
      const answers = await Promise.all([
        member.send('POST /apps/files/move', input([one!], within)),
        member.send('POST /apps/files/move', input([other!], below)),
      ])
      assert.equal(answers.filter(({ body }) => (body as { success: boolean }).success).length, 1)
    }
  })

  deepTest(
    'concurrent moves, uploads, copies and deletions in the same folders all succeed',
    { timeout: 120_000 },
    async () => {
      const department = await make.department({ enterprise })
      await make.member(department, user)
      const places = [0, (await departmentRoot(server.deps.db, department.id))!]
      const folders = await Promise.all(
        Array.from({ length: 6 }, (_, index) => make.folder(index % 2 ? { owner: user } : { department })),
      )
      const failures: unknown[] = []
      const pick = <T>(list: readonly T[], turn: number) => list[turn % list.length]!
      const step = async (turn: number) => {
        const folder = pick(folders, turn)
        const place = { id: pick([...places, ...folders.map(({ id }) => id)], turn * 7 + 3) }
        switch (turn % 4) {
          case 0:
            return (await member.send('POST /apps/files/move', input([folder], place.id === 0 ? 0 : place))).body
          case 1:
            return upload(member, `u${turn}.txt`, Buffer.from('x'.repeat(turn)), { folder_id: place.id })
          case 2:
            return (await member.send('POST /apps/files/copy', input([folder], pick(folders, turn + 1)))).body
          default: {
            const file = await upload(member, `d${turn}.txt`, Buffer.from('gone'), { folder_id: folder.id })
            return (await member.send('POST /apps/files/delete', { item_typed_ids: [file.typed_id] })).body
          }
        }
      }
      let next = 0
      const worker = async () => {
        while (next < 160) {
          const body = (await step(next++)) as { success?: boolean; errors?: Record<string, { error_code: string }[]> }
          const code = body.errors?.validation_errors?.[0]?.error_code
          if (body.success === false && code !== 'target_inside_itself') failures.push(body)
        }
      }
      await Promise.all(Array.from({ length: 6 }, worker))
      assert.deepEqual(failures, [])
    },
  )

  deepTest('a file uploaded into a folder that moves to another space is counted in its final space', async () => {
    const department = await make.department({ enterprise })
    await make.member(department, user)
    const root = { id: (await departmentRoot(server.deps.db, department.id))! }
    const folder = await make.folder({ owner: user })
    const inner = await make.folder({ parent: folder })
    for (let round = 0; round < 15; round += 1) {
      await Promise.all([
        ...Array.from({ length: 4 }, (_, index) =>
          upload(member, `${round}-${index}`, Buffer.from('12345'), { folder_id: inner.id }),
        ),
        run('move', [folder], round % 2 ? 0 : root),
      ])
    }
  })
})

const relocations = () => server.deps.db.selectFrom('jobs').selectAll().where('kind', '=', 'relocation')

describe('decisions 4.37: jobs', () => {
  async function crowd(parent: { id: number }, count: number, creator: UserRow) {
    await sql`
      insert into items (parent_id, is_folder, name, name_key, creator_id, updater_id)
      select ${parent.id}, false, 'f' || n, 'f' || n, ${creator.id}, ${creator.id} from generate_series(1, ${count}::int) n`.execute(
      server.deps.db,
    )
  }
  const messages = (who: UserRow) =>
    server.deps.db.selectFrom('messages').selectAll().where('user_id', '=', who.id).orderBy('id').execute()
  const messageOf = (who: UserRow, count: number) =>
    until('the message', async () => {
      const found = await messages(who)
      return found.length >= count ? found : undefined
    })

  test('[LIST-07] copying more than 1,000 items runs as a job, 1,000 do not; a system message reports the end', async () => {
    const who = await make.user({ enterprise })
    const self = await signIn(who)
    const folder = await make.folder({ owner: who }, { name: '千' })
    await crowd(folder, 999, who)
    const target = await make.folder({ owner: who }, { name: '目标' })
    const atOnce = await run('copy', [folder], target, self)
    assert.deepEqual([atOnce.files_and_folders.length, atOnce.async_copying_items], [1, []])
    await crowd(await make.folder({ parent: folder }), 1, who)
    const later = await run('copy', [folder], target, self)
    assert.deepEqual(
      [later.files_and_folders, later.async_copying_items.map(({ typed_id }) => typed_id)],
      [[], [idOf(folder)]],
    )
    const [message] = await messageOf(who, 1)
    assert.deepEqual(
      [message!.type, message!.unread_count, message!.item_name, message!.object_typed_id, message!.most_recent],
      [
        'collab_notice',
        1,
        '千',
        null,
        { notice: { action: 'copy', state: 'finished', count: 1, name: '千', folder: '目标' } },
      ],
    )
    assert.deepEqual(await namesIn(target), ['千', '千 (1)'])
    assert.equal((await childOf(target, '千 (1)')).child_count, 1000)
  })

  deepTest('a move of as many items finishes immediately', async () => {
    const folder = await make.folder({ owner: user })
    await crowd(folder, 1500, user)
    const answer = await run('move', [folder], await make.folder({ owner: user }))
    assert.deepEqual([answer.files_and_folders.length, answer.async_moving_items], [1, []])
  })

  deepTest('copies and moves to another enterprise are jobs; tags stay with their enterprise', async () => {
    const other = await make.enterprise()
    const host = await make.user({ enterprise: other })
    const shared = await make.folder({ owner: host })
    const who = await make.user({ enterprise })
    const self = await signIn(who)
    await make.collab(shared, { user: who }, 'editor')
    const file = await make.file({ owner: who }, { name: 'tagged.txt', content: 'abc' })
    await tagFor(file, 'ours')
    const copied = await run('copy', [file], shared, self)
    assert.deepEqual([copied.files_and_folders, copied.async_copying_items.length], [[], 1])
    await messageOf(who, 1)
    const moved = await run('move', [file], shared, self)
    assert.deepEqual([moved.files_and_folders, moved.async_moving_items.length], [[], 1])
    await messageOf(who, 2)
    assert.deepEqual(await namesIn(shared), ['tagged (1).txt', 'tagged.txt'])
    assert.equal(await usedBy(host), 6)
    const tags = await server.deps.db
      .selectFrom('item_tags')
      .innerJoin('items', 'items.id', 'item_id')
      .where('parent_id', '=', shared.id)
      .selectAll()
      .execute()
    assert.deepEqual(tags, [])
  })

  /** A separate worker, because the server's was stopped. */
  async function startAgain() {
    const jobs = createJobs(server.deps.db, server.app.log, server.deps.clock, { pollInterval: 20, lease: 2000 })
    handleRelocations({ ...server.deps, jobs })
    jobs.start()
    return jobs
  }

  deepTest(
    'an obstacle that appears meanwhile is reported by the message with its code, and nothing is half-done',
    async () => {
      const who = await make.user({ enterprise })
      const self = await signIn(who)
      const folder = await make.folder({ owner: who }, { name: '千' })
      await crowd(folder, 1001, who)
      const target = await make.folder({ owner: who }, { name: '目标' })
      await server.deps.jobs.stop()
      await run('copy', [folder], target, self)
      await self.call('POST /apps/files/delete', { item_typed_ids: [idOf(target)] })
      const restarted = await startAgain()
      const [message] = await messageOf(who, 1)
      assert.deepEqual(
        [message!.item_name, message!.most_recent],
        [
          '千',
          {
            notice: {
              action: 'copy',
              state: 'failed',
              count: 1,
              name: '千',
              folder: '目标',
              code: 'target_folder_not_deleted',
            },
          },
        ],
      )
      await restarted.stop()
    },
  )

  deepTest('a job that runs again because its end was not recorded copies nothing twice', async () => {
    const who = await make.user({ enterprise })
    const self = await signIn(who)
    const folder = await make.folder({ owner: who })
    await crowd(folder, 1001, who)
    const target = await make.folder({ owner: who })
    await run('copy', [folder], target, self)
    const job = await relocations().executeTakeFirstOrThrow()
    const first = await startAgain()
    await messageOf(who, 1)
    await first.stop()
    await server.deps.db.deleteFrom('jobs').where('kind', '=', 'relocation').execute()
    const same = { kind: job.kind, payload: JSON.stringify(job.payload), run_at: new Date(now) }
    await server.deps.db
      .insertInto('jobs')
      .values({ ...same, dedupe_key: null, locked_by: null, locked_until: null, last_error: null })
      .execute()
    const again = await startAgain()
    await until('the end', async () => (await relocations().execute()).length === 0)
    assert.deepEqual([(await namesIn(target)).length, (await messages(who)).length], [1, 1])
    await again.stop()
  })

  deepTest('a broken connection leaves nothing half-done, and the retried job completes', async () => {
    const who = await make.user({ enterprise })
    const self = await signIn(who)
    const folder = await make.folder({ owner: who })
    await crowd(folder, 20_000, who)
    const target = await make.folder({ owner: who })
    await run('copy', [folder], target, self)
    const running = await startAgain()
    const killed = await until(
      'the copy',
      async () => {
        const { rows } = await sql<{ killed: boolean }>`
        select pg_terminate_backend(pid) as killed from pg_stat_activity
        where datname = current_database() and state = 'active' and pid <> pg_backend_pid()
          and query like '%with recursive chosen%'`.execute(server.deps.db)
        return rows[0]?.killed
      },
      20_000,
    )
    assert.ok(killed)
    await until('the failure', async () => (await relocations().executeTakeFirst())?.state === 'waiting')
    assert.deepEqual([await namesIn(target), await treeFaults(server.deps.db)], [[], []])
    now += 60_000
    await messageOf(who, 1)
    assert.deepEqual(await namesIn(target), [folder.name])
    await running.stop()
  })
})

/** Copies while another transaction locks the target's names; `meanwhile` runs after the rights were checked. */
async function copyAfter(items: Placed[], target: { id: number }, meanwhile: () => Promise<unknown>): Promise<unknown> {
  const { db } = server.deps
  let copying: Promise<{ body: unknown }> | undefined
  await db.transaction().execute(async (other) => {
    await lockNames(other, target.id)
    copying = member.send('POST /apps/files/copy', input(items, target))
    await until('the copy to wait', async () => {
      const { rows } =
        await sql`select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`.execute(
          db,
        )
      return rows.length > 0
    })
    await meanwhile()
  })
  return (await copying!).body
}

deepTest(
  'a copy of several items is refused as a whole when one is deleted while it waits for the target',
  async () => {
    const folder = await make.folder({ owner: user }, { name: '整夹' })
    const child = await make.file({ parent: folder }, { name: '其中.txt' })
    const target = await make.folder({ owner: user }, { name: '目标' })
    const body = await copyAfter([folder, child], target, () =>
      member.call('POST /apps/files/delete', { item_typed_ids: [idOf(child)] }),
    )
    assert.deepEqual([checked(Refusal, body, 'copy').error_type, await namesIn(target)], ['item', []])
  },
)

for (const kind of ['file', 'folder'] as const) {
  deepTest(
    `a ${kind} that is meanwhile moved into another copied folder is copied once, inside that folder`,
    async () => {
      const folder = await make.folder({ owner: user }, { name: `外夹 ${kind}` })
      const other = await make[kind]({ owner: user }, { name: `后入 ${kind}` })
      if (kind === 'folder') await make.folder({ parent: other }, { name: '里面' })
      const target = await make.folder({ owner: user }, { name: `目标 ${kind}` })
      await copyAfter([folder, other], target, () => run('move', [other], folder))
      assert.deepEqual(await namesIn(target), [folder.name])
    },
  )
}
