import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from './connect'

export interface Lease {
  /** Names this process among all that use the database; letters and digits. */
  readonly holder: string
  /** The holders whose leases have not ended, by the clock of the database. */
  living(): Promise<ReadonlySet<string>>
  /** Ends the lease: what the holder owned belongs to nobody. */
  end(): Promise<void>
}

export interface LeaseSettings {
  /** seconds that a lease lasts without a renewal */
  duration: number
  /** ms from one renewal to the next */
  renewal: number
}

const defaults: LeaseSettings = { duration: 120, renewal: 30_000 }

/**
 * Takes a lease for this process and renews it until it is ended.
 * @param isAlone whether no other process can use this database; all other leases then end at once
 */
export async function takeLease(
  db: Db,
  log: Pick<FastifyBaseLogger, 'warn'>,
  { isAlone = false, settings = defaults }: { isAlone?: boolean; settings?: LeaseSettings } = {},
): Promise<Lease> {
  const holder = randomBytes(12).toString('hex')
  const renew = async () => {
    await sql`
      insert into leases (holder, expires_at) values (${holder}, now() + ${settings.duration} * interval '1 second')
      on conflict (holder) do update set expires_at = excluded.expires_at`.execute(db)
  }
  if (isAlone) await sql`delete from leases`.execute(db)
  else await sql`delete from leases where expires_at < now()`.execute(db)
  await renew()
  let renewing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    renewing = renew().catch((error: unknown) => log.warn(error, 'the lease of this process could not be renewed'))
  }, settings.renewal)
  timer.unref()
  return {
    holder,
    async living() {
      const { rows } = await sql<{ holder: string }>`select holder from leases where expires_at >= now()`.execute(db)
      return new Set(rows.map((row) => row.holder))
    },
    async end() {
      clearInterval(timer)
      await renewing
      await sql`delete from leases where holder = ${holder}`.execute(db)
    },
  }
}
