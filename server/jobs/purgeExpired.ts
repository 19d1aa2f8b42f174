import { sql } from 'kysely'
import type { Dependencies } from '../dependencies'
import { purge } from '../queries/purge'
import { removeBlobs } from '../services/blobs'

const DAY = 86_400_000
/** items asked for at a time */
const BATCH = 100

/**
 * Purges what has lain in the trash longer than its organisation keeps it (trash_period), one item a transaction, with the bodies that
 * nothing refers to any more. The folder of a department is no thing to purge: it waits to be restored.
 */
export async function purgeExpired({
  db,
  storage,
  clock,
  log,
}: Pick<Dependencies, 'db' | 'storage' | 'clock' | 'log'>): Promise<void> {
  const now = clock()
  for (let purged = 0, after = 0; ;) {
    const { rows } = await sql<{ id: number }>`
      select items.id from items
      join users owner on owner.id = items.deleted_space_owner_id
      join enterprises on enterprises.id = owner.enterprise_id
      where items.deleted_at <= ${now}::timestamptz - trash_period_days * ${DAY / 1000} * interval '1 second'
        and items.department_id is null and items.id > ${after}
      order by items.id limit ${BATCH}`.execute(db)
    for (const { id } of rows) {
      await removeBlobs({ db, storage }, await purge(db, [id]))
      purged += 1
    }
    after = rows.at(-1)?.id ?? after
    if (rows.length < BATCH) {
      if (purged > 0) log.info({ purged }, 'the trash was purged of what had lain there too long')
      return
    }
  }
}
