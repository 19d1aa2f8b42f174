import { calendar } from '../../time/calendar'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { loadLinks, markExpiring } from '../../queries/shares/links'
import { trimReports } from '../../queries/shares/reports'
import { trimVisits } from '../../queries/shares/visits'
import { tellMaker } from './messages'
import { standingOf } from './standing'

type Needs = Pick<Dependencies, 'db' | 'clock'>

/** hours before its end that the maker of a link is told */
const NOTICE = 24
/** days that is kept from where a visitor came */
const ADDRESS_DAYS = 30

/** Tells makers of links that end within a day; each once, and only of those that somebody can still open. */
export async function tellOfExpiry({ db, clock }: Needs): Promise<void> {
  const now = clock()
  await inTransaction(db, async (transaction) => {
    const ids = await markExpiring(transaction, { now, before: calendar(now).add(NOTICE, 'hours').toDate() })
    const links = await loadLinks(transaction, ids)
    const standings = await standingOf(transaction, links, now)
    for (const link of links)
      if (standings.get(link.id)!.state === 'open') await tellMaker(transaction, link, 'share_expiring', now)
  })
}

/** Forgets from where visitors came, and what they had taken, once it is old. */
export async function forgetOldVisits({ db, clock }: Needs): Promise<void> {
  const before = calendar(clock()).subtract(ADDRESS_DAYS, 'days').toDate()
  await trimVisits(db, before)
  await trimReports(db, before)
}
