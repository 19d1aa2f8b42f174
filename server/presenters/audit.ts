import type { AuditEntry } from '@/contract/audit'
import { withoutDirections } from '@/domain/items/naming'
import { secondsOf } from '../time/clock'
import type { AuditRow } from '../queries/audit'

export function presentAudit(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    time: secondsOf(row.at),
    deed: row.deed,
    user: row.user_id === null ? null : { id: row.user_id, login: row.user_login, name: row.user_name },
    address: row.address,
    item: row.item_id === null ? null : { id: row.item_id, name: withoutDirections(row.item_name ?? '') },
    detail: row.detail,
  }
}
