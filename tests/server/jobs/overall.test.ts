import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, afterEach, before, describe, test } from 'node:test'
import Fastify from 'fastify'
import { createJobs, ProgramElsewhere, type Jobs } from '../../../server/jobs/Jobs'
import { handleRecurring } from '../../../server/jobs/recurring'
import type { Slots } from '../../../server/jobs/ServingOrder'
import { systemClock } from '../../../server/time/clock'
import { createTestDatabase, type TestDatabase } from '../../support/cluster'
import { until } from '../../support/until'

let database: TestDatabase
let open: Jobs[] = []
before(async () => {
  database = await createTestDatabase(8)
})
after(() => database.drop())
afterEach(async () => {
  await Promise.all(open.splice(0).map((jobs) => jobs.stop()))
  await database.db.deleteFrom('jobs').execute()
})

/** The queues of three processes. */
function queues(): Jobs[] {
  open = [1, 2, 3].map(() => createJobs(database.db, Fastify().log, systemClock, { pollInterval: 10, lease: 60_000 }))
  return open
}

const remaining = () => database.db.selectFrom('jobs').select(['kind', 'state', 'attempts', 'program']).execute()

/** Runs jobs of owners at three processes; each waits until the test opens the gate. @returns the most jobs that ran at once, by owner */
async function mostAtOnce(slots: Slots, owners: readonly { enterprise: number; actor: string }[], expected: number) {
  const gate = new EventTarget()
  const running = new Map<string, number>()
  const most = new Map<string, number>()
  const change = (name: string, by: number) => {
    running.set(name, (running.get(name) ?? 0) + by)
    most.set(name, Math.max(most.get(name) ?? 0, running.get(name)!))
  }
  for (const jobs of queues())
    jobs.handle<{ names: string[] }>(
      'slow',
      {
        run: async ({ payload: { names } }) => {
          for (const name of names) change(name, 1)
          await once(gate, 'open')
          for (const name of names) change(name, -1)
        },
      },
      slots,
    )
  for (const owner of owners)
    await open[0]!.add('slow', { names: ['all', `e${owner.enterprise}`, owner.actor] }, { owner })
  for (const jobs of open) jobs.start()
  await until('the first jobs', () => (running.get('all') ?? 0) >= expected)
  await until('the end', async () => {
    gate.dispatchEvent(new Event('open'))
    return (await remaining()).length === 0
  })
  return Object.fromEntries(most)
}

const owners = (enterprises: number, actors: number, times: number) =>
  Array.from({ length: enterprises * actors * times }, (_, n) => ({
    enterprise: 1 + (n % enterprises),
    actor: `user_${1 + (n % (enterprises * actors))}`,
  }))

describe('[RUN-02] jobs of three processes', () => {
  test('a promise of two at once in all, and one per organisation, holds over the processes', async () => {
    const slots: Slots = { all: 2, enterprise: 1, actor: 1, overall: 'all' }
    const most = await mostAtOnce(slots, owners(3, 1, 4), 2)
    assert.deepEqual(most, { all: 2, e1: 1, e2: 1, e3: 1, user_1: 1, user_2: 1, user_3: 1 })
  })

  test('limits of organisations and people hold over the processes, while each process adds slots', async () => {
    const slots: Slots = { all: 1, enterprise: 2, actor: 1, overall: 'owners' }
    const { all, ...most } = await mostAtOnce(slots, owners(2, 2, 3), 3)
    assert.equal(all, 3)
    assert.ok(most.e1! <= 2 && most.e2! <= 2)
    for (const user of ['user_1', 'user_2', 'user_3', 'user_4']) assert.equal(most[user], 1)
  })

  test('a job of a process that died frees its slot once its lease has expired', async () => {
    const slots: Slots = { all: 1, enterprise: 1, actor: 1, overall: 'all' }
    const abandoned = (locked_until: Date) => ({
      kind: 'slow',
      payload: '{}',
      state: 'running' as const,
      attempts: 1,
      max_attempts: 3,
      locked_by: 'dead',
      locked_until,
    })
    await database.db
      .insertInto('jobs')
      .values(abandoned(new Date(Date.now() + 600_000)))
      .execute()
    const ran: number[] = []
    for (const jobs of queues()) {
      jobs.handle('slow', { run: async ({ id }) => void ran.push(id) }, slots)
      jobs.handle('marker', { run: async () => undefined })
      jobs.start()
    }
    await open[0]!.add('slow', {})
    await open[0]!.add('marker', {})
    await until('the marker', async () => (await remaining()).every(({ kind }) => kind !== 'marker'))
    assert.deepEqual(ran, [])
    await database.db
      .updateTable('jobs')
      .set({ locked_until: new Date(Date.now() - 1) })
      .where('locked_by', '=', 'dead')
      .execute()
    await until('both', async () => (await remaining()).length === 0)
    assert.equal(ran.length, 2)
  })

  test('a recurring job that takes longer than its period does not run twice at once', async () => {
    let [running, most, runs] = [0, 0, 0]
    const gate = new EventTarget()
    const run = async () => {
      runs += 1
      most = Math.max(most, ++running)
      await once(gate, 'open')
      running -= 1
    }
    for (const jobs of queues()) await handleRecurring(jobs, systemClock, [{ kind: 'often', period: 50, run }])
    for (const jobs of open) jobs.start()
    // The next run is due while the first still runs.
    await until('the next run', async () => {
      const rows = await database.db.selectFrom('jobs').select('run_at').where('state', '=', 'waiting').execute()
      return running === 1 && rows.some(({ run_at }) => run_at < new Date())
    })
    const opening = setInterval(() => gate.dispatchEvent(new Event('open')), 20)
    await until('more runs', () => runs > 4)
    const stopped = Promise.all(open.splice(0).map((jobs) => jobs.stop()))
    await stopped
    clearInterval(opening)
    assert.equal(most, 1)
  })

  test('a job that needs a program runs where the program is, and its tries elsewhere do not count', async () => {
    const ran: string[] = []
    for (const [at, jobs] of queues().entries()) {
      const programs = at === 2 ? ['office'] : []
      jobs.setPrograms(programs)
      jobs.handle('convert', {
        run: async ({ attempt }) => {
          if (!programs.includes('office')) throw new ProgramElsewhere('office')
          ran.push(`${at} ${attempt}`)
        },
      })
    }
    open[0]!.start()
    await open[0]!.add('convert', {}, { maxAttempts: 1 })
    await until('the hand-over', async () => (await remaining())[0]?.program === 'office')
    const [{ state, attempts } = {}] = await remaining()
    assert.deepEqual([state, attempts], ['waiting', 0])
    open[1]!.start()
    open[2]!.start()
    await until('the end', async () => (await remaining()).length === 0)
    assert.deepEqual(ran, ['2 1'])
  })
})
