import { calendar } from '../../time/calendar'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { loadLinks, markExpiring } from '../../queries/shares/links'
import { trimReports } from '../../queries/shares/reports'
import { trimVisits } from '../../queries/shares/visits'
import { notifyMaker } from './messages'
import { linkStatuses } from './status'

type Needs = Pick<Dependencies, 'db' | 'clock'>

/** hours before its end that a link's maker is notified */
const NOTICE_HOURS = 24
/** days to keep the network addresses of visitors */
const ADDRESS_DAYS = 30

/** Notifies makers of links that end within a day; once per link, and only if the link can still be opened. */
export async function notifyOfExpiry({ db, clock }: Needs): Promise<void> {
  const now = clock()
  await inTransaction(db, async (transaction) => {
    const ids = await markExpiring(transaction, { now, before: calendar(now).add(NOTICE_HOURS, 'hours').toDate() })
    const links = await loadLinks(transaction, ids)
    const statuses = await linkStatuses(transaction, links, now)
    for (const link of links)
      if (statuses.get(link.id)!.state === 'open') await notifyMaker(transaction, link, 'share_expiring', now)
  })
}

/** Deletes old network addresses of visitors and reporters, and old counts of previews and downloads. */
export async function deleteOldVisits({ db, clock }: Needs): Promise<void> {
  const before = calendar(clock()).subtract(ADDRESS_DAYS, 'days').toDate()
  await trimVisits(db, before)
  await trimReports(db, before)
}
