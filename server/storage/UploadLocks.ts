import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { FastifyBaseLogger } from 'fastify'
import type { Connection } from '../database/embedded'

export interface UploadLockSettings {
  /** ms without a byte after which the holder of an upload yields */
  quiet: number
  /** ms that the next request waits for the upload */
  patience: number
}

const defaults: UploadLockSettings = { quiet: 1000, patience: 3000 }

export interface UploadLock {
  /** Aborted when another request wants the upload and no bytes arrive here, or when the lock was lost. */
  signal: AbortSignal
  /** Reports that bytes arrived. */
  touch(): void
  release(): Promise<void>
}

export interface AcquireOptions {
  /** The holder yields at once. */
  isForced?: boolean
  /** ms to wait for the upload instead of the usual patience */
  patience?: number
}

/** Lets one request at a time change an upload, whichever process received the request. */
export interface UploadLocks {
  /** @returns null when the upload is in use, here or in another process */
  acquire(id: string, options?: AcquireOptions): Promise<UploadLock | null>
  /** Makes all holders yield; resolves once all have. */
  close(): Promise<void>
}

interface Holder {
  stop: AbortController
  lastSign: number
  released: Promise<void>
  leave(): void
  /** Whether the holder has the lock of the database, too. */
  isEverywhere: boolean
  /** Whether another process waits for the upload. */
  isAwaited: boolean
}

const keyOf = `hashtextextended('upload ' || $1, 0)`
/** Processes tell each other that they want an upload (`wanted ID`, `forced ID`), and that they released an awaited one (`free ID`). */
const CHANNEL = 'upload_locks'
/** ms between two tries for an upload that another process holds. A process that dies does not report that its uploads are free. */
const TRY_INTERVAL = 250

/** Advisory locks of PostgreSQL on a connection of their own, opened on first use. They end with the process. */
export function openUploadLocks(
  target: string | Connection,
  log: FastifyBaseLogger,
  settings: Partial<UploadLockSettings> = {},
): UploadLocks {
  const holders = new Map<string, Holder>()
  const freed = new EventEmitter().setMaxListeners(0)
  let connected: Promise<pg.Client> | undefined
  let isClosed = false

  async function connect() {
    const client = new pg.Client(typeof target === 'string' ? { connectionString: target } : target)
    client.on('error', (error) => log.warn(error, 'the database connection of the upload locks failed'))
    client.on('notification', ({ payload = '' }) => hear(payload))
    client.once('end', () => {
      connected = undefined
      for (const { stop } of holders.values()) stop.abort()
    })
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    return client
  }

  function connection() {
    connected ??= connect().catch((error: unknown) => {
      connected = undefined
      throw error
    })
    return connected
  }

  function hear(payload: string) {
    const [word, id = ''] = payload.split(' ')
    if (word === 'free') return void freed.emit(id)
    const holder = holders.get(id)
    if (!holder?.isEverywhere) return
    holder.isAwaited = true
    yieldIfQuiet(holder, word === 'forced')
  }

  function yieldIfQuiet({ stop, lastSign }: Holder, isForced: boolean) {
    if (isForced || Date.now() - lastSign >= usual().quiet) stop.abort()
  }

  const usual = () => ({ ...defaults, ...settings })

  /** Locks among the requests of this process; waits for its turn. */
  async function holdHere(id: string, isForced: boolean, end: number): Promise<Holder | null> {
    for (;;) {
      const holder = holders.get(id)
      if (!holder) return hold(id)
      yieldIfQuiet(holder, isForced)
      const now = Date.now()
      if (now >= end) return null
      const next = holder.stop.signal.aborted ? end : Math.min(end, holder.lastSign + usual().quiet)
      const waiting = new AbortController()
      await Promise.race([holder.released, sleep(Math.max(1, next - now), undefined, waiting).catch(() => undefined)])
      waiting.abort()
    }
  }

  function hold(id: string): Holder {
    let leave = () => {}
    const released = new Promise<void>((resolve) => {
      leave = () => {
        holders.delete(id)
        resolve()
      }
    })
    const holder = {
      stop: new AbortController(),
      lastSign: Date.now(),
      released,
      leave,
      isEverywhere: false,
      isAwaited: false,
    }
    holders.set(id, holder)
    return holder
  }

  /** Locks among all processes; asks the holder elsewhere to yield, and waits for its turn. */
  async function holdEverywhere(id: string, holder: Holder, isForced: boolean, end: number): Promise<pg.Client | null> {
    for (;;) {
      const client = await connection()
      const waiting = new AbortController()
      const isFree = once(freed, id, { signal: waiting.signal }).catch(() => undefined)
      try {
        const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${keyOf}) as taken`, [id])
        if (rows[0]?.taken) {
          holder.isEverywhere = true
          holder.lastSign = Date.now()
          return client
        }
        const left = end - Date.now()
        if (left <= 0 || holder.stop.signal.aborted) return null
        await client.query('select pg_notify($1, $2)', [CHANNEL, `${isForced ? 'forced' : 'wanted'} ${id}`])
        await Promise.race([isFree, sleep(Math.min(TRY_INTERVAL, left), undefined, waiting).catch(() => undefined)])
      } finally {
        waiting.abort()
      }
    }
  }

  async function release(client: pg.Client, id: string, holder: Holder) {
    try {
      await client.query(`select pg_advisory_unlock(${keyOf})`, [id])
      if (holder.isAwaited) await client.query('select pg_notify($1, $2)', [CHANNEL, `free ${id}`])
    } catch (error) {
      log.warn(error, 'the lock of an upload was lost with its connection')
    } finally {
      holder.leave()
    }
  }

  return {
    async acquire(id, { isForced = false, patience = usual().patience } = {}) {
      const end = Date.now() + patience
      const holder = isClosed ? null : await holdHere(id, isForced, end)
      if (!holder) return null
      const client = await holdEverywhere(id, holder, isForced, end).catch((error: unknown) => {
        holder.leave()
        throw error
      })
      if (!client) {
        holder.leave()
        return null
      }
      return {
        signal: holder.stop.signal,
        touch: () => {
          holder.lastSign = Date.now()
        },
        release: () => release(client, id, holder),
      }
    },
    async close() {
      isClosed = true
      for (const { stop } of holders.values()) stop.abort()
      await Promise.all([...holders.values()].map(({ released }) => released))
      await (await connected)?.end()
    },
  }
}
