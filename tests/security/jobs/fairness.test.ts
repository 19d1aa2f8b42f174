import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { Readable } from 'node:stream'
import { after, afterEach, before, describe, test } from 'node:test'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { userKey } from '../../../server/actors/actor'
import { createJobs, type Jobs } from '../../../server/jobs/Jobs'
import type { JobOwner, Slots } from '../../../server/jobs/ServingOrder'
import { KeyedSemaphore } from '../../../server/limits/KeyedSemaphore'
import { usualSlots } from '../../../server/previews/makers/Maker'
import { findPreviewFile, renditionAddress } from '../../../server/previews/previewFiles'
import { lockNames } from '../../../server/queries/items/freeNames'
import { markMade, markQueued } from '../../../server/previews/representations'
import { WAITING } from '../../../server/previews/RenditionWaits'
import { createTestDatabase, type TestDatabase } from '../../support/cluster'
import { client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'
import { gate } from '../../support/uploads/upload'

const greedy: JobOwner = { enterprise: 1, actor: 'u1' }
const colleague: JobOwner = { enterprise: 1, actor: 'u2' }
const stranger: JobOwner = { enterprise: 2, actor: 'u3' }

describe('jobs of many users', () => {
  let database: TestDatabase
  const open: Jobs[] = []
  let letGo: (() => void)[] = []
  before(async () => {
    database = await createTestDatabase()
  })
  after(() => database.drop())
  afterEach(async () => {
    const stopped = open.splice(0).map((jobs) => jobs.stop())
    for (const end of letGo) end()
    letGo = []
    await Promise.all(stopped)
    await database.db.deleteFrom('jobs').execute()
  })

  function queue() {
    const jobs = createJobs(database.db, Fastify().log, () => new Date(), { pollInterval: 10, lease: 60_000 })
    open.push(jobs)
    return jobs
  }

  /** Lets each job run until the test releases it. */
  function holdJobs(jobs: Jobs, kinds: readonly string[], slots: Slots) {
    const running = new Map<string, () => void>()
    const begun: string[] = []
    let isOver = false
    const endAll = () => running.forEach((end) => end())
    letGo.push(() => {
      isOver = true
      endAll()
    })
    for (const kind of kinds) {
      jobs.handle<{ name: string }>(
        kind,
        {
          async run({ payload: { name } }) {
            begun.push(name)
            if (!isOver) await new Promise<void>((resolve) => running.set(name, resolve))
            running.delete(name)
          },
        },
        slots,
      )
    }
    return {
      begun,
      end: (name: string) => running.get(name)!(),
      endAll,
      runs: (...names: string[]) =>
        until(`${names.join()} run`, () => names.every((name) => running.has(name)) && running.size === names.length),
    }
  }

  test('run in turn per enterprise, and within an enterprise in turn per user, not in the order of arrival', async () => {
    const jobs = queue()
    const begun: string[] = []
    jobs.handle<{ name: string }>('turn', {
      run: async ({ payload: { name } }) => {
        begun.push(name)
      },
    })
    for (const name of ['a1', 'a2', 'a3', 'a4']) await jobs.add('turn', { name }, { owner: greedy })
    for (const name of ['c1', 'c2']) await jobs.add('turn', { name }, { owner: colleague })
    for (const name of ['s1', 's2', 's3']) await jobs.add('turn', { name }, { owner: stranger })
    jobs.start()
    await until('all have run', () => begun.length === 9)
    assert.deepEqual(begun, ['a1', 's1', 'c1', 's2', 'a2', 's3', 'c2', 'a3', 'a4'])
  })

  test('leave one slot for other users of the enterprise, and one for other enterprises', async () => {
    const jobs = queue()
    const work = holdJobs(jobs, ['slow'], { all: 3, enterprise: 2, actor: 1 })
    jobs.start()
    for (const name of ['a1', 'a2', 'a3']) await jobs.add('slow', { name }, { owner: greedy })
    await work.runs('a1')
    await jobs.add('slow', { name: 'c1' }, { owner: colleague })
    await work.runs('a1', 'c1')
    await jobs.add('slow', { name: 'third' }, { owner: { enterprise: 1, actor: 'u9' } })
    await jobs.add('slow', { name: 's1' }, { owner: stranger })
    await work.runs('a1', 'c1', 's1')
    work.end('a1')
    await work.runs('third', 'c1', 's1')
    work.endAll()
    await work.runs('a2')
    work.end('a2')
    await work.runs('a3')
    work.endAll()
  })

  test('never let one actor use all conversion slots: other users of the enterprise and other enterprises get one each', async () => {
    const jobs = queue()
    const work = holdJobs(jobs, ['convert'], usualSlots)
    jobs.start()
    const many = Array.from({ length: usualSlots.all }, (_, at) => `a${at}`)
    for (const name of many) await jobs.add('convert', { name }, { owner: greedy })
    await until('as many as may', () => work.begun.length === availableParallelism())
    await jobs.add('convert', { name: 'c1' }, { owner: colleague })
    await jobs.add('convert', { name: 's1' }, { owner: stranger })
    await work.runs(...many.slice(0, availableParallelism()), 'c1', 's1')
  })

  test('never let one actor use all converter processes, even with jobs of many kinds', async () => {
    const jobs = queue()
    const most = 2 * availableParallelism()
    const kinds = Array.from({ length: most + 2 }, (_, at) => `kind-${at}`)
    const work = holdJobs(jobs, kinds, { all: 2, enterprise: 2, actor: 1 })
    for (const kind of kinds) await jobs.add(kind, { name: kind }, { owner: greedy })
    jobs.start()
    const first = kinds.slice(0, most)
    await work.runs(...first)
    await jobs.add(kinds[0]!, { name: 's1' }, { owner: stranger })
    await work.runs(...first, 's1')
    assert.equal(work.begun.length, most + 1)
    work.end(first[0]!)
    await until('one more', () => work.begun.length === most + 2)
    work.endAll()
    await until('the last', () => work.begun.length === kinds.length + 1)
  })

  test('may wait only in limited number', async () => {
    const jobs = queue()
    for (let at = 0; at < 5; at += 1) await jobs.add('many', { at }, { owner: greedy, mostWaiting: 3 })
    await jobs.add('many', { at: 5 }, { owner: stranger, mostWaiting: 3 })
    const waiting = await database.db.selectFrom('jobs').select('actor_key').execute()
    assert.deepEqual(
      waiting.map(({ actor_key: actor }) => actor),
      ['u1', 'u1', 'u1', 'u3'],
    )
  })
})

test('database queries take turns: 300 of one user do not delay another’s', async () => {
  const turns = new KeyedSemaphore<string>(4, 10)
  const asked: string[] = []
  let atOnce = 0
  let most = 0
  const ask = (key: string) =>
    turns.run(key, async () => {
      most = Math.max(most, (atOnce += 1))
      asked.push(key)
      await new Promise((resolve) => setImmediate(resolve))
      atOnce -= 1
    })
  const all = ['a', 'b', 'c'].flatMap((key) => Array.from({ length: 300 }, () => ask(key)))
  await Promise.all([...all, ask('late')])
  assert.equal(most, 10)
  assert.ok(asked.indexOf('late') < 20, String(asked.indexOf('late')))
})

test('calls of one user that wait for a lock do not use up the connections', async () => {
  const server = await startTestServer({ connections: 10 })
  try {
    const make = factories(server.deps)
    const [owner, other] = [await make.user(), await make.user()]
    const [they, me] = [await client(server).as(owner.login), await client(server).as(other.login)]
    const [file, target] = [await make.file({ owner }), await make.folder({ owner })]
    const mine = await make.folder({ owner: other })
    const { db } = server.deps
    const answered = await db.transaction().execute(async (holder) => {
      await lockNames(holder, target.id)
      const copy = { item_typed_ids: [`file_${file.id}` as const], target_folder_id: target.id }
      const copies = Array.from({ length: 40 }, () => they.call('POST /apps/files/copy', copy))
      await until('some wait', async () => {
        const { rows } = await sql<{ n: number }>`
          select count(*)::integer as n from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`.execute(holder)
        return rows[0]!.n === 4
      })
      await me.call('GET /apps/frequently_used_items/get_space_info', {})
      await me.call('POST /apps/files/copy', { item_typed_ids: [`folder_${mine.id}`], target_folder_id: 0 })
      return () => copies
    })
    assert.equal((await Promise.all(answered())).length, 40)
  } finally {
    await server.close()
  }
})

describe('[PREV-01] requests that wait for renditions', () => {
  let server: TestServer
  let make: ReturnType<typeof factories>
  before(async () => {
    server = await startTestServer({ connections: 10 })
    make = factories(server.deps)
  })
  after(() => server.close())

  test('are limited per user: a request beyond the limit must retry later, and other users are answered meanwhile', async () => {
    const { db, storage, sign, clock } = server.deps
    const [owner, other] = [await make.user(), await make.user()]
    const { id } = await make.file({ owner }, { name: '等.jpg', content: 'held' })
    const file = (await findPreviewFile(db, id))!
    await markQueued(db, file.bodyId, ['image_128'])
    await sql`insert into jobs (kind, payload, dedupe_key, state, locked_by, locked_until)
      values ('make_pictures', '{}', ${String(file.bodyId)}, 'running', 'another process', now() + interval '1 hour')`.execute(
      db,
    )
    const address = new URL(renditionAddress(sign, 'image_128', file, userKey(owner.id)), server.url)
    const refused = gate()
    const statuses: number[] = []
    const answers = Array.from({ length: WAITING + 5 }, async () => {
      const { status } = await fetch(address)
      statuses.push(status)
      if (statuses.length === 5) refused.open()
    })
    await refused.opened
    assert.deepEqual(statuses, [404, 404, 404, 404, 404])
    const they = await client(server).as(other.login)
    await they.call('GET /apps/files/file_list/{folderId}', { folderId: 0 })
    assert.equal(statuses.length, 5)
    const body = Buffer.from('made elsewhere')
    const { key } = await storage.write(Readable.from([body]), { size: body.length })
    await markMade(db, file.bodyId, 'image_128', { key, size: body.length, contentType: 'image/jpeg' }, clock())
    await Promise.all(answers)
    assert.deepEqual(statuses.slice(5), Array<number>(WAITING).fill(200))
  })

  test('run their jobs on behalf of the requester, and jobs store nothing of a user except the key', async () => {
    const { db, sign } = server.deps
    await server.deps.jobs.stop()
    const owner = await make.user()
    const { id } = await make.file({ owner }, { name: '看.jpg', content: 'x' })
    const file = (await findPreviewFile(db, id))!
    const leaving = new AbortController()
    const address = new URL(renditionAddress(sign, 'image_128', file, userKey(owner.id)), server.url)
    const answer = fetch(address, { signal: leaving.signal }).catch(() => null)
    const job = await until('the job', () =>
      db
        .selectFrom('jobs')
        .select(['enterprise_id', 'actor_key', 'payload'])
        .where('dedupe_key', '=', String(file.bodyId))
        .executeTakeFirst(),
    )
    leaving.abort()
    await answer
    assert.deepEqual([job.enterprise_id, job.actor_key], [owner.enterprise_id, userKey(owner.id)])
    assert.deepEqual(Object.keys(job.payload as object).sort(), [
      'asker',
      'bodyId',
      'bodyKey',
      'extension',
      'plan',
      'size',
    ])
  })
})
