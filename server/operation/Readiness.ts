import pg from 'pg'
import type { FastifyBaseLogger } from 'fastify'
import type { Connection } from '../database/embedded'
import { migrations } from '../migrations'
import type { BlobStorage } from '../storage/BlobStorage'

/** What a balancer is told; `stopping`: the process ends soon, send requests elsewhere. */
export interface ReadyAnswer {
  status: 'ok' | 'not' | 'stopping'
  database: Part
  storage: Part
  migrations: Part
}

type Part = 'ok' | 'not'

export interface ReadinessSettings {
  /** ms for which an answer is repeated, so that many questions cost the database one query */
  repeat: number
  /** ms after which a part counts as not ready */
  limit: number
  /** ms after a question during which a balancer counts as watching */
  watched: number
}

const defaults: ReadinessSettings = { repeat: 1000, limit: 3000, watched: 60_000 }

/** blobs looked for in the storage: the newest, of which a purge may be removing some */
const SAMPLE = 3
/** A key that no blob has. Storages answer it, too. */
const NO_BLOB = `00/${'0'.repeat(30)}`

interface Found {
  names: string[]
  keys: string[]
}

/** Tells whether this process can answer requests. */
export class Readiness {
  private readonly settings: ReadinessSettings
  private latest: { at: number; answer: Promise<ReadyAnswer> } | null = null
  private askedAt = -Infinity
  /** A question that the storage has not answered yet. */
  private pending: Promise<boolean> | null = null
  private isStopping = false

  constructor(
    private readonly target: string | Connection,
    private readonly ports: { storage: Pick<BlobStorage, 'stat'>; log: Pick<FastifyBaseLogger, 'warn'> },
    settings: Partial<ReadinessSettings> = {},
  ) {
    this.settings = { ...defaults, ...settings }
  }

  /** Whether a balancer has asked lately. */
  get isWatched(): boolean {
    return performance.now() - this.askedAt < this.settings.watched
  }

  get isOff(): boolean {
    return this.isStopping
  }

  /** From now on the answer is `stopping`. */
  turnOff(): void {
    this.isStopping = true
  }

  async ask(): Promise<ReadyAnswer> {
    const now = performance.now()
    this.askedAt = now
    if (this.latest === null || now - this.latest.at >= this.settings.repeat)
      this.latest = { at: now, answer: this.look() }
    const answer = await this.latest.answer
    return this.isStopping ? { ...answer, status: 'stopping' } : answer
  }

  private async look(): Promise<ReadyAnswer> {
    const found = await this.attempt('database', () => this.readDatabase())
    // A storage that is silent is not asked again and again, each time with further connections.
    this.pending ??= this.findBlobs(found?.keys ?? []).finally(() => (this.pending = null))
    const { pending } = this
    const isStored = await this.attempt('storage', () => pending)
    const isMigrated = found !== null && Object.keys(migrations).every((name) => found.names.includes(name))
    const parts = {
      database: wordOf(found !== null),
      storage: wordOf(isStored === true),
      migrations: wordOf(isMigrated),
    }
    return { status: wordOf(Object.values(parts).every((part) => part === 'ok')), ...parts }
  }

  /** A connection of its own: all connections of the pool may be busy, which is no reason to send requests elsewhere. */
  private async readDatabase(): Promise<Found> {
    const { limit } = this.settings
    const client = new pg.Client({
      ...(typeof this.target === 'string' ? { connectionString: this.target } : this.target),
      connectionTimeoutMillis: limit,
      query_timeout: limit,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query<Found>(`
        select array(select name from kysely_migration) as names,
          array(select key from bodies order by id desc limit ${SAMPLE}) as keys`)
      return rows[0]!
    } finally {
      void client.end().catch(() => undefined)
    }
  }

  /** Whether the storage answers and has at least one of the blobs: the wrong folder or bucket has none. */
  private async findBlobs(keys: readonly string[]): Promise<boolean> {
    // Waits for all answers, so that no question is left behind.
    const asked = (keys.length > 0 ? keys : [NO_BLOB]).map((key) => this.ports.storage.stat(key))
    await Promise.allSettled(asked)
    const found = await Promise.all(asked)
    return keys.length === 0 || found.some((blob) => blob?.isComplete === true)
  }

  /** @returns null on an error, and after the time limit */
  private async attempt<T>(part: string, run: () => Promise<T>): Promise<T | null> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${this.settings.limit} ms`)), this.settings.limit)
    })
    try {
      return await Promise.race([run(), late])
    } catch (error) {
      this.ports.log.warn({ err: error as Error, part }, 'not ready')
      return null
    } finally {
      clearTimeout(timer)
    }
  }
}

function wordOf(isOk: boolean): Part {
  return isOk ? 'ok' : 'not'
}
