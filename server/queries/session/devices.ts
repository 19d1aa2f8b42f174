import { sql } from 'kysely'
import { calendar } from '../../time/calendar'
import type { Db } from '../../database/connect'

/** days after the last sign-in until a device is deleted */
const RETENTION_DAYS = 400

/** Whether a user signed in on a device before, and the server has not forgotten the device since. */
export async function isKnownDevice(db: Db, login: string, name: string): Promise<boolean> {
  const found = await db
    .selectFrom('devices')
    .innerJoin('users', 'users.id', 'devices.user_id')
    .select('devices.name')
    .where(sql<boolean>`login_key(login) = login_key(${login})`)
    .where('devices.name', '=', name)
    .executeTakeFirst()
  return found !== undefined
}

/** Records a sign-in on a device, and deletes devices unused for long. */
export async function storeDevice(db: Db, userId: number, name: string, at: Date): Promise<void> {
  await db
    .insertInto('devices')
    .values({ user_id: userId, name, last_used_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet({ last_used_at: at }))
    .execute()
  await db
    .deleteFrom('devices')
    .where('last_used_at', '<', calendar(at).subtract(RETENTION_DAYS, 'days').toDate())
    .execute()
}

export async function forgetDevice(db: Db, userId: number, name: string): Promise<void> {
  await db.deleteFrom('devices').where('user_id', '=', userId).where('name', '=', name).execute()
}

/** Forgets all devices of a user except `kept`. @param kept null = forget all devices */
export async function forgetOtherDevices(db: Db, userId: number, kept: string | null): Promise<void> {
  await db
    .deleteFrom('devices')
    .where('user_id', '=', userId)
    .$if(kept !== null, (query) => query.where('name', '<>', kept))
    .execute()
}
