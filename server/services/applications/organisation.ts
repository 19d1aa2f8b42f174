import { searchKey, searchWords } from '@/domain/search/words'
import type { ApplicationActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { Refused } from '../../errors'
import { isAllowed } from '../../policies/access/authorize'
import { visibleDepartments } from '../../policies/access/departments'
import { mayLookUp } from '../../policies/contacts'
import { departmentRows } from '../../queries/administration/departments'
import type { OpenDepartmentRow, Organisation } from '../../queries/applications/departments'
import { departmentExtras, openGroupRows, type OpenGroupRow } from '../../queries/applications/people'
import { countPeople } from '../../queries/contacts'
import { departmentsOf as membershipsOf } from '../../queries/administration/people'
import { accessOf } from '../access/itemAccess'
import { departmentsOf } from '../access/departments'
import { openUsers, type Listed, type OpenUsers } from './people'

const departmentNotFound = () => new Refused('department_not_found')

/** All departments of an enterprise, with everything about them. The caller has checked the right. */
export async function organisationOf(
  db: Db,
  { id, name, created_at: createdAt }: ApplicationActor['onBehalfOf']['enterprise'],
): Promise<Organisation> {
  const [rows, extras, userCount] = await Promise.all([
    departmentRows(db, id),
    departmentExtras(db, id),
    countPeople(db, { enterpriseId: id, key: '', departments: 'any', isActiveOnly: true }),
  ])
  const childrenOf = new Map<number | null, OpenDepartmentRow[]>()
  for (const row of rows) {
    const extra = extras.get(row.id)
    if (!extra) continue
    const department = { ...extra, ...row }
    const siblings = childrenOf.get(row.parent_id)
    if (siblings) siblings.push(department)
    else childrenOf.set(row.parent_id, [department])
  }
  // A department below one in the trash is unreachable from the top.
  const below = (parentId: number | null): OpenDepartmentRow[] =>
    (childrenOf.get(parentId) ?? []).flatMap((each) => [each, ...below(each.id)])
  const byId = new Map(below(null).map((each) => [each.id, each]))
  return { enterprise: { id, name, createdAt }, byId, childrenOf, userCount }
}

/** The departments that a user may look up, and those whose items the user sees; none for a personal user. */
export interface AccessibleOrganisation extends Organisation {
  accessible: ReadonlySet<number>
}

/** @throws Refused department_not_found for a personal user */
export async function seenOrganisation(db: Db, actor: ApplicationActor): Promise<AccessibleOrganisation> {
  const { enterprise } = actor.onBehalfOf
  if (!mayLookUp(actor, enterprise.id)) throw departmentNotFound()
  const organisation = await organisationOf(db, enterprise)
  const rows = [...organisation.byId.values()]
  const access = await accessOf(
    db,
    actor,
    rows.map((each) => each.root_id),
  )
  const accessible = rows.filter((each) => isAllowed(access.get(each.root_id))).map((each) => each.id)
  return { ...organisation, accessible: new Set(accessible) }
}

/** A department; null for 0, the enterprise itself. @throws Refused department_not_found */
export function requireDepartment({ byId }: Organisation, id: number): OpenDepartmentRow | null {
  if (id === 0) return null
  const department = byId.get(id)
  if (!department) throw departmentNotFound()
  return department
}

/** The ids of the departments in the user's own tree: their departments, and those above. */
export async function ownTreeOf(db: Db, actor: ApplicationActor): Promise<ReadonlySet<number>> {
  return visibleDepartments(await departmentsOf(db, actor.onBehalfOf))
}

/** The ids of the departments that the user belongs to. */
export async function ownDepartments(db: Db, { onBehalfOf: { user } }: ApplicationActor): Promise<number[]> {
  const found = (await membershipsOf(db, [user.id])).get(user.id) ?? []
  return found.map((each) => each.department_id)
}

/** A page of the members of a department; of everybody for 0. @throws Refused department_not_found */
export async function openDepartmentUsers(
  db: Db,
  actor: ApplicationActor,
  id: number,
  asked: Listed,
): Promise<OpenUsers> {
  const department = requireDepartment(await seenOrganisation(db, actor), id)
  return openUsers(db, actor, asked, department ? { memberOf: [department.id] } : {})
}

/** A page of the groups that the user sees. */
export async function openGroups(
  db: Db,
  actor: ApplicationActor,
  { query_words: words = '', page_id: id, page_capacity: limit }: Listed,
): Promise<{ groups: OpenGroupRow[]; total: number }> {
  const { user, enterprise } = actor.onBehalfOf
  if (!mayLookUp(actor, enterprise.id)) return { groups: [], total: 0 }
  const filter = { enterpriseId: enterprise.id, seenBy: user.id, key: searchKey(searchWords(words)) }
  return openGroupRows(db, filter, { offset: id * limit, limit })
}

/** A page of the members of a group that the user sees. @throws Refused group_not_found */
export async function openGroupUsers(db: Db, actor: ApplicationActor, id: number, asked: Listed): Promise<OpenUsers> {
  const { user, enterprise } = actor.onBehalfOf
  const filter = { enterpriseId: enterprise.id, seenBy: user.id, id }
  const { total } = await openGroupRows(db, filter, { offset: 0, limit: 1 })
  if (total === 0 || !mayLookUp(actor, enterprise.id)) throw new Refused('group_not_found')
  return openUsers(db, actor, asked, { groupId: id })
}
