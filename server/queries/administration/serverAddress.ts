import type { Db } from '../../database/connect'

const NAME = 'address'

/** Keeps the address that the server printed, for the links of the command line. */
export async function putServerAddress(db: Db, address: string): Promise<void> {
  const value = JSON.stringify(address)
  await db
    .insertInto('settings')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** The address that the server printed last; null before its first start. */
export async function readServerAddress(db: Db): Promise<string | null> {
  const found = await db.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirst()
  return (found?.value as string | undefined) ?? null
}
