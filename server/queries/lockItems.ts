import { sql } from 'kysely'
import type { Db } from '../database/connect'

/**
 * Locks items and the folders above them, up to the root of their space, until the transaction ends: of two that delete, restore or
 * purge along one line the second sees what the first did. All take their locks in one order, so none waits for one that waits for it.
 */
export async function lockItems(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    with recursive line as (
      select id, parent_id, space_owner_id from items where id = any(${ids})
      union
      select above.id, above.parent_id, above.space_owner_id
      from items above join line on above.id = line.parent_id where line.space_owner_id is null
    )
    select id from items where id in (select id from line) order by id for no key update`.execute(db)
}
