import type { Db } from './database/connect'
import { hashPassword, verifyPassword } from './passwords'

/**
 * Gives all demo accounts one password. Where it is another one than before, their sessions end: what was opened with a
 * published password must not stay open on a network.
 * @returns their logins, empty where there are none
 */
export async function settleDemoAccounts(db: Db, password: string): Promise<string[]> {
  const accounts = await db
    .selectFrom('users')
    .select(['id', 'login', 'password_hash'])
    .where('is_demo', '=', true)
    .orderBy('id')
    .execute()
  const [first] = accounts
  if (first && !(await verifyPassword(first.password_hash, password))) {
    await db
      .updateTable('users')
      .set({ password_hash: await hashPassword(password) })
      .where('is_demo', '=', true)
      .execute()
    await db
      .deleteFrom('sessions')
      .where(
        'user_id',
        'in',
        accounts.map((account) => account.id),
      )
      .execute()
  }
  return accounts.map((account) => account.login)
}
