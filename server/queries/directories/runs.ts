import { sql } from 'kysely'
import type { Db } from '../../database/connect'
import type { DirectoryRunRow } from '../../database/directoryTables'

/** ms after which a run that has not ended counts as interrupted */
const SILENCE = 3_600_000
/** runs that the log of a directory holds */
const KEPT = 200

export interface RunWithName extends DirectoryRunRow {
  /** The administrator; '' = the schedule. */
  by: string
}

const columns = sql`directory_runs.*, coalesce(users.name, '') as by`

/** Adds a run and deletes the oldest ones. @returns null while another run of the directory waits or runs */
export async function insertRun(
  db: Db,
  run: Pick<DirectoryRunRow, 'directory_id' | 'at' | 'user_id' | 'is_dry' | 'confirms'>,
): Promise<number | null> {
  const { directory_id: directoryId, at } = run
  // Two administrators at once: the second waits here and then finds the first run.
  await sql`select from directories where id = ${directoryId} for update`.execute(db)
  const { rows } = await sql<{ id: number }>`
    insert into directory_runs (directory_id, at, user_id, is_dry, confirms, state)
    select ${directoryId}, ${at}, ${run.user_id}::bigint, ${run.is_dry}, ${run.confirms}::bigint, 'waiting'
    where not exists (select from directory_runs where directory_id = ${directoryId} and state in ('waiting', 'running')
      and at > ${new Date(at.getTime() - SILENCE)})
    returning id`.execute(db)
  await sql`
    delete from directory_runs where id in (
      select id from directory_runs where directory_id = ${directoryId} order by id desc offset ${KEPT})`.execute(db)
  return rows[0]?.id ?? null
}

/** Marks a waiting run, or one that was interrupted, as running. @returns undefined if it has ended or is gone */
export function startRun(db: Db, id: number): Promise<DirectoryRunRow | undefined> {
  return db
    .updateTable('directory_runs')
    .set({ state: 'running' })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst()
}

export async function endRun(
  db: Db,
  id: number,
  { at, reason, report }: { at: Date; reason: string | null; report: unknown },
): Promise<void> {
  await db
    .updateTable('directory_runs')
    .set({
      state: reason === null ? 'done' : 'stopped',
      ended_at: at,
      reason,
      report: report === null ? null : JSON.stringify(report),
    })
    .where('id', '=', id)
    .execute()
}

export async function findRun(db: Db, id: number): Promise<RunWithName | undefined> {
  const { rows } = await sql<RunWithName>`
    select ${columns} from directory_runs left join users on users.id = user_id where directory_runs.id = ${id}`.execute(
    db,
  )
  return rows[0]
}

/** The newest runs of a directory. */
export async function newestRuns(db: Db, directoryId: number, limit: number): Promise<RunWithName[]> {
  const { rows } = await sql<RunWithName>`
    select ${columns} from directory_runs left join users on users.id = user_id
    where directory_id = ${directoryId} order by directory_runs.id desc limit ${limit}`.execute(db)
  return rows
}

/** The newest run of each directory that was no dry run, by the directory. */
export async function lastRuns(db: Db, directoryIds: readonly number[]): Promise<Map<number, RunWithName>> {
  const { rows } = await sql<RunWithName>`
    select distinct on (directory_id) ${columns} from directory_runs left join users on users.id = user_id
    where directory_id = any(${directoryIds}::bigint[]) and not is_dry order by directory_id, directory_runs.id desc`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.directory_id, row]))
}

/**
 * Directories whose schedule wants a sync now, and that have no run under way. Before the first sync the time counts from the last change of the
 * settings, so that an administrator can try them.
 */
export async function dueDirectories(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from directories where is_on and sync_hours is not null and coalesce(
      (select max(at) from directory_runs where directory_id = directories.id and not is_dry), changed_at
    ) <= ${now}::timestamptz - make_interval(hours => sync_hours)`.execute(db)
  return rows.map(({ id }) => id)
}
