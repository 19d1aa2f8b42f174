import { sql } from 'kysely'
import type { Db } from '../database/connect'

/**
 * Locks items and the folders above them, up to the root of their space, until the transaction ends: of two that delete, restore or
 * purge along one line the second sees what the first did. The deepest first, as everybody locks: an item before the folder that counts
 * it, that before its space; so none waits for one that waits for it.
 */
export async function lockItems(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    with recursive line as (
      select id, parent_id, space_owner_id from items where id = any(${ids})
      union
      select above.id, above.parent_id, above.space_owner_id
      from items above join line on above.id = line.parent_id where line.space_owner_id is null
    ), placed as (
      select id, 0 as depth from line where space_owner_id is not null
      union all
      select line.id, placed.depth + 1 from line join placed on placed.id = line.parent_id where line.space_owner_id is null
    )
    select from items join placed using (id) order by placed.depth desc, items.id for no key update of items`.execute(db)
}
