import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './connect'

/** How often a transaction is tried that others stood in the way of. */
const tries = 10
/** ms: the pause before another try is anything up to this, and twice as long each time, so that those who met do not meet again */
const FIRST_PAUSE = 10
/** Deadlock, serialization failure: PostgreSQL says that the same may work now. */
const retryable = new Set(['40P01', '40001'])

export interface TransactionOptions {
  /** Whose deed it is: the page that asks is not told of it (migration 011, AH-20), and the audit log names the user (migration 026). */
  by?: { client?: string; address?: string; user?: { id: number } }
  /** Other failures that are worth another try. */
  isRetryable?(error: unknown): boolean
}

/** Runs in the transaction that `db` already is, or in one of its own; that one is tried again after a deadlock. */
export async function inTransaction<T>(
  db: Db,
  run: (transaction: Db) => Promise<T>,
  { by, isRetryable = () => false }: TransactionOptions = {},
): Promise<T> {
  if (db.isTransaction) return run(db)
  for (let tried = 1; ; tried += 1) {
    try {
      return await db.transaction().execute(async (transaction) => {
        if (by) {
          await sql`select set_config('satchel.client', ${by.client ?? ''}, true),
            set_config('satchel.user', ${String(by.user?.id ?? '')}, true), set_config('satchel.address', ${by.address ?? ''}, true)`.execute(
            transaction,
          )
        }
        return run(transaction)
      })
    } catch (error) {
      const canRetry = retryable.has((error as { code?: string }).code ?? '') || isRetryable(error)
      if (tried === tries || !canRetry) throw error
      await pause(Math.random() * FIRST_PAUSE * 2 ** tried)
    }
  }
}

/** Whether what a row refers to is gone: somebody purged it after it was looked at. */
export function isDangling(error: unknown): boolean {
  return (error as { code?: string }).code === '23503'
}

/** Whether the database refused a row because of this unique index. */
export function violates(error: unknown, index: string): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === index
}
