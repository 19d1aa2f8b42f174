import { Migrator, sql, type Kysely } from 'kysely'
import { migrations } from '../migrations'
import type { Database } from './tables'

/** Any number. Serialises migrating processes: reading the catalogue fails while another process changes it. */
const MIGRATION_LOCK = 7_283_225

/**
 * Applies all missing migrations in one transaction. Several processes may call it at once.
 * @returns the names of the migrations that this call applied
 * @throws Error when a newer release wrote the database, or a migration failed
 */
export async function migrate(db: Kysely<Database>): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${sql.lit(MIGRATION_LOCK)})`.execute(connection)
    try {
      await adoptNumberedMigrations(connection)
      await refuseNewerRelease(connection)
      return await applyMissing(connection)
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(MIGRATION_LOCK)})`.execute(connection)
    }
  })
}

async function applyMissing(db: Kysely<Database>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => asMigrations() } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.map(({ migrationName }) => migrationName)
}

function asMigrations() {
  return Object.fromEntries(
    Object.entries(migrations).map(([name, text]) => [
      name,
      { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) },
    ]),
  )
}

/** Release 0.1.0 stored the numbers of applied migrations in a table of their own. */
async function adoptNumberedMigrations(db: Kysely<Database>): Promise<void> {
  if (!(await hasTable(db, 'migrations'))) return
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ number: number }>`select number from migrations order by number`.execute(transaction)
    const names = rows.map(({ number }) => nameOf(number))
    await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
      transaction,
    )
    for (const [at, name] of names.entries()) {
      // Kysely sorts applied migrations by these texts, so each must be later than the one before.
      const time = new Date(at).toISOString()
      await sql`insert into kysely_migration (name, timestamp) values (${name}, ${time})`.execute(transaction)
    }
    await sql`drop table migrations`.execute(transaction)
  })
}

function nameOf(number: number): string {
  const name = Object.keys(migrations).find((each) => Number.parseInt(each, 10) === number)
  if (name === undefined) throw new Error('The database was written by a newer release of this server')
  return name
}

async function refuseNewerRelease(db: Kysely<Database>): Promise<void> {
  if (!(await hasTable(db, 'kysely_migration'))) return
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  if (rows.some(({ name }) => !(name in migrations))) {
    throw new Error('The database was written by a newer release of this server')
  }
}

/** Reads the catalogue itself, because `to_regclass` may still find a table that another transaction has just dropped. */
async function hasTable(db: Kysely<Database>, name: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_tables where schemaname = current_schema() and tablename = ${name}`.execute(db)
  return rows.length > 0
}
