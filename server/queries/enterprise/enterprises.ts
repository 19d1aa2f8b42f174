import type { Db } from '../../database/connect'

/** Whether the database has any data. */
export async function hasEnterprise(db: Db): Promise<boolean> {
  return (await db.selectFrom('enterprises').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Whether an organisation exists. Personal accounts are none: they may register before the set-up. */
export async function hasOrganisation(db: Db): Promise<boolean> {
  const found = db.selectFrom('enterprises').select('id').where('is_personal', '=', false).limit(1)
  return (await found.executeTakeFirst()) !== undefined
}

/** All organisations, with the number of active people. */
export async function enterpriseRows(db: Db): Promise<{ id: number; name: string; people: number | null }[]> {
  return db
    .selectFrom('enterprises')
    .select((eb) => [
      'id',
      'name',
      eb
        .selectFrom('users')
        .select(eb.fn.countAll<number>().as('count'))
        .whereRef('users.enterprise_id', '=', 'enterprises.id')
        .where('is_active', '=', true)
        .as('people'),
    ])
    .where('is_personal', '=', false)
    .orderBy('id')
    .execute()
}

/** An enterprise, and when its plan ends; null: never */
export function enterpriseEnd(
  db: Db,
  id: number,
): Promise<{ id: number; expires_at: Date | null; owner_id: number | null } | undefined> {
  return db.selectFrom('enterprises').select(['id', 'expires_at', 'owner_id']).where('id', '=', id).executeTakeFirst()
}
