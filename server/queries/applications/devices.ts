import { sql } from 'kysely'
import type { DeviceSyncTable } from '../../database/applicationTables'
import type { Db } from '../../database/connect'

export function deviceSyncsOf(db: Db, userId: number, device: string): Promise<DeviceSyncTable[]> {
  return db
    .selectFrom('device_syncs')
    .selectAll()
    .where('user_id', '=', userId)
    .where('device', '=', device)
    .orderBy('target_id')
    .execute()
}

/** Locks the user, so that their marks can be counted. */
export async function addDeviceSync(db: Db, row: DeviceSyncTable): Promise<void> {
  await sql`select from users where id = ${row.user_id} for no key update`.execute(db)
  await db
    .insertInto('device_syncs')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function countDeviceSyncs(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('device_syncs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function removeDeviceSync(db: Db, { user_id, device, kind, target_id }: DeviceSyncTable): Promise<void> {
  await db
    .deleteFrom('device_syncs')
    .where('user_id', '=', user_id)
    .where('device', '=', device)
    .where('kind', '=', kind)
    .where('target_id', '=', target_id)
    .execute()
}
