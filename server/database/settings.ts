import type { Db } from './connect'

/* Facts about the installation that every server on the database shares. */

export async function readSetting(db: Db, name: string): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row === undefined ? null : (row.value as string)
}

/** @returns the setting, which another server may have stored first */
export async function putSettingOnce(db: Db, name: string, value: string): Promise<string> {
  await db
    .insertInto('settings')
    .values({ name, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await readSetting(db, name))!
}

export async function putSetting(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: JSON.stringify(value) }))
    .execute()
}
