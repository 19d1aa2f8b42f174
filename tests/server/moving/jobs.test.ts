import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { Refusal } from '@/contract/errors'
import type { UserRow } from '../../../server/database/tables'
import { createJobs } from '../../../server/jobs/Jobs'
import { handleRelocations } from '../../../server/jobs/moving'
import { lockNames } from '../../../server/queries/items/freeNames'
import { markDeleted } from '../../../server/queries/items/items'
import { lockItems } from '../../../server/queries/items/locks'
import { departmentRoot } from '../../../server/queries/items/spaces'
import { checked } from '../../support/client'
import { deepTest } from '../../support/deep'
import { treeFaults } from '../../support/moving/treeFaults'
import { until } from '../../support/until'
import { upload } from '../../support/uploads/upload'
import {
  childOf,
  enterprise,
  idOf,
  input,
  make,
  member,
  namesIn,
  type Placed,
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

/** Two departments of the user. Their files have one owner, so the user may move files between them. */
async function twoDepartments() {
  const departments = [await make.department({ enterprise }), await make.department({ enterprise })]
  for (const department of departments) await make.member(department, user)
  return departments
}

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
      const departments = await twoDepartments()
      const places = await Promise.all(departments.map(({ id }) => departmentRoot(server.deps.db, id)))
      const folders = await Promise.all(
        Array.from({ length: 6 }, (_, index) => make.folder({ department: departments[index % 2]! })),
      )
      const failures: unknown[] = []
      const pick = <T>(list: readonly T[], turn: number) => list[turn % list.length]!
      const step = async (turn: number) => {
        const folder = pick(folders, turn)
        const place = { id: pick([...places, ...folders.map(({ id }) => id)], turn * 7 + 3)! }
        switch (turn % 4) {
          case 0:
            return (await member.send('POST /apps/files/move', input([folder], place))).body
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
    const [department, other] = await twoDepartments()
    const roots = await Promise.all([department!, other!].map(({ id }) => departmentRoot(server.deps.db, id)))
    const folder = await make.folder({ department: department! })
    const inner = await make.folder({ parent: folder })
    for (let round = 0; round < 15; round += 1) {
      await Promise.all([
        ...Array.from({ length: 4 }, (_, index) =>
          upload(member, `${round}-${index}`, Buffer.from('12345'), { folder_id: inner.id }),
        ),
        run('move', [folder], { id: roots[(round + 1) % 2]! }),
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

test('[ACT-09] an item whose folder is deleted while the move waits for it is not moved out of the trash', async () => {
  const folder = await make.folder({ owner: user }, { name: '将删' })
  const between = await make.folder({ parent: folder })
  const child = await make.file({ parent: between }, { name: '里面.txt' })
  const target = await make.folder({ owner: user }, { name: '去处' })
  const { db } = server.deps
  let moving: Promise<{ body: unknown }> | undefined
  await db.transaction().execute(async (other) => {
    await lockItems(other, [folder.id, child.id])
    moving = member.send('POST /apps/files/move', input([child], target))
    await until('the move to wait', async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows.length > 0
    })
    await markDeleted(other, [folder.id], { by: user.id, ownerId: user.id, at: new Date(now) })
  })
  const refusal = checked(Refusal, (await moving!).body, 'move')
  assert.deepEqual([refusal.error_type, await namesIn(target)], ['item', []])
  assert.equal((await row(child.id)).parent_id, between.id)
})
