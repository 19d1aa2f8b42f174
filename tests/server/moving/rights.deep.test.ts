import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Role } from '@/contract/entities'
import type { UserRow } from '../../../server/database/tables'
import { ownRoot } from '../../../server/queries/items/spaces'
import { deepTest } from '../../support/deep'
import {
  type Action,
  change,
  colleague,
  idOf,
  input,
  make,
  member,
  namesIn,
  refused,
  row,
  run,
  server,
  signIn,
  startMoveServer,
  user,
} from './moveServer'

const now = Date.UTC(2026, 8, 1)

startMoveServer(() => new Date(now))
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
        deepTest(`${role} ${may ? 'may' : 'may not'} ${action} a ${kind} within its space`, async () => {
          const parent = await folderOf(role)
          const item = await make[kind]({ parent })
          const target = await folderOf(role === 'owner' ? 'owner' : 'editor')
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
      await refused('copy', [shared], 0, 'quota_exceeded', 'target', self)
      const other = await make.user({ enterprise: limited })
      const full = await make.folder({ owner: other })
      await make.file({ parent: full }, { content: 'x'.repeat(60) })
      await make.collab(full, { user: who }, 'editor')
      await refused('move', [own], full, 'quota_exceeded', 'target', self)
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
