import { sql, type Kysely } from 'kysely'
import { migrations } from '../migrations'
import type { Database } from './tables'

/** Any number: one process at a time brings a database forward. */
const migrationLock = 7_283_225

/**
 * Brings a database to the present state, each migration in a transaction of its own.
 * @returns the numbers that were applied now
 * @throws Error when the database was written by a newer release
 */
export async function migrate(db: Kysely<Database>): Promise<number[]> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${sql.lit(migrationLock)})`.execute(connection)
    try {
      return await applyMissing(connection)
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(migrationLock)})`.execute(connection)
    }
  })
}

async function applyMissing(db: Kysely<Database>) {
  await sql`set client_min_messages = warning`.execute(db)
  await sql`create table if not exists migrations (number integer primary key, name text not null, applied_at timestamptz default now())`.execute(
    db,
  )
  const { rows } = await sql<{ number: number }>`select number from migrations`.execute(db)
  const applied = new Set(rows.map((row) => row.number))
  const newest = Math.max(...migrations.map((migration) => migration.number))
  if ([...applied].some((number) => number > newest))
    throw new Error('The database was written by a newer release of this server')
  const missing = migrations.filter((migration) => !applied.has(migration.number))
  for (const { number, name, sql: text } of missing) {
    await db.transaction().execute(async (transaction) => {
      await sql.raw(text).execute(transaction)
      await sql`insert into migrations (number, name) values (${number}, ${name})`.execute(transaction)
    })
  }
  return missing.map((migration) => migration.number)
}
