import { sql } from 'kysely'
import type { Dependencies } from '../dependencies'
import { removeBlobs } from '../services/blobs'

/** ms that a body may be without a version: its upload may not have ended */
const GRACE = 86_400_000
/** keys compared at a time */
const BATCH = 1000

/** Removes bodies without a version that killed transactions and processes left: rows, and files of which the database knows nothing. */
export async function sweepBlobs({
  db,
  storage,
  clock,
  log,
}: Pick<Dependencies, 'db' | 'storage' | 'clock' | 'log'>): Promise<void> {
  const before = new Date(clock().getTime() - GRACE)
  const { rows } = await sql<{ id: number }>`
    select id from bodies where created_at < ${before} and archive_id is null
      and not exists (select from versions where body_id = bodies.id)`.execute(db)
  await removeBlobs(
    { db, storage },
    rows.map((row) => row.id),
  )

  let removed = 0
  const sweep = async (keys: readonly string[]) => {
    const { rows: unknown } = await sql<{ key: string }>`
      select key from unnest(${keys}::text[]) as stored(key)
      where not exists (select from bodies where bodies.key = stored.key)
        and not exists (select from representations where body_key = stored.key)
        and not exists (select from uploads where part_key = stored.key)`.execute(db)
    for (const { key } of unknown) await storage.remove(key)
    removed += unknown.length
  }
  const batch: string[] = []
  for await (const key of storage.writtenBefore(before)) {
    batch.push(key)
    if (batch.length === BATCH) await sweep(batch.splice(0))
  }
  await sweep(batch)
  if (rows.length + removed > 0)
    log.info({ rows: rows.length, files: removed }, 'bodies without a version were removed')
}
