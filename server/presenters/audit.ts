import type { AuditDetail, AuditEntry } from '@/contract/audit'
import { csvOf } from '@/domain/administration/csv'
import { withoutDirections } from '@/domain/items/naming'
import { secondsOf } from '../time/clock'
import type { AuditNames, AuditRow } from '../queries/audit'

/** Current names, and the enterprise of the administrator who reads them. */
type Names = AuditNames & { enterpriseId: number }

/** @param names for entries that are older than the names which the log stores */
export function presentAudit(row: AuditRow, names: Names): AuditEntry {
  const detail = row.detail && presentDetail(row, row.detail, names)
  return {
    id: row.id,
    time: secondsOf(row.at),
    deed: row.deed,
    user: row.user_id === null ? null : { id: row.user_id, login: row.user_login, name: row.user_name },
    address: row.address,
    item: row.item_id === null ? null : { id: row.item_id, name: itemName(row, names) },
    subject: subjectOf(detail),
    detail,
  }
}

/** Departments, deleted groups and imported files are named by the details. */
function subjectOf(detail: AuditDetail | null): string {
  if (!detail) return ''
  const { person_name: person, group_name: group, application, before, after } = detail
  const named = { ...after, ...before }
  const names = [person, group, named.department, named.group, named.file, application]
  return names.find((name): name is string => typeof name === 'string') ?? ''
}

function itemName({ item_id: id, item_name: name }: AuditRow, { roots }: Names): string {
  return withoutDirections(name || (roots.get(id!)?.department ?? ''))
}

function presentDetail(row: AuditRow, detail: AuditDetail, names: Names): AuditDetail {
  const { user_id: userId, before, after } = detail
  const name = nameOfSubject(row, detail, names)
  const person = names.users.get(userId ?? 0)
  return {
    ...(name !== undefined && userId !== undefined && { person_name: name }),
    ...detail,
    ...(person?.enterpriseId === names.enterpriseId && { person_login: person.login }),
    ...(name !== undefined && userId === undefined && { group_name: name }),
    ...(before && { before: presentPlace(before, names) }),
    ...(after && { after: presentPlace(after, names) }),
  }
}

/** Administrators see the names of their own people, and of everybody who has a right to the enterprise's items. */
function nameOfSubject(
  { subject_name: name, subject_enterprise_id: subjectEnterprise, item_enterprise_id: itemEnterprise }: AuditRow,
  { user_id: userId, group_id: groupId }: AuditDetail,
  { enterpriseId, users, groups }: Names,
): string | undefined {
  const current = userId === undefined ? groups.get(groupId ?? 0) : users.get(userId)
  const stored = name === null ? undefined : { name, enterpriseId: subjectEnterprise }
  const found = stored ?? current
  return found && [found.enterpriseId, itemEnterprise].includes(enterpriseId) ? found.name : undefined
}

/** Names the root of a space. */
function presentPlace(values: Record<string, unknown>, { roots }: Names): Record<string, unknown> {
  const root = values.folder === '' && typeof values.folder_id === 'number' ? roots.get(values.folder_id) : undefined
  if (!root) return values
  return root.department === null ? { ...values, space_owner: root.owner } : { ...values, folder: root.department }
}

const columns = ['time', 'event', 'login', 'name', 'address', 'item', 'subject', 'detail']

/** Entries as a table for spreadsheets. */
export function presentAuditTable(entries: readonly AuditEntry[]): string {
  const rows = entries.map(({ time, deed, user, address, item, subject, detail }) => [
    new Date(time * 1000).toISOString(),
    deed,
    user?.login ?? '',
    user?.name ?? '',
    address,
    item?.name ?? '',
    subject,
    detail === null ? '' : JSON.stringify(detail),
  ])
  return csvOf([columns, ...rows])
}
