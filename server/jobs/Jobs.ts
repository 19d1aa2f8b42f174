import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../time/clock'
import type { Db } from '../database/connect'
import { claimJob, dueKinds, ownerOf, type ClaimedJob } from './claims'
import { ServingOrder, type JobOwner, type Slots } from './ServingOrder'

export interface JobOptions {
  /** While a job of the same kind with this key waits or runs, no second job is added. */
  dedupeKey?: string
  runAt?: Date
  /** The lowest runs first; default 0. */
  priority?: number
  /** Tries before the job fails for good; default 3. */
  maxAttempts?: number
  /** The enterprise and the actor that the job is charged to. Owners are served in turn. */
  owner?: JobOwner
  /** The most jobs that wait per kind and actor. Beyond that the job is not added, and the caller tries again later. */
  mostWaiting?: number
}

export interface Job<Payload> {
  id: number
  payload: Payload
  /** 1 for the first try. */
  attempt: number
  isLastAttempt: boolean
  /** Aborted when the server stops or the lease is lost. */
  signal: AbortSignal
}

export interface JobHandler<Payload> {
  run(job: Job<Payload>): Promise<void>
  /** Called once when the last try failed, by an error or because the process died. */
  onGiveUp?(payload: Payload, error: string): Promise<void>
  /** ms before the next try, given the number of tries so far; default `retryDelay` times that number. */
  retryDelay?(tries: number): number
}

/** A queue in PostgreSQL for work that outlives the request and the process. */
export interface Jobs {
  /** Adds a job, within the transaction if `db` is one. */
  add(kind: string, payload: object, options?: JobOptions, db?: Db): Promise<void>
  /** Sets the handler of a kind; call before `start`. @param slots a number, per process, lets one owner use all slots */
  handle<Payload>(kind: string, handler: JobHandler<Payload>, slots?: number | Slots): void
  /** Names the programs of this process; call before `start`. Other processes run the jobs that need other programs. */
  setPrograms(programs: readonly string[]): void
  start(): void
  /** Starts no more jobs, aborts the running ones and waits for them. The next start tries aborted jobs again. */
  stop(): Promise<void>
}

interface Queue {
  kind: string
  handler: JobHandler<unknown>
  slots: Slots
  isShared: boolean
  running: Map<Promise<void>, ClaimedJob>
  order: ServingOrder
}

export interface JobSettings {
  /** ms between two checks of an idle queue */
  pollInterval: number
  /** ms without a heartbeat after which a job is free for other workers */
  lease: number
}

const defaults: JobSettings = { pollInterval: 1000, lease: 60_000 }
/** ms before a failed job is tried again, multiplied by the tries so far */
const retryDelay = 5000

/**
 * Thrown by a handler whose process lacks a program: a process that has the program runs the job. The try does not count.
 * @param program as in `Jobs.setPrograms`
 */
export class ProgramElsewhere extends Error {
  constructor(readonly program: string) {
    super(`the program ${program} is on another machine`)
  }
}

/** @param settings shorter times for tests */
export function createJobs(db: Db, log: FastifyBaseLogger, clock: Clock, settings: JobSettings = defaults): Jobs {
  const worker = `${hostname()}:${process.pid}:${randomBytes(4).toString('hex')}`
  const queues: Queue[] = []
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let lookAgain = false
  let programs: readonly string[] = []

  function wake() {
    if (!timer || stopping.signal.aborted) return
    if (looking) {
      lookAgain = true
      return
    }
    lookAgain = false
    looking = look()
      .catch((error: unknown) => log.error(error, 'cannot read the job queue'))
      .finally(() => {
        looking = undefined
        if (lookAgain) wake()
      })
  }

  async function look() {
    const due = await dueKinds(db, clock(), programs)
    for (const queue of queues) if (due.has(queue.kind)) await fill(queue)
  }

  async function fill(queue: Queue) {
    while (queue.running.size < queue.slots.all && !stopping.signal.aborted) {
      const job = await claim(queue)
      if (!job) return
      const owner = ownerOf(job)
      if (owner) queue.order.moveToEnd(owner)
      const run = perform(queue, job).finally(() => {
        queue.running.delete(run)
        wake()
      })
      queue.running.set(run, job)
    }
  }

  function claim({ kind, slots, isShared, running, order }: Queue): Promise<ClaimedJob | undefined> {
    const sharing = isShared ? queues.filter((queue) => queue.isShared) : []
    const now = clock()
    return claimJob(db, {
      kind,
      slots,
      order,
      worker,
      programs,
      now,
      until: new Date(now.getTime() + settings.lease),
      running: [...running.values()],
      sharing: sharing.flatMap((queue) => [...queue.running.values()]),
    })
  }

  async function perform(queue: Queue, job: ClaimedJob) {
    if (job.attempts > job.max_attempts)
      return giveUp(queue, job, job.last_error ?? 'the process that ran it ended').catch(cannotRecord)
    const lost = new AbortController()
    const heart = setInterval(
      () =>
        void extend(job.id).then(
          (isOurs) => isOurs || lost.abort(),
          () => undefined,
        ),
      settings.lease / 3,
    )
    try {
      await queue.handler.run({
        id: job.id,
        payload: job.payload,
        attempt: job.attempts,
        isLastAttempt: job.attempts >= job.max_attempts,
        signal: AbortSignal.any([stopping.signal, lost.signal]),
      })
      await finish(job.id)
    } catch (error) {
      await failed(queue, job, error as Error).catch(cannotRecord)
    } finally {
      clearInterval(heart)
    }
  }

  function cannotRecord(fault: unknown) {
    log.error(fault, 'cannot record a failed job')
  }

  async function extend(id: number) {
    const until = new Date(clock().getTime() + settings.lease)
    const done = await db
      .updateTable('jobs')
      .set({ locked_until: until })
      .where('id', '=', id)
      .where('locked_by', '=', worker)
      .executeTakeFirst()
    return done.numUpdatedRows > 0
  }

  async function finish(id: number) {
    await db.deleteFrom('jobs').where('id', '=', id).where('locked_by', '=', worker).execute()
  }

  async function failed(queue: Queue, job: ClaimedJob, error: Error) {
    if (stopping.signal.aborted) return release(job.id)
    if (error instanceof ProgramElsewhere) return release(job.id, error.program)
    log.warn({ err: error, kind: queue.kind, job: job.id, attempt: job.attempts }, 'a job failed')
    if (job.attempts >= job.max_attempts) return giveUp(queue, job, error.message)
    const runAt = new Date(clock().getTime() + (queue.handler.retryDelay?.(job.attempts) ?? retryDelay * job.attempts))
    await db
      .updateTable('jobs')
      .set({
        state: 'waiting',
        locked_by: null,
        locked_until: null,
        run_at: runAt,
        last_error: error.message,
        updated_at: clock(),
      })
      .where('id', '=', job.id)
      .where('locked_by', '=', worker)
      .execute()
  }

  /** Returns an interrupted job to the queue; the try does not count. @param program that the job needs */
  async function release(id: number, program?: string) {
    await db
      .updateTable('jobs')
      .set((eb) => ({
        state: 'waiting',
        ...(program !== undefined && { program }),
        locked_by: null,
        locked_until: null,
        attempts: eb('attempts', '-', 1),
        updated_at: clock(),
      }))
      .where('id', '=', id)
      .where('locked_by', '=', worker)
      .execute()
  }

  async function giveUp(queue: Queue, job: ClaimedJob, reason: string) {
    log.error({ kind: queue.kind, job: job.id, reason }, 'a job failed for the last time')
    await queue.handler.onGiveUp?.(job.payload, reason)
    await db
      .updateTable('jobs')
      .set({ state: 'failed', locked_by: null, locked_until: null, last_error: reason, updated_at: clock() })
      .where('id', '=', job.id)
      .execute()
  }

  return {
    async add(kind, payload, options = {}, into = db) {
      const { dedupeKey = null, runAt = clock(), priority = 0, maxAttempts = 3, owner, mostWaiting } = options
      const actor = owner?.actor ?? null
      const hasRoom =
        mostWaiting === undefined || actor === null
          ? sql`true`
          : sql`(select count(*) from jobs where state = 'waiting' and actor_key = ${actor} and kind = ${kind}) < ${mostWaiting}`
      await sql`
        insert into jobs (kind, payload, dedupe_key, run_at, priority, max_attempts, enterprise_id, actor_key)
        select ${kind}::text, ${JSON.stringify(payload)}::jsonb, ${dedupeKey}::text, ${runAt}::timestamptz, ${priority}::integer,
          ${maxAttempts}::integer, ${owner?.enterprise ?? null}::bigint, ${actor}::text
        where ${hasRoom}
        on conflict do nothing`.execute(into)
      wake()
    },
    handle(kind, handler, limits = 1) {
      const isShared = typeof limits === 'object'
      const slots = isShared ? limits : { all: limits, enterprise: limits, actor: limits }
      queues.push({
        kind,
        handler: handler as JobHandler<unknown>,
        slots,
        isShared,
        running: new Map(),
        order: new ServingOrder(),
      })
    },
    setPrograms(names) {
      programs = names
    },
    start() {
      timer = setInterval(wake, settings.pollInterval)
      timer.unref()
      wake()
    },
    async stop() {
      stopping.abort()
      clearInterval(timer)
      await looking
      await Promise.all(queues.flatMap((queue) => [...queue.running.keys()]))
    },
  }
}
