import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '../../../server/database/connect'
import { until } from '../../support/until'

/** Written by triggers: one row per row that a request changed. */
export interface Change {
  name: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** Tables that a call may change, except those that background work changes by itself. */
const watched = [
  ...['items', 'versions', 'collabs', 'favourites', 'recent_items', 'messages', 'uploads', 'packs', 'users'],
  ...['enterprises', 'departments', 'department_members', 'groups', 'group_members', 'sessions', 'list_orders'],
  ...['deactivated_sessions'],
  ...['share_links', 'share_link_items', 'share_link_receivers'],
  ...['applications', 'application_users', 'application_tokens', 'application_consents'],
  ...['application_grants', 'application_codes'],
  ...['comments', 'comment_notices', 'deleted_comments', 'resolved_threads'],
  ...['tags', 'item_tags', 'access_requests'],
  ...['collect_links', 'collect_people', 'collect_files', 'collect_tokens'],
]
/** Tables that are emptied and restored together with the watched ones. */
const dependent = [
  'bodies',
  'contents',
  'representations',
  'action_log',
  'login_attempts',
  'share_visits',
  'share_uses',
]

/**
 * Whether a change only updates the time and address of a session's last use. Any request may do so, because a long run
 * exceeds the interval between such updates.
 */
function isUse({ name, before, after }: Change): boolean {
  if (name !== 'sessions' || !before || !after) return false
  const use = { last_used_at: null, address: null }
  return isDeepStrictEqual({ ...before, ...use }, { ...after, ...use })
}

/** Records what each call changes in the database, and undoes it. */
export class ChangeLog {
  /** The columns of tables, because a look into the catalogue takes longer than a call. */
  private readonly columns = new Map<string, Promise<string[]>>()

  constructor(private readonly db: Db) {}

  /** Starts recording every change, and saves the present state for restoring. */
  async start() {
    await sql`create schema kept`.execute(this.db)
    await sql`create table kept.changes (id bigserial, name text, before jsonb, after jsonb)`.execute(this.db)
    await sql`create function kept.note() returns trigger language plpgsql as $$ begin
      insert into kept.changes (name, before, after)
        values (tg_table_name, case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end);
      return null; end $$`.execute(this.db)
    for (const name of [...watched, ...dependent])
      await sql`create trigger zz_note after insert or update or delete on ${sql.table(name)}
        for each row execute function kept.note()`.execute(this.db)
    for (const name of [...watched, ...dependent])
      await sql`create table ${sql.table(`kept.${name}`)} as table ${sql.table(name)}`.execute(this.db)
  }

  /** The rows that the last call changed, and the jobs that it queued. */
  async read(): Promise<Change[]> {
    const changes = await until('the job to end', async () => {
      const { rows } = await sql<{ isBusy: boolean; changes: Change[] }>`
        select exists (select from jobs where kind in ('relocation', 'ask_for_access') and state <> 'failed') as "isBusy",
          coalesce((select json_agg(changes order by id) from kept.changes), '[]') as changes`.execute(this.db)
      return rows[0]!.isBusy ? null : rows[0]!.changes
    })
    return changes.filter((change) => watched.includes(change.name) && !isUse(change))
  }

  /** Drops the changes made by the rig itself. */
  async forget() {
    await sql`truncate kept.changes`.execute(this.db)
  }

  /** Restores the saved state. */
  async undo() {
    const { rows } = await sql<Change>`select distinct name from kept.changes`.execute(this.db)
    const changed = new Set(rows.map(({ name }) => name))
    await this.db.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction)
      for (const name of changed) {
        await sql`delete from ${sql.table(name)}`.execute(transaction)
        const columns = sql.join((await this.columnsOf(name)).map((column) => sql.ref(column)))
        await sql`insert into ${sql.table(name)} (${columns}) overriding system value
          select ${columns} from ${sql.table(`kept.${name}`)}`.execute(transaction)
      }
      await sql`truncate kept.changes`.execute(transaction)
    })
  }

  /** The stored columns; the database computes the others. */
  private columnsOf(table: string): Promise<string[]> {
    const known = this.columns.get(table) ?? this.readColumns(table)
    this.columns.set(table, known)
    return known
  }

  private async readColumns(table: string): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(this.db)
    return rows.map(({ name }) => name)
  }
}
