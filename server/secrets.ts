import { randomBytes } from 'node:crypto'
import type { Db } from './database/connect'

/** The key that signs addresses and tokens: made once, the same for every process on the database. */
export async function signingKey(db: Db): Promise<Buffer> {
  await db
    .insertInto('settings')
    .values({ name: 'signing_key', value: JSON.stringify(randomBytes(32).toString('base64')) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'signing_key')
    .executeTakeFirstOrThrow()
  return Buffer.from(value as string, 'base64')
}
