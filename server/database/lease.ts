import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from './connect'

/** The programs of the processes on a database. */
export interface Programs {
  /** Tells the other processes the programs of this one. */
  announce(programs: readonly string[]): Promise<void>
  /** Whether a living process has a program, as of the last renewal of the lease. */
  has(program: string): boolean
}

export interface Lease extends Programs {
  /** The unique name of this process in the database; letters and digits. */
  readonly holder: string
  /** The holders of valid leases, by the database's clock. */
  living(): Promise<ReadonlySet<string>>
  /** Ends the lease. What the holder owned then has no owner. */
  end(): Promise<void>
}

export interface LeaseSettings {
  /** seconds that a lease lasts without a renewal */
  duration: number
  /** ms between two renewals */
  renewal: number
}

const defaults: LeaseSettings = { duration: 120, renewal: 30_000 }

/**
 * Takes a lease for this process and renews it until it ends.
 * @param isAlone whether no other process can use this database; all other leases then end at once
 */
export async function takeLease(
  db: Db,
  log: Pick<FastifyBaseLogger, 'warn'>,
  { isAlone = false, settings = defaults }: { isAlone?: boolean; settings?: LeaseSettings } = {},
): Promise<Lease> {
  const holder = randomBytes(12).toString('hex')
  let own: readonly string[] = []
  let everywhere: ReadonlySet<string> = new Set()
  const renew = async () => {
    await sql`
      insert into leases (holder, expires_at, programs)
      values (${holder}, now() + ${settings.duration} * interval '1 second', ${own}::text[])
      on conflict (holder) do update set expires_at = excluded.expires_at, programs = excluded.programs`.execute(db)
    const { rows } = await sql<{ program: string }>`
      select distinct unnest(programs) as program from leases where expires_at >= now()`.execute(db)
    everywhere = new Set(rows.map(({ program }) => program))
  }
  if (isAlone) await sql`delete from leases`.execute(db)
  else await sql`delete from leases where expires_at < now()`.execute(db)
  await renew()
  let renewing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    renewing = renew().catch((error: unknown) => log.warn(error, 'cannot renew the lease of this process'))
  }, settings.renewal)
  timer.unref()
  return {
    holder,
    async living() {
      const { rows } = await sql<{ holder: string }>`select holder from leases where expires_at >= now()`.execute(db)
      return new Set(rows.map((row) => row.holder))
    },
    announce(programs) {
      own = programs
      return renew()
    },
    has: (program) => everywhere.has(program),
    async end() {
      clearInterval(timer)
      await renewing
      await sql`delete from leases where holder = ${holder}`.execute(db)
    },
  }
}
