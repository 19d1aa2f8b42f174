import type { AuditDetail, AuditEntry } from '@/contract/audit'
import { csvOf } from '@/domain/administration/csv'
import { withoutDirections } from '@/domain/items/naming'
import { secondsOf } from '../time/clock'
import type { AuditNames, AuditRow } from '../queries/audit'

/** Current names, and the enterprise of the administrator who reads them. */
type Names = AuditNames & { enterpriseId: number }

/** @param names the log itself has only ids of people and groups, and empty names of roots */
export function presentAudit(row: AuditRow, names: Names): AuditEntry {
  return {
    id: row.id,
    time: secondsOf(row.at),
    deed: row.deed,
    user: row.user_id === null ? null : { id: row.user_id, login: row.user_login, name: row.user_name },
    address: row.address,
    item: row.item_id === null ? null : { id: row.item_id, name: itemName(row, names) },
    detail: row.detail && presentDetail(row, row.detail, names),
  }
}

function itemName({ item_id: id, item_name: name }: AuditRow, { roots }: Names): string {
  return withoutDirections(name || (roots.get(id!)?.department ?? ''))
}

function presentDetail({ item_enterprise_id: itemEnterpriseId }: AuditRow, detail: AuditDetail, names: Names) {
  const { user_id: userId, group_id: groupId, before, after } = detail
  const { enterpriseId, users, groups } = names
  /** Administrators see the names of their own people, and of everybody who has a right to the enterprise's items. */
  const nameOf = (known: AuditNames['users'], id: number | undefined) => {
    const found = id === undefined ? undefined : known.get(id)
    return found && [found.enterpriseId, itemEnterpriseId].includes(enterpriseId) ? found.name : undefined
  }
  const [person, group] = [nameOf(users, userId), nameOf(groups, groupId)]
  return {
    ...(person !== undefined && { person_name: person }),
    ...detail,
    ...(group !== undefined && { group_name: group }),
    ...(before && { before: presentPlace(before, names) }),
    ...(after && { after: presentPlace(after, names) }),
  }
}

/** Names the root of a space. */
function presentPlace(values: Record<string, unknown>, { roots }: Names): Record<string, unknown> {
  const root = values.folder === '' && typeof values.folder_id === 'number' ? roots.get(values.folder_id) : undefined
  if (!root) return values
  return root.department === null ? { ...values, space_owner: root.owner } : { ...values, folder: root.department }
}

const columns = ['time', 'event', 'login', 'name', 'address', 'item', 'detail']

/** Entries as a table for spreadsheets. */
export function presentAuditTable(entries: readonly AuditEntry[]): string {
  const rows = entries.map(({ time, deed, user, address, item, detail }) => [
    new Date(time * 1000).toISOString(),
    deed,
    user?.login ?? '',
    user?.name ?? '',
    address,
    item?.name ?? '',
    detail === null ? '' : JSON.stringify(detail),
  ])
  return csvOf([columns, ...rows])
}
