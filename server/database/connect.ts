import { Kysely, PostgresDialect } from 'kysely'
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
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}
