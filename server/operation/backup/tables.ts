import { createHash } from 'node:crypto'
import { Transform, type Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { KEY_FINGERPRINT } from '../../crypto/secrets'
import { STORAGE_NAME } from '../../storage/storageName'
import type { Manifest, TableEntry } from './manifest'

/** A table of the database. */
export interface Table {
  name: string
  /** Sorted columns that are stored, not computed. */
  columns: string[]
  /** SQL that orders its rows alike in every database. */
  order: string
}

/** Tables that concern only running processes. */
const LEFT_OUT = ['leases', 'kysely_migration_lock']

/** Settings that tell the storage and the key of one server from others; the restored server has its own. */
const OWN = [STORAGE_NAME, KEY_FINGERPRINT].map((name) => `'${name}'`).join(', ')

/**
 * Rows that a backup contains, by table. Previews and files unpacked from archives are left out: the server makes them anew when somebody looks.
 */
const CONDITIONS: Record<string, string> = {
  settings: `name not in (${OWN})`,
  representations: 'false',
  bodies: 'archive_id is null',
  contents: 'exists (select from bodies where bodies.id = body_id and archive_id is null)',
}

/** The keys of stored blobs that belong to a backup, with their sizes, in the order of keys. */
const BLOBS = `
  select key, size from (
    select key, size from bodies where archive_id is null and (
      exists (select from versions where body_id = bodies.id) or exists (select from document_pictures where body_id = bodies.id))
    union all select voice_key, null from comments where voice_key is not null
    union all select voice_key, null from deleted_comments where voice_key is not null
  ) stored order by key collate "C"`

/** Begins a transaction that sees one moment of the database, and texts that depend on no setting. */
export async function beginSnapshot(client: pg.Client): Promise<Date> {
  await client.query('begin isolation level repeatable read read only')
  await useFixedForms(client)
  const { rows } = await client.query<{ now: Date }>('select now()')
  return rows[0]!.now
}

/** Texts of values have the same form in every database. */
export async function useFixedForms(client: pg.Client): Promise<void> {
  await client.query(`
    set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601';
    set local extra_float_digits = 1; set local bytea_output = 'hex'`)
}

export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `
    select c.relname::text as name, array_agg(a.attname::text order by a.attname::text collate "C") as columns,
      coalesce(
        string_agg(quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end, ', '
          order by array_position(i.indkey::int2[], a.attnum)) filter (where a.attnum = any(i.indkey::int2[])),
        quote_ident(c.relname) || '::text collate "C"') as order
    from pg_class c join pg_attribute a on a.attrelid = c.oid left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> all($1)
    group by c.oid, c.relname order by c.relname collate "C"`,
    [LEFT_OUT],
  )
  return rows
}

export async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(`
    select relname::text as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'S'
    order by relname collate "C"`)
  const found: Manifest['sequences'] = []
  for (const { name } of rows) {
    const { rows: state } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${quoted(name)}`,
    )
    found.push({ name, ...state[0]! })
  }
  return found
}

/** Names of the applied migrations, in order. */
export async function readMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name collate "C"')
  return rows.map(({ name }) => name)
}

/** Writes the rows of a table as text. @returns what was written */
export async function copyTable(client: pg.Client, table: Table, sink: Writable): Promise<TableEntry> {
  const { name, columns, order } = table
  const select = `select ${columns.map(quoted).join(', ')} from ${quoted(name)} where ${CONDITIONS[name] ?? 'true'} order by ${order}`
  const meter = new Meter()
  await pipeline(client.query(copyTo(`copy (${select}) to stdout`)), meter, sink)
  return { name, columns, ...meter.result }
}

/** `KEY SIZE` per line, divided by a tab; the size is `\N` if the database does not know it. */
export function copyBlobKeys(client: pg.Client): Readable {
  return client.query(copyTo(`copy (${BLOBS}) to stdout`))
}

/** An identifier in SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

const NEWLINE = 10

/** Counts lines and bytes that pass, and hashes them. */
export class Meter extends Transform {
  private readonly hash = createHash('sha256')
  private rows = 0
  private bytes = 0

  /** Read once, after the end. */
  get result(): { rows: number; bytes: number; sha256: string } {
    return { rows: this.rows, bytes: this.bytes, sha256: this.hash.digest('hex') }
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.hash.update(chunk)
    this.bytes += chunk.length
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) this.rows += 1
    done(null, chunk)
  }
}
