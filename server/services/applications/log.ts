import { actionsOf } from '@/domain/applications/logActions'
import type { UserActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { permissionDenied, Refused } from '../../errors'
import { mayReadAudit } from '../../policies/audit'
import { countLog, logRows, type LogFilter, type LogRow } from '../../queries/applications/log'
import { calendar, CHINA_HOURS } from '../../time/calendar'
import { recordAuditEvent } from '../audit'

type Ports = Pick<Dependencies, 'db' | 'clock'>

/** days back that programs may read */
const MOST_DAYS = 90

/** The filters of a request. */
export interface AskedLog {
  start_date: string
  end_date: string
  action_types?: readonly number[]
  file_ids?: readonly number[]
  folder_ids?: readonly number[]
  department_ids?: readonly number[]
  user_ids?: readonly number[]
  emails?: readonly string[]
  review_ids?: readonly number[]
  folder_collection_ids?: readonly number[]
}

/**
 * A page of the audit log, newest first. Reading the first page is itself recorded.
 * @param page counts from 1
 * @throws Refused permission_denied, invalid_request for days more than 90 days back or in the wrong order
 */
export async function readLog(
  { db, clock }: Ports,
  actor: UserActor,
  asked: AskedLog,
  { page, size }: { page: number; size: number },
): Promise<{ rows: LogRow[]; total: number }> {
  const filter = filterOf(actor, asked, clock())
  if (page === 1) await recordRead({ db, clock }, actor)
  const [rows, total] = await Promise.all([
    logRows(db, filter, { offset: (page - 1) * size, limit: size }),
    countLog(db, filter),
  ])
  return { rows, total }
}

/**
 * Entries older than a mark; the newest ones without a mark.
 * @returns the mark of the next page; '' after the last one @throws Refused as readLog
 */
export async function readLogFrom(
  { db, clock }: Ports,
  actor: UserActor,
  asked: AskedLog,
  { mark, size }: { mark: string; size: number },
): Promise<{ rows: LogRow[]; next: string }> {
  const filter = filterOf(actor, asked, clock())
  if (mark === '') await recordRead({ db, clock }, actor)
  const before = mark === '' ? undefined : Number(mark)
  const found = await logRows(db, { ...filter, before }, { offset: 0, limit: size + 1 })
  const rows = found.slice(0, size)
  return { rows, next: found.length > size ? String(rows.at(-1)!.id) : '' }
}

async function recordRead({ db, clock }: Ports, actor: UserActor): Promise<void> {
  const detail = actor.program && { application: actor.program.name }
  await recordAuditEvent(db, clock(), actor, 'audit_read', { detail })
}

function filterOf(actor: UserActor, asked: AskedLog, now: Date): LogFilter {
  if (!mayReadAudit(actor)) throw permissionDenied()
  const [since, last] = [startOf(asked.start_date), startOf(asked.end_date)]
  const earliest = calendar(now)
    .subtract(MOST_DAYS + 1, 'days')
    .toDate()
  if (since === null || last === null || since > last || since < earliest)
    throw new Refused('invalid_request', { field: 'start_date', open: 'timestamp_range_invalid' })
  const { file_ids: files, folder_ids: folders, review_ids: reviews, folder_collection_ids: collections } = asked
  // The log knows neither reviews nor collections by such ids, so nothing matches.
  const nothing = some(reviews) || some(collections)
  const { events, createdFolders } = actionsOf(some(asked.action_types) ? asked.action_types : undefined)
  return {
    enterpriseId: actor.enterprise.id,
    since,
    until: calendar(last).add(1, 'day').toDate(),
    events: nothing ? [] : events,
    createdFolders: nothing ? [] : createdFolders,
    ...((some(files) || some(folders)) && { itemIds: [...(files ?? []), ...(folders ?? [])] }),
    ...(some(asked.user_ids) && { userIds: asked.user_ids }),
    ...(some(asked.department_ids) && { departmentIds: asked.department_ids }),
    ...(some(asked.emails) && { emails: asked.emails!.map((email) => email.toLowerCase()) }),
  }
}

const some = (list: readonly unknown[] | undefined): boolean => (list?.length ?? 0) > 0

/** The beginning of a day in China; null for a day that does not exist. */
function startOf(day: string): Date | null {
  const start = calendar(new Date(`${day}T00:00:00Z`))
  return start.isValid() && start.format('YYYY-MM-DD') === day ? start.subtract(CHINA_HOURS, 'hours').toDate() : null
}
