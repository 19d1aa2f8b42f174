import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, afterEach, before, describe, test } from 'node:test'
import Fastify from 'fastify'
import { createJobs, type Job, type Jobs } from '../../../server/jobs/Jobs'
import { createTestDatabase, type TestDatabase } from '../../support/cluster'
import { until } from '../../support/until'

let database: TestDatabase
let now = Date.UTC(2026, 8, 1)
const open: Jobs[] = []
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())
afterEach(async () => {
  await Promise.all(open.splice(0).map((jobs) => jobs.stop()))
  await database.db.deleteFrom('jobs').execute()
})

function queue() {
  const jobs = createJobs(database.db, Fastify().log, () => new Date(now), { pollInterval: 10, lease: 60_000 })
  open.push(jobs)
  return jobs
}

const remainingJobs = () =>
  database.db.selectFrom('jobs').select(['state', 'attempts', 'last_error']).orderBy('id').execute()

describe('jobs', () => {
  test('a job runs with its payload and is then deleted', async () => {
    const jobs = queue()
    const seen: Job<{ n: number }>[] = []
    jobs.handle<{ n: number }>('count', {
      run: async (job) => {
        seen.push(job)
      },
    })
    jobs.start()
    await jobs.add('count', { n: 7 })
    await until('the end', async () => (await remainingJobs()).length === 0)
    assert.deepEqual(
      seen.map(({ payload, attempt, isLastAttempt }) => [payload, attempt, isLastAttempt]),
      [[{ n: 7 }, 1, false]],
    )
  })

  test('each of many jobs runs once, with several concurrent workers', async () => {
    const runs: number[] = []
    for (let worker = 0; worker < 3; worker++) {
      const jobs = queue()
      jobs.handle<{ n: number }>(
        'many',
        {
          run: async ({ payload }) => {
            runs.push(payload.n)
          },
        },
        4,
      )
      jobs.start()
    }
    for (let n = 0; n < 100; n++) await open[0]!.add('many', { n })
    await until('the end', async () => (await remainingJobs()).length === 0)
    assert.deepEqual(
      runs.sort((a, b) => a - b),
      Array.from({ length: 100 }, (_, n) => n),
    )
  })

  test('a process respects its concurrency limit, and a job without a handler waits', async () => {
    const jobs = queue()
    let running = 0
    let most = 0
    const gate = new EventTarget()
    jobs.handle(
      'slow',
      {
        run: async () => {
          most = Math.max(most, ++running)
          await once(gate, 'open')
          running--
        },
      },
      2,
    )
    for (let n = 0; n < 4; n++) await jobs.add('slow', {})
    await jobs.add('unknown', {})
    jobs.start()
    await until('two', () => running === 2)
    await until('the end', async () => {
      gate.dispatchEvent(new Event('open'))
      return (await remainingJobs()).length === 1
    })
    assert.equal(most, 2)
  })

  test('the lowest priority number runs first, later jobs wait for their time', async () => {
    const jobs = queue()
    const order: string[] = []
    jobs.handle<{ name: string }>('ordered', {
      run: async ({ payload }) => {
        order.push(payload.name)
      },
    })
    await jobs.add('ordered', { name: 'later' }, { runAt: new Date(now + 1000) })
    await jobs.add('ordered', { name: 'idle' }, { priority: 5 })
    await jobs.add('ordered', { name: 'urgent' }, { priority: -1 })
    jobs.start()
    await until('two', () => order.length === 2)
    now += 1000
    await until('the third', () => order.length === 3)
    assert.deepEqual(order, ['urgent', 'idle', 'later'])
  })

  test('jobs of one kind with the same key are queued once', async () => {
    const jobs = queue()
    await jobs.add('single', {}, { dedupeKey: 'a' })
    await jobs.add('single', {}, { dedupeKey: 'a' })
    await jobs.add('single', {}, { dedupeKey: 'b' })
    await jobs.add('other', {}, { dedupeKey: 'a' })
    assert.equal((await remainingJobs()).length, 3)
  })

  test('a failed job is retried after a delay and finally reported as failed', async () => {
    const jobs = queue()
    const attempts: [number, boolean][] = []
    const failures: unknown[] = []
    jobs.handle<{ n: number }>('bad', {
      run: async ({ attempt, isLastAttempt }) => {
        attempts.push([attempt, isLastAttempt])
        throw new Error('no luck')
      },
      onGiveUp: async (payload, error) => {
        failures.push(payload, error)
      },
    })
    await jobs.add('bad', { n: 1 }, { maxAttempts: 3, dedupeKey: 'k' })
    jobs.start()
    for (const tries of [1, 2]) {
      await until(
        'a try',
        async () => (await remainingJobs())[0]?.attempts === tries && (await remainingJobs())[0]?.state === 'waiting',
      )
      now += 5000 * tries
    }
    await until('the end', async () => (await remainingJobs())[0]?.state === 'failed')
    assert.deepEqual(attempts, [
      [1, false],
      [2, false],
      [3, true],
    ])
    assert.deepEqual(failures, [{ n: 1 }, 'no luck'])
    await jobs.add('bad', { n: 2 }, { dedupeKey: 'k' })
    assert.equal((await remainingJobs()).length, 2)
  })

  /** Leaves a job as a killed process does. */
  const abandoned = (attempts: number, lockedUntil: Date) =>
    database.db
      .insertInto('jobs')
      .values({
        kind: 'orphan',
        payload: '{}',
        state: 'running',
        attempts,
        max_attempts: 2,
        locked_by: 'dead',
        locked_until: lockedUntil,
      })
      .execute()

  test('a dead process’s job is taken over once its lease has expired, not before', async () => {
    await abandoned(1, new Date(now + 1000))
    const jobs = queue()
    const attempts: number[] = []
    jobs.handle('orphan', {
      run: async ({ attempt }) => {
        attempts.push(attempt)
      },
    })
    jobs.handle('marker', { run: async () => undefined })
    jobs.start()
    await jobs.add('marker', {})
    await until('the marker', async () => (await remainingJobs()).length === 1)
    assert.deepEqual(attempts, [])
    now += 1001
    await until('the takeover', async () => (await remainingJobs()).length === 0)
    assert.deepEqual(attempts, [2])
  })

  test('a job whose heartbeat is late does not run a second time in the same process', async () => {
    const jobs = queue()
    const end = new AbortController()
    let runs = 0
    const run = async () => {
      runs += 1
      if (!end.signal.aborted) await once(end.signal, 'abort')
    }
    jobs.handle('long', { run }, 2)
    jobs.start()
    await jobs.add('long', {})
    await until('the start', () => runs === 1)
    now += 60_001
    await jobs.add('long', {})
    await until('the other', () => runs === 2)
    end.abort()
    await until('the end', async () => (await remainingJobs()).length === 0)
    assert.equal(runs, 2)
  })

  test('a job that killed its process too often fails without another attempt', async () => {
    await abandoned(2, new Date(now - 1))
    const jobs = queue()
    const failures: string[] = []
    jobs.handle('orphan', {
      run: async () => assert.fail('tried again'),
      onGiveUp: async (_, error) => {
        failures.push(error)
      },
    })
    jobs.start()
    await until('the end', async () => (await remainingJobs())[0]?.state === 'failed')
    assert.deepEqual(failures, ['the process that ran it ended'])
  })

  test('stopping interrupts running jobs; the attempt does not count, and the next start runs them', async () => {
    const jobs = queue()
    let isRunning = false
    jobs.handle('long', {
      run: async ({ signal }) => {
        isRunning = true
        await once(signal, 'abort')
        signal.throwIfAborted()
      },
    })
    await jobs.add('long', {})
    jobs.start()
    await until('its begin', () => isRunning)
    await jobs.stop()
    assert.deepEqual(await remainingJobs(), [{ state: 'waiting', attempts: 0, last_error: null }])
  })

  test('a job added in a transaction that is rolled back never existed', async () => {
    const jobs = queue()
    await assert.rejects(
      database.db.transaction().execute(async (transaction) => {
        await jobs.add('count', {}, {}, transaction)
        throw new Error('undone')
      }),
    )
    assert.deepEqual(await remainingJobs(), [])
  })
})
