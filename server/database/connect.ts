import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, sql, type RawBuilder } from 'kysely'
import pg from 'pg'
import type { Connection } from './embedded'
import type { Database } from './tables'

export type Db = Kysely<Database>

const INT8_ARRAY = 1016

/** 64-bit integers arrive as text; ids and byte counts stay below 2^53. */
const types = {
  getTypeParser(type: number, format?: 'text' | 'binary') {
    if (type === pg.types.builtins.INT8) return Number
    const parser = pg.types.getTypeParser(type, format as 'text') as (text: string) => unknown
    return type === INT8_ARRAY ? (text: string) => (parser(text) as string[]).map(Number) : parser
  },
} as pg.CustomTypesConfig

const MARK = '/* planned once */'
/**
 * Marks a statement that each connection plans only once. For frequent statements that find few rows by id and name their columns, because the
 * result of a stored plan may not change. PostgreSQL reuses a plan only if it expects no more rows for unknown parameters, so a single id must be
 * compared with `= id`, and several with `= any(${anyNumberOf(ids)})`, not with `= any(ids)`.
 */
export const preparedStatement = sql.raw(MARK)

/** Ids as an SQL array, whose length the planner cannot see. */
export function anyNumberOf(ids: readonly number[]): RawBuilder<number[]> {
  return sql`(select ${ids}::bigint[])::bigint[]`
}

/**
 * A pool of connections.
 * @param target an address (`postgres://…`) or the embedded engine
 * @param onError receives the errors of broken idle connections, which the pool replaces
 * @param isPooled whether a pooler gives each transaction any of its connections, so that plans of an earlier transaction may be elsewhere
 */
export function connect(
  target: string | Connection,
  size: number,
  onError: (error: Error) => void,
  isPooled = false,
): Db {
  const options = typeof target === 'string' ? { connectionString: target } : target
  const pool = new pg.Pool({ ...options, types, max: size, connectionTimeoutMillis: 10_000, idleTimeoutMillis: 60_000 })
  pool.on('error', onError)
  /* The pool listens only to idle connections. A connection that breaks in use fails its query, but its unhandled error would end the process. */
  pool.on('connect', (client) => client.on('error', () => undefined))
  if (!isPooled) pool.on('connect', keepPlans)
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return db
}

const pools = new WeakMap<Db, pg.Pool>()

/** Connections of a pool, those that nobody uses, and the queries that wait for one. @param db as `connect` returned it */
export function poolCounts(db: Db): { all: number; idle: number; waiting: number } {
  const { totalCount: all = 0, idleCount: idle = 0, waitingCount: waiting = 0 } = pools.get(db) ?? {}
  return { all, idle, waiting }
}

/** Names of marked statements by their texts; there are few. */
const names = new Map<string, string>()

function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** Names marked statements, so that PostgreSQL recognises them. */
function keepPlans(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const named = (text: unknown, ...rest: unknown[]) => {
    if (typeof text !== 'string' || !text.startsWith(MARK)) return query(text, ...rest)
    return query({ text, name: nameOf(text) }, ...rest)
  }
  client.query = named as typeof client.query
}
