import assert from 'node:assert/strict'
import type { Db } from '../../../server/database/connect'
import { eventually } from '../uploads/upload'

/** Waits until no job with this key is waiting or running. */
export function jobGone(db: Db, dedupeKey: string): Promise<void> {
  return eventually(async () => {
    assert.deepEqual(await db.selectFrom('jobs').select('kind').where('dedupe_key', '=', dedupeKey).execute(), [])
  })
}
