import type { Db } from '../database/connect'
import { inTransaction } from '../database/transaction'
import { changeDemoSecret } from './demoApplication'
import { hashPassword, verifyPassword } from '../crypto/passwords'
import { insertAuditEvent } from '../queries/audit'

/**
 * Gives all demo accounts and the demo application one password. When the password changed, ends their sessions, because a session opened with a
 * published password must not stay open on a network.
 * @returns their logins; empty when there are none
 */
export async function applyDemoPassword(db: Db, password: string): Promise<string[]> {
  const accounts = await db
    .selectFrom('users')
    .select(['id', 'login', 'password_hash'])
    .where('is_demo', '=', true)
    .orderBy('id')
    .execute()
  const [first] = accounts
  if (first && !(await verifyPassword(first.password_hash, password))) {
    const hash = await hashPassword(password)
    const ids = accounts.map((account) => account.id)
    await inTransaction(db, async (transaction) => {
      await transaction.updateTable('users').set({ password_hash: hash }).where('is_demo', '=', true).execute()
      await transaction.deleteFrom('sessions').where('user_id', 'in', ids).execute()
      await changeDemoSecret(transaction, password)
      await transaction.deleteFrom('devices').where('user_id', 'in', ids).execute()
      await insertAuditEvent(transaction, { deed: 'demo_password_changed', at: new Date(), userId: null, address: '' })
    })
  }
  return accounts.map((account) => account.login)
}
