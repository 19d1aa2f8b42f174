import { sql } from 'kysely'
import type { Db } from '../../database/connect'

/** The user who owns the folders of an organisation's departments. */
export async function departmentOwner(db: Db, enterpriseId: number): Promise<number | null> {
  const found = await db.selectFrom('enterprises').select('owner_id').where('id', '=', enterpriseId).executeTakeFirst()
  return found?.owner_id ?? null
}

/** Changes the owner of all folders of departments, and of what was deleted from them. */
export async function giveDepartmentsTo(db: Db, enterpriseId: number, userId: number): Promise<void> {
  await sql`
    with recursive before as (select owner_id as id from enterprises where id = ${enterpriseId}),
    records as (
      select items.id as record, items.id, items.parent_id, items.department_id, items.personal_of
      from items where deleted_at is not null and deleted_space_owner_id = (select id from before)
      union all
      select records.record, above.id, above.parent_id, above.department_id, above.personal_of
      from records join items above on above.id = records.parent_id where records.department_id is null and records.personal_of is null
    )
    update items set deleted_space_owner_id = ${userId}
    where id in (select record from records where department_id is not null)`.execute(db)
  await sql`
    update items set space_owner_id = ${userId} from departments
    where departments.id = items.department_id and departments.enterprise_id = ${enterpriseId}`.execute(db)
  await db.updateTable('enterprises').set({ owner_id: userId }).where('id', '=', enterpriseId).execute()
}
