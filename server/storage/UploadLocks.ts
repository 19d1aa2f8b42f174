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

/** Lets one request at a time change an upload, whichever process received the request. */
export interface UploadLocks {
  /**
   * @param isForced the holder yields at once
   * @returns null when the upload is in use, here or in another process
   */
  acquire(id: string, isForced?: boolean): Promise<UploadLock | null>
  /** Makes all holders yield; resolves once all have. */
  close(): Promise<void>
}

interface Holder {
  stop: AbortController
  lastSign: number
  released: Promise<void>
  leave(): void
}

const keyOf = `hashtextextended('upload ' || $1, 0)`

/** Advisory locks of PostgreSQL on a connection of their own, opened on first use. They end with the process. */
export function openUploadLocks(
  target: string | Connection,
  log: FastifyBaseLogger,
  settings: Partial<UploadLockSettings> = {},
): UploadLocks {
  const holders = new Map<string, Holder>()
  let connected: Promise<pg.Client> | undefined
  let isClosed = false

  async function connect() {
    const client = new pg.Client(typeof target === 'string' ? { connectionString: target } : target)
    client.on('error', (error) => log.warn(error, 'the database connection of the upload locks failed'))
    client.once('end', () => {
      connected = undefined
      for (const { stop } of holders.values()) stop.abort()
    })
    await client.connect()
    return client
  }

  function connection() {
    connected ??= connect().catch((error: unknown) => {
      connected = undefined
      throw error
    })
    return connected
  }

  /** Locks among the requests of this process; waits for its turn. */
  async function holdHere(id: string, isForced: boolean): Promise<Holder | null> {
    const { quiet, patience } = { ...defaults, ...settings }
    const end = Date.now() + patience
    for (;;) {
      const holder = holders.get(id)
      if (!holder) return hold(id)
      const now = Date.now()
      if (isForced || now - holder.lastSign >= quiet) holder.stop.abort()
      if (now >= end) return null
      const next = holder.stop.signal.aborted ? end : Math.min(end, holder.lastSign + quiet)
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
    const holder = { stop: new AbortController(), lastSign: Date.now(), released, leave }
    holders.set(id, holder)
    return holder
  }

  /** Locks among all processes. Holders elsewhere yield by themselves when no bytes arrive. */
  async function holdEverywhere(id: string): Promise<pg.Client | null> {
    const client = await connection()
    const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${keyOf}) as taken`, [id])
    return rows[0]?.taken ? client : null
  }

  return {
    async acquire(id, isForced = false) {
      const holder = isClosed ? null : await holdHere(id, isForced)
      if (!holder) return null
      const client = await holdEverywhere(id).catch((error: unknown) => {
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
        async release() {
          try {
            await client.query(`select pg_advisory_unlock(${keyOf})`, [id])
          } catch (error) {
            log.warn(error, 'the lock of an upload was lost with its connection')
          } finally {
            holder.leave()
          }
        },
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
