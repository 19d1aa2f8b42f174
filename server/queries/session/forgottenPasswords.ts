import { sql } from 'kysely'
import type { Db } from '../../database/connect'

/**
 * The ids of the active people with a login or an e-mail address. Several people may share an address.
 * @param email in its stored form; '' finds nobody
 * @param most people with the address
 */
export async function peopleNamed(
  db: Db,
  { login, email, most }: { login: string; email: string; most: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users where is_active and login_key(login) = login_key(${login})
    union
    (select id from users where is_active and email <> '' and email = ${email} order by id limit ${most})`.execute(db)
  return rows.map(({ id }) => id)
}

/** Lets a person wait for an administrator. A repeated request keeps its place. @returns false if the person waits already */
export async function putPasswordRequest(db: Db, userId: number, at: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('password_requests')
    .values({ user_id: userId, asked_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function deletePasswordRequest(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('password_requests').where('user_id', '=', userId).execute()
}

/** Deletes the link that a person asked for on the sign-in page. */
export async function deleteForgottenLink(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('sign_in_links').where('user_id', '=', userId).where('purpose', '=', 'forgotten').execute()
}

export async function deletePasswordRequests(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('password_requests').where('asked_at', '<', before).execute()
}
