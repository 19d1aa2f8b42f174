import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db } from '../../database/connect'
import type { ShareReportTable } from '../../database/shareTables'

export type ReportRow = Selectable<ShareReportTable> & { user_name: string | null }

export interface Reporter {
  linkId: number
  network: string
  /** null: nobody is signed in */
  userId: number | null
}

/** Takes a lock until the transaction ends. Transactions that report a link then run one after another, so their counts are correct. */
export async function lockReports(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('share_reports', 0))`.execute(db)
}

/** Counts reports after `since`: about the link from this network or user, about all links from this network, and about the link from all users. */
export async function countReports(
  db: Db,
  { linkId, network, userId, since }: Reporter & { since: Date },
): Promise<{ same: number; network: number; link: number }> {
  const {
    rows: [row],
  } = await sql<{ same: number; network: number; link: number }>`
    select count(*) filter (where link_id = ${linkId} and (network = ${network} or user_id = ${userId}::bigint)) as same,
      count(*) filter (where network = ${network}) as network, count(*) filter (where link_id = ${linkId}) as link
    from share_reports where at > ${since} and (link_id = ${linkId} or network = ${network})`.execute(db)
  return row!
}

export async function insertReport(db: Db, report: Insertable<ShareReportTable>): Promise<void> {
  await db.insertInto('share_reports').values(report).execute()
}

/** A page of the reports about an enterprise's links, newest first. */
export async function reportPage(
  db: Db,
  enterpriseId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: ReportRow[]; total: number }> {
  const found = db
    .selectFrom('share_reports')
    .innerJoin('share_links', 'share_links.id', 'link_id')
    .where('share_links.enterprise_id', '=', enterpriseId)
  const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await found
    .leftJoin('users', 'users.id', 'share_reports.user_id')
    .selectAll('share_reports')
    .select('users.name as user_name')
    .orderBy('share_reports.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  return { rows, total: Number(count) }
}

/** Deletes the networks of reports made before `before`. */
export async function trimReports(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('share_reports')
    .set({ network: null })
    .where('at', '<', before)
    .where('network', 'is not', null)
    .execute()
}
