import type { Db } from '../../database/connect'

/** Whether the database has any data. */
export async function hasEnterprise(db: Db): Promise<boolean> {
  return (await db.selectFrom('enterprises').select('id').limit(1).executeTakeFirst()) !== undefined
}
