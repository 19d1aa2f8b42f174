import { sql } from 'kysely'
import { preparedStatement, type Db } from '../database/connect'
import type { Clock } from '../time/clock'

/** ms */
const MINUTE = 60_000
/** A process reserves this part of the acts that are left, so that a frequent call seldom asks the database. */
const SHARE = 16

/**
 * Counts the acts of each key within a minute, over all processes on the database. A process reserves several acts of a high limit at once. The other
 * processes lose what it reserved and does not use, at most a sixteenth of what was left.
 */
export class SharedMinuteLimit<Key extends string | number> {
  private minute = new Minute<Key>(0)

  /** @param name of the limit, unique in the server @param most acts per key and minute */
  constructor(
    private readonly ports: { db: Db; clock: Clock },
    private readonly name: string,
    private readonly most: number,
  ) {}

  /** Counts one act. @returns false once the key has reached its limit */
  async tryCount(key: Key): Promise<boolean> {
    const minute = this.currentMinute()
    while (!minute.takeReserved(key)) {
      if (minute.full.has(key)) return false
      await minute.reserveOnce(key, () => this.reserve(key, minute.number))
    }
    return true
  }

  /**
   * The limit of a key, how many acts are left, and the whole seconds until all are again. Other processes' acts are those that this process last
   * read: an answer's headers must not cost a query.
   */
  stateOf(key: Key): { most: number; left: number; seconds: number } {
    const left = this.most - this.currentMinute().countOf(key, this.most)
    const seconds = Math.ceil((MINUTE - (this.ports.clock().getTime() % MINUTE)) / 1000)
    return { most: this.most, left, seconds }
  }

  private currentMinute(): Minute<Key> {
    const number = Math.floor(this.ports.clock().getTime() / MINUTE)
    if (number !== this.minute.number) this.minute = new Minute(number)
    return this.minute
  }

  /** @returns null at the limit */
  private async reserve(key: Key, minute: number): Promise<Reservation | null> {
    const { most, name, ports } = this
    const step = sql`greatest(1, (${most}::integer - known.count) / ${sql.lit(SHARE)})`
    const first = Math.max(1, Math.floor(most / SHARE))
    const { rows } = await sql<Reservation>`${preparedStatement}
      insert into minute_counts as known (name, key, minute, count, reserved)
      values (${name}, ${String(key)}, ${minute}, ${first}::integer, ${first}::integer)
      on conflict (name, key, minute) do update set count = known.count + ${step}, reserved = ${step}
      where known.count < ${most}::integer
      returning count, reserved`.execute(ports.db)
    return rows[0] ?? null
  }
}

interface Reservation {
  /** The acts of all processes, with those that they reserved. */
  count: number
  /** The acts that this process reserved. */
  reserved: number
}

/** The acts of a minute in this process. */
class Minute<Key> {
  /** Keys that have reached the limit. */
  readonly full = new Set<Key>()
  private readonly reserved = new Map<Key, number>()
  /** The acts of all processes, when this process last reserved some. */
  private readonly counts = new Map<Key, number>()
  private readonly reserving = new Map<Key, Promise<void>>()

  constructor(readonly number: number) {}

  takeReserved(key: Key): boolean {
    const left = this.reserved.get(key) ?? 0
    if (left > 1) this.reserved.set(key, left - 1)
    else this.reserved.delete(key)
    return left > 0
  }

  /** The acts so far, without those that this process reserved and has not used. @param most the count of a full key */
  countOf(key: Key, most: number): number {
    return this.full.has(key) ? most : (this.counts.get(key) ?? 0) - (this.reserved.get(key) ?? 0)
  }

  /** Reserves acts; concurrent calls for one key share a reservation. */
  reserveOnce(key: Key, reserve: () => Promise<Reservation | null>): Promise<void> {
    const running = this.reserving.get(key)
    if (running) return running
    const reserving = reserve()
      .then((reservation) => {
        if (!reservation) return void this.full.add(key)
        this.counts.set(key, reservation.count)
        this.reserved.set(key, (this.reserved.get(key) ?? 0) + reservation.reserved)
      })
      .finally(() => this.reserving.delete(key))
    this.reserving.set(key, reserving)
    return reserving
  }
}

/** Deletes the counts of ended minutes. */
export async function purgeMinuteCounts({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const minute = Math.floor(clock().getTime() / MINUTE)
  await db.deleteFrom('minute_counts').where('minute', '<', minute).execute()
}
