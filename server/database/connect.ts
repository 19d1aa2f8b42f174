import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
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
 * Begins a statement that each connection plans once instead of each time. For those that are asked at every turn, find few rows by their
 * ids and name their columns: what a plan gives may not change while it lives. PostgreSQL keeps the plan only where it expects no more rows
 * for parameters that it does not know, so that one id has to be `= id`, not `= any(ids)`.
 */
export const preparedStatement = sql.raw(MARK)

/**
 * A pool of connections.
 * @param target an address (`postgres://…`) or the embedded engine
 * @param onError hears of idle connections that broke; the pool replaces them
 */
export function connect(target: string | Connection, size: number, onError: (error: Error) => void): Db {
  const options = typeof target === 'string' ? { connectionString: target } : target
  const pool = new pg.Pool({ ...options, types, max: size, connectionTimeoutMillis: 10_000, idleTimeoutMillis: 60_000 })
  pool.on('error', onError)
  /* The pool hears of those that are idle alone; one that breaks in use fails its query, and unheard would end the process. */
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('connect', keepPlans)
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

/** The names of statements that are marked, by their texts: there are few. */
const names = new Map<string, string>()

function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** Gives statements that are marked a name, by which PostgreSQL knows them again. */
function keepPlans(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const named = (text: unknown, ...rest: unknown[]) => {
    if (typeof text !== 'string' || !text.startsWith(MARK)) return query(text, ...rest)
    return query({ text, name: nameOf(text) }, ...rest)
  }
  client.query = named as typeof client.query
}
