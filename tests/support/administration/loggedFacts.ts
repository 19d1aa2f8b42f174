import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Db } from '../../../server/database/connect'
import { factNames, unnamedFacts } from '../../../src/screens/administration/audit/factNames'

/** The facts that the log stores beside events, by their keys. */
export async function loggedFacts(db: Db): Promise<string[]> {
  const side = (name: 'before' | 'after') =>
    sql`case jsonb_typeof(detail -> ${sql.lit(name)}) when 'object' then detail -> ${sql.lit(name)} else '{}'::jsonb end`
  const { rows } = await sql<{ key: string }>`
    select distinct key from audit_log, jsonb_object_keys(${side('before')} || ${side('after')}) key order by key`.execute(
    db,
  )
  return rows.map(({ key }) => key)
}

/** The console shows no fact without words, so that a new fact needs words. */
export function requireWords(facts: readonly string[]): void {
  const unnamed = facts.filter((fact) => !(fact in factNames) && !unnamedFacts.has(fact))
  assert.deepEqual(unnamed, [], 'facts of the audit log that factNames.ts does not name')
}
