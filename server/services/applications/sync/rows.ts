import type { UserActor } from '../../../actors/actor'
import type { Dependencies } from '../../../dependencies'
import { Refused } from '../../../errors'
import { losesTooMany } from '../../../policies/directories'
import { idsOfCustom, type CustomKind, type Platform } from '../../../queries/applications/customIds'

export type SyncPorts = Pick<Dependencies, 'db' | 'clock' | 'log'>

/** A sync of an enterprise's people by one outer system. */
export interface Syncing {
  ports: SyncPorts
  actor: UserActor
  platform: Platform
}

/** What became of the rows of a sync. */
export interface Synced {
  succeeded: number
  failed: { id: string; refused: Refused }[]
}

interface Treatment<Row> {
  deletes: (row: Row) => boolean
  /** The number of those who are there. */
  present: number
  run: (row: Row) => Promise<void>
}

/**
 * Treats rows one after another, each in its own transaction; a row that is refused does not stop the others. A sync that would delete more than a
 * tenth of those who are there deletes nobody, because then something is wrong with the outer system.
 */
export async function syncRows<Row extends { id: string }>(
  { log }: Pick<SyncPorts, 'log'>,
  rows: readonly Row[],
  { deletes, present, run }: Treatment<Row>,
): Promise<Synced> {
  const synced: Synced = { succeeded: 0, failed: [] }
  const lost = rows.filter(deletes).length
  // One by one, a program may delete them anyway.
  const isTooMuch = lost > 1 && losesTooMany(lost, present)
  const seen = new Set<string>()
  for (const row of rows) {
    const refused = seen.has(row.id)
      ? new Refused('invalid_request', { field: 'id' })
      : isTooMuch && deletes(row)
        ? new Refused('directory_losses')
        : await refusalOf(log, () => run(row))
    seen.add(row.id)
    if (refused) synced.failed.push({ id: row.id, refused })
    else synced.succeeded += 1
  }
  return synced
}

async function refusalOf(log: SyncPorts['log'], run: () => Promise<void>): Promise<Refused | null> {
  try {
    await run()
    return null
  } catch (error) {
    if (error instanceof Refused) return error
    log.error({ err: error }, 'a row of a sync failed')
    return new Refused('server_error')
  }
}

const missing = {
  user: () => new Refused('person_not_found'),
  department: () => new Refused('department_not_found'),
  group: () => new Refused('group_not_found'),
} as const satisfies Record<CustomKind, () => Refused>

/** Our ids of what an outer system names. @throws Refused person_not_found, department_not_found, group_not_found */
export async function requireCustom(
  { ports: { db }, platform }: Syncing,
  kind: CustomKind,
  customIds: readonly string[],
): Promise<number[]> {
  const known = await idsOfCustom(db, platform, kind, customIds)
  return customIds.map((customId) => {
    const id = known.get(customId)
    if (id === undefined) throw missing[kind]()
    return id
  })
}
