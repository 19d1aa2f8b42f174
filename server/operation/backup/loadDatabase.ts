import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { migrations } from '../../migrations'
import { unpacked } from './lists'
import { BackupFault, tableFile, type Manifest, type TableEntry } from './manifest'
import { Meter, quoted, useFixedForms } from './tables'

/** Tables of a migrated database that has never had an organisation are empty. */
const MUST_BE_EMPTY = ['enterprises', 'users', 'bodies']

/** @throws BackupFault unless the database has no tables, or is that of a server without an organisation */
export async function requireEmpty(client: pg.Client): Promise<void> {
  const names = await tableNames(client)
  if (names.length === 0) return
  if (!MUST_BE_EMPTY.every((name) => names.includes(name)))
    throw new BackupFault('The database holds tables of another program. Restore into a database of its own.')
  for (const name of MUST_BE_EMPTY) {
    const { rows } = await client.query(`select 1 from ${quoted(name)} limit 1`)
    if (rows.length > 0) throw new BackupFault('This server has data. Restore into an empty one.')
  }
  const { rows } = await client.query('select 1 from leases where expires_at > now() limit 1')
  if (rows.length > 0)
    throw new BackupFault(
      'A server uses the database, or was killed less than two minutes ago. Stop it, and restore afterwards.',
    )
}

/** @throws BackupFault if a newer release wrote the backup */
export function requireKnownMigrations({ migrations: applied, release }: Manifest): void {
  if (applied.some((name) => !(name in migrations)))
    throw new BackupFault(`The release ${release} wrote the backup. Restore it with that release or a later one.`)
}

/**
 * Fills the database of a snapshot, in one transaction: builds the tables as they were in its release, then copies the rows.
 * Close the connection after an error: the database is then as before.
 * @returns tables of other programs, which are left out
 * @throws BackupFault if a table of the backup is damaged
 */
export async function loadDatabase(client: pg.Client, snapshot: string, manifest: Manifest): Promise<string[]> {
  await client.query('begin')
  await dropAll(client)
  await buildTables(client, manifest)
  const { drop, add } = await foreignKeys(client)
  const names = await tableNames(client)
  for (const statement of drop) await client.query(statement)
  // Counters and notifications belong to changes; the rows already contain what these counted.
  for (const name of names) await client.query(`alter table ${quoted(name)} disable trigger user`)
  await client.query(`truncate ${names.map(quoted).join(', ')}`)
  await useFixedForms(client)
  for (const table of manifest.tables) if (names.includes(table.name)) await fill(client, snapshot, table)
  for (const { name, value, isCalled } of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(name), value, isCalled])
  for (const name of names) await client.query(`alter table ${quoted(name)} enable trigger user`)
  for (const statement of add) await client.query(statement)
  await client.query('commit')
  await client.query('analyze')
  return manifest.tables.map(({ name }) => name).filter((name) => !names.includes(name))
}

async function tableNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname::text as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'`)
  return rows.map(({ name }) => name)
}

/** Removes what migrations have made in a server without data. */
async function dropAll(client: pg.Client): Promise<void> {
  for (const name of await tableNames(client)) await client.query(`drop table ${quoted(name)} cascade`)
  const { rows } = await client.query<{ statement: string }>(`
    select 'drop function ' || p.oid::regprocedure || ' cascade' as statement from pg_proc p
    where p.pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend where objid = p.oid and classid = 'pg_proc'::regclass and deptype = 'e')
    union all
    select 'drop collation ' || quote_ident(collname) from pg_collation where collnamespace = current_schema()::regnamespace`)
  // A cascade may have removed functions of the list.
  for (const { statement } of rows) await client.query(statement.replace(/^drop (\w+)/, 'drop $1 if exists'))
}

/** The tables as the migrations of the backup left them. The server applies later ones at its next start. */
async function buildTables(client: pg.Client, { migrations: applied }: Manifest): Promise<void> {
  await client.query(`
    create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0)`)
  for (const name of applied) await client.query(migrations[name]!)
}

/** Statements that remove the references between tables, and that add them again. The rows of a table come before those that it refers to. */
async function foreignKeys(client: pg.Client): Promise<{ drop: string[]; add: string[] }> {
  const { rows } = await client.query<{ drop: string; add: string }>(`
    select 'alter table ' || conrelid::regclass || ' drop constraint ' || quote_ident(conname) as drop,
      'alter table ' || conrelid::regclass || ' add constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid) as add
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`)
  return { drop: rows.map(({ drop }) => drop), add: rows.map(({ add }) => add) }
}

/** @throws BackupFault if the file is not the one of the manifest */
async function fill(client: pg.Client, snapshot: string, { name, columns, sha256 }: TableEntry): Promise<void> {
  const file = tableFile(snapshot, name)
  const meter = new Meter()
  const sink = client.query(copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`))
  try {
    await pipeline(unpacked(file, meter), sink)
  } catch (error) {
    throw new BackupFault(`${file} is damaged: ${(error as Error).message}`)
  }
  if (meter.result.sha256 !== sha256) throw new BackupFault(`${file} is damaged: it is not the table of its backup.`)
}
