import type { ReportReason } from '@/contract/shares/reports'
import type { ShareState } from '@/contract/shares/shares'
import { calendar } from '../../time/calendar'
import { isMaker, type UserActor, type VisitorActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { permissionDenied, Refused } from '../../errors'
import { networkOf } from '../../remote/networkAddress'
import { mayOverseeAll, mayReport } from '../../policies/shares/links'
import { countUpTo } from '../../queries/session/loginAttempts'
import { loadLinks, type LinkDetail } from '../../queries/shares/links'
import {
  countReports,
  insertReport,
  lockReports,
  reportPage,
  type Reporter,
  type ReportRow,
} from '../../queries/shares/reports'
import { recordVisit } from '../audit'
import { linkStatuses } from './status'

/** Most reports per day: of one link by one visitor, of any link by one network, of one link by anybody. */
const MAX_PER_DAY = { same: 3, network: 20, link: 100 }
/** reports of one network per day whose texts are checked: refused texts count, too */
const CHECKS_PER_DAY = 40
/** rows per page (LIST-03) */
const PAGE_SIZE = 25

/** A report and its link. */
export interface ReportView {
  row: ReportRow
  link: LinkDetail
  state: ShareState
}

/** The report that a visitor writes about a link. */
interface Written {
  reason: ReportReason
  text: string
  contact: string
}

type Ports = Pick<Dependencies, 'db' | 'clock' | 'config' | 'contentCheck'>

/**
 * Reports a link to the administrators of its enterprise.
 * @throws Refused permission_denied to the link's maker, and if the enterprise accepts no reports; share_report_too_often, content_refused,
 * content_unchecked
 */
export async function reportLink(ports: Ports, actor: VisitorActor, written: Written): Promise<void> {
  const { db, clock, config } = ports
  const { link, user, maker, address = '' } = actor
  if (isMaker(actor) || !mayReport(maker.enterprise, config.customProduct)) throw permissionDenied()
  const at = clock()
  const reporter = { linkId: link.id, network: networkOf(address), userId: user?.id ?? null }
  await checkTexts(ports, reporter, written, user?.id ?? maker.user.id)
  await inTransaction(db, async (transaction) => {
    await lockReports(transaction)
    await requireFew(transaction, reporter, at)
    await insertReport(transaction, {
      link_id: link.id,
      at,
      reason: written.reason,
      text: written.text.trim(),
      contact: written.contact.trim(),
      user_id: reporter.userId,
      network: reporter.network,
    })
    const detail = { serial_number: link.serialNumber }
    await recordVisit(transaction, at, actor, 'share_reported', { itemIds: [...link.itemIds].slice(0, 1), detail })
  })
}

/** Checks what administrators will read. @param userId the reporter; without an account the maker of the link @throws as reportLink */
async function checkTexts(
  { db, clock, contentCheck }: Ports,
  reporter: Reporter,
  { text, contact }: Written,
  userId: number,
): Promise<void> {
  if (!contentCheck.isOn || text + contact === '') return
  const now = clock()
  await requireFew(db, reporter, now)
  const checks = { subject: `report-checks:${reporter.network}`, most: CHECKS_PER_DAY, now, since: dayBefore(now) }
  if (!(await countUpTo(db, checks))) throw reportedTooOften()
  await contentCheck.requireTexts(
    [
      { kind: 'comment', text, field: 'text' },
      { kind: 'comment', text: contact, field: 'contact' },
    ],
    userId,
  )
}

/** @throws Refused share_report_too_often */
async function requireFew(db: Db, reporter: Reporter, now: Date): Promise<void> {
  const counts = await countReports(db, { ...reporter, since: dayBefore(now) })
  if (counts.same >= MAX_PER_DAY.same || counts.network >= MAX_PER_DAY.network || counts.link >= MAX_PER_DAY.link)
    throw reportedTooOften()
}

const reportedTooOften = () => new Refused('share_report_too_often')

function dayBefore(now: Date): Date {
  return calendar(now).subtract(1, 'day').toDate()
}

/** A page of reports about links of the administrator's enterprise, newest first. @throws Refused permission_denied */
export async function reportsOf(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  actor: UserActor,
  offset: number,
): Promise<{ reports: ReportView[]; total: number }> {
  if (!mayOverseeAll(actor)) throw permissionDenied()
  const { rows, total } = await reportPage(db, actor.enterprise.id, { offset, limit: PAGE_SIZE })
  const links = await loadLinks(db, [...new Set(rows.map((row) => row.link_id))])
  const statuses = await linkStatuses(db, links, clock())
  const byId = new Map(links.map((link) => [link.id, link]))
  const reports = rows.flatMap((row) => {
    const link = byId.get(row.link_id)
    return link ? [{ row, link, state: statuses.get(link.id)!.state }] : []
  })
  return { reports, total }
}
