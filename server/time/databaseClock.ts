import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/connect'
import type { Clock } from './clock'

/** ms between two comparisons */
const INTERVAL = 30_000
/** ms of difference that are ignored: a comparison is about as inexact, and a clock must not step back for nothing */
const IGNORED = 50
/** ms of difference that the operator should know about */
const REMARKABLE = 5000
/** Comparisons at once. The fastest answer is the most exact. */
const TRIES = 3

export interface DatabaseClock {
  clock: Clock
  /** Ends comparing. */
  end(): Promise<void>
}

/**
 * A clock that shows the time of the database, so that the processes of several machines agree on expiries, locks and signatures.
 * @param machine the clock of this machine
 */
export async function openDatabaseClock(
  db: Db,
  log: Pick<FastifyBaseLogger, 'warn'>,
  machine: Clock,
): Promise<DatabaseClock> {
  let offset = 0
  const compare = async () => {
    const measured = await measureOffset(db, machine)
    if (Math.abs(measured - offset) <= IGNORED) return
    offset = measured
    if (Math.abs(offset) > REMARKABLE)
      log.warn(
        { seconds: Math.round(offset / 1000) },
        'the clock of the database differs from the clock of this machine; the server uses the former',
      )
  }
  await compare()
  let comparing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    comparing = compare().catch((error: unknown) => log.warn(error, 'cannot read the clock of the database'))
  }, INTERVAL).unref()
  return {
    clock: () => new Date(machine().getTime() + offset),
    async end() {
      clearInterval(timer)
      await comparing
    },
  }
}

/** ms by which the clock of the database is ahead */
async function measureOffset(db: Db, machine: Clock): Promise<number> {
  const measured: { offset: number; delay: number }[] = []
  for (let n = 0; n < TRIES; n += 1) {
    const begin = machine().getTime()
    const { rows } = await sql<{ time: Date }>`select clock_timestamp() as time`.execute(db)
    const end = machine().getTime()
    measured.push({ offset: Math.round(rows[0]!.time.getTime() - (begin + end) / 2), delay: end - begin })
  }
  return measured.reduce((best, each) => (each.delay < best.delay ? each : best)).offset
}
