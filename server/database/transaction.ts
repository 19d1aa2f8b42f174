import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './connect'

/** Tries of a transaction that conflicts with others. */
const tries = 10
/** ms: each pause is a random time up to this, doubled with each try, so that the same transactions do not collide again */
const FIRST_PAUSE = 10
/** Deadlock and serialization failure: PostgreSQL expects a retry to succeed. */
const retryable = new Set(['40P01', '40001'])

export interface TransactionOptions {
  /** Who acts: the page is not notified of its own change (migration 011, AH-20), and the audit log names the user (migration 026). */
  actor?: { client?: string; address?: string; user?: { id: number } }
  /** Further errors that justify a retry. */
  isRetryable?(error: unknown): boolean
}

/** Runs within the transaction that `db` already is; otherwise in a new one, which is retried after a deadlock. */
export async function inTransaction<T>(
  db: Db,
  run: (transaction: Db) => Promise<T>,
  { actor, isRetryable = () => false }: TransactionOptions = {},
): Promise<T> {
  if (db.isTransaction) return run(db)
  for (let tried = 1; ; tried += 1) {
    try {
      return await db.transaction().execute(async (transaction) => {
        if (actor) {
          await sql`select set_config('satchel.client', ${actor.client ?? ''}, true),
            set_config('satchel.user', ${String(actor.user?.id ?? '')}, true), set_config('satchel.address', ${actor.address ?? ''}, true)`.execute(
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

/** Whether a row that is referenced no longer exists, because it was purged after it was read. */
export function isMissingReference(error: unknown): boolean {
  return (error as { code?: string }).code === '23503'
}

/** Whether the database refused a row because of this unique index. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === index
}
