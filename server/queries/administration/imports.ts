import { sql } from 'kysely'
import type { Db } from '../../database/connect'
import type { ImportRow } from '../../database/administrationTables'

/** ms without a count after which a running import counts as interrupted: it counts after each batch */
const SILENCE = 120_000

export interface NewImport {
  enterpriseId: number
  userId: number
  at: Date
  fileName: string
  createsMissing: boolean
  lines: unknown
  report: unknown
}

const isQuiet = (now: Date) =>
  sql<boolean>`(imports.state <> 'running' or imports.counted_at < ${new Date(now.getTime() - SILENCE)})`

/** Replaces the import of an organisation. @returns its id; null while an import is running */
export async function putImport(
  db: Db,
  { enterpriseId, userId, at, fileName, createsMissing, lines, report }: NewImport,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into imports (enterprise_id, user_id, at, state, file_name, creates_missing, lines, report, counted_at)
    values (${enterpriseId}, ${userId}, ${at}, 'checked', ${fileName}, ${createsMissing}, ${JSON.stringify(lines)}::jsonb,
      ${JSON.stringify(report)}::jsonb, ${at})
    on conflict (enterprise_id) do update set id = default, user_id = excluded.user_id, at = excluded.at, state = 'checked',
      file_name = excluded.file_name, creates_missing = excluded.creates_missing, lines = excluded.lines, report = excluded.report, written = 0,
      counted_at = excluded.counted_at, created_ids = '{}'
    where ${isQuiet(at)} returning id`.execute(db)
  return rows[0]?.id ?? null
}

/** Everything but the lines, which may be large. */
export function findImport(db: Db, enterpriseId: number): Promise<Omit<ImportRow, 'lines'> | undefined> {
  return db
    .selectFrom('imports')
    .select([
      'enterprise_id',
      'id',
      'user_id',
      'at',
      'state',
      'file_name',
      'creates_missing',
      'report',
      'written',
      'counted_at',
      'created_ids',
    ])
    .where('enterprise_id', '=', enterpriseId)
    .executeTakeFirst()
}

export function importProgress(db: Db, enterpriseId: number) {
  return db
    .selectFrom('imports')
    .select(['id', 'state', 'written', 'counted_at'])
    .where('enterprise_id', '=', enterpriseId)
    .executeTakeFirst()
}

/** Whether a running import has stopped counting. */
export function isInterrupted({ state, counted_at: at }: Pick<ImportRow, 'state' | 'counted_at'>, now: Date): boolean {
  return state === 'running' && at.getTime() < now.getTime() - SILENCE
}

/** Marks a checked import as running. @returns undefined if it is not there, done, or running already */
export function startImport(db: Db, enterpriseId: number, id: number, now: Date): Promise<ImportRow | undefined> {
  return db
    .updateTable('imports')
    .set({ state: 'running', written: 0, counted_at: now })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where('state', '<>', 'done')
    .where(isQuiet(now))
    .returningAll()
    .executeTakeFirst()
}

/** Counts outside the transaction of the import, so that others see it. */
export async function countImport(db: Db, id: number, written: number, now: Date): Promise<void> {
  await db
    .updateTable('imports')
    .set({ written, counted_at: now })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

/** Puts an import back that changed nothing. */
export async function stopImport(db: Db, id: number): Promise<void> {
  await db
    .updateTable('imports')
    .set({ state: 'checked', written: 0 })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

export async function endImport(
  db: Db,
  id: number,
  { report, createdIds, written }: { report: unknown; createdIds: readonly number[]; written: number },
): Promise<void> {
  await db
    .updateTable('imports')
    .set({ state: 'done', lines: null, report: JSON.stringify(report), created_ids: [...createdIds], written })
    .where('id', '=', id)
    .execute()
}

/** Deletes imports that began before a time: their files hold names and addresses. */
export async function deleteOldImports(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('imports').where('at', '<', before).execute()
}

/** Lets one import change an organisation at a time, until the transaction ends. @returns false if another import does */
export async function lockImport(db: Db, enterpriseId: number): Promise<boolean> {
  const { rows } = await sql<{ ok: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('import', ${enterpriseId})) as ok`.execute(db)
  return rows[0]!.ok
}
