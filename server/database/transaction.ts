import type { Db } from './connect'

/** Runs in the transaction that `db` already is, or in one of its own. */
export function inTransaction<T>(db: Db, run: (transaction: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? run(db) : db.transaction().execute(run)
}

/** Whether the database refused a row because of this unique index. */
export function violates(error: unknown, index: string): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === index
}
