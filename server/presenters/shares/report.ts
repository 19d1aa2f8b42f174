import type { ShareReport } from '@/contract/shares/reports'
import type { ShareState } from '@/contract/shares/shares'
import { withoutDirections } from '@/domain/items/naming'
import { secondsOf } from '../../time/clock'
import type { LinkDetail } from '../../queries/shares/links'
import type { ReportRow } from '../../queries/shares/reports'

/** A report as administrators see it, without the reporter's network address. */
export function presentReport({
  row,
  link,
  state,
}: {
  row: ReportRow
  link: LinkDetail
  state: ShareState
}): ShareReport {
  return {
    id: row.id,
    at: secondsOf(row.at),
    reason: row.reason,
    text: row.text,
    contact: row.contact,
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
    share_link: {
      id: link.id,
      unique_name: link.unique_name,
      serial_number: link.serial_number,
      item_name: withoutDirections(link.items[0]!.name),
      owner: { id: link.maker_id, name: link.maker_name },
      state,
      closed: link.closed_at && secondsOf(link.closed_at),
      closed_by_administrator: link.closed_by_administrator_at && secondsOf(link.closed_by_administrator_at),
    },
  }
}
