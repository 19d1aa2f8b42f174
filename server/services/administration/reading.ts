import type { Handover, PersonState } from '@/contract/administration/entities'
import { csvOf } from '@/domain/administration/csv'
import type { UserActor } from '../../actors/actor'
import { calendar } from '../../time/calendar'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { refusalOn, type PersonAct } from '../../policies/administration'
import { waitsForDirectory } from '../../policies/directories'
import { departmentNodes, type DepartmentNode } from '../../queries/administration/departments'
import { belongingsOf } from '../../queries/administration/belongings'
import { handoversOf, type NamedHandover } from '../../queries/administration/handovers'
import { groupsOf } from '../../queries/administration/groups'
import {
  findPersonRow,
  pageOfPeople,
  type PeopleFilter,
  type PeopleQuestion,
  type PersonRow,
} from '../../queries/administration/people'
import { ownersOf, type Ownership } from '../../queries/directories/facts'
import { linksOf } from '../../queries/messengers/links'
import { sessionsOf } from '../../queries/session/sessions'
import { recordAuditEvent } from '../audit'
import { sessionEnds } from '../session/sessions'
import { requireRight, type Ports } from './acts'
import { restorableSince } from './leaving'

/** A page of the organisation's people, and how many match. @throws Refused permission_denied */
export async function listPeople(
  { db, clock }: Ports,
  actor: UserActor,
  question: PeopleQuestion,
  { offset = 0, limit = 50 }: { offset?: number; limit?: number },
): Promise<{ people: PersonRow[]; total: number }> {
  requireRight(actor, 'readPeople')
  return pageOfPeople(db, filterOf(actor, question, clock()), { offset, limit })
}

/** most people in one export */
const MAX_EXPORTED = 200_000

/** All people that the question selects, as CSV. The export is recorded. @throws Refused permission_denied */
export async function exportPeople(
  { db, clock }: Ports,
  actor: UserActor,
  question: PeopleQuestion,
): Promise<{ name: string; content: string }> {
  requireRight(actor, 'exportPeople')
  const at = clock()
  const { people } = await pageOfPeople(db, filterOf(actor, question, at), { offset: 0, limit: MAX_EXPORTED })
  const pathOf = pathsIn(await departmentNodes(db, actor.enterprise.id))
  await recordAuditEvent(db, at, actor, 'people_exported', { detail: { count: people.length } })
  const day = (date: Date | null) => date?.toISOString() ?? ''
  const header = [
    'login',
    'name',
    'email',
    'state',
    'role',
    'departments',
    'managed',
    'second_step',
    'used_bytes',
    'quota_bytes',
    'created_at',
    'last_sign_in_at',
  ]
  const rows = people.map((person) => [
    person.login,
    person.name,
    person.email,
    stateOf(person),
    person.administrator_role ?? '',
    person.departments.map(pathOf).join('; '),
    person.departments
      .filter((each) => each.is_manager)
      .map(pathOf)
      .join('; '),
    person.has_second_step ? 'yes' : 'no',
    String(person.used_bytes),
    person.quota_bytes === null ? '' : String(person.quota_bytes),
    day(person.created_at),
    day(person.last_sign_in_at),
  ])
  return { name: `people-${at.toISOString().slice(0, 10)}.csv`, content: csvOf([header, ...rows]) }
}

/** Departments as paths of names, as an import reads them. */
function pathsIn(nodes: ReadonlyMap<number, DepartmentNode>) {
  const pathOf = (id: number, name: string): string => {
    const parentId = nodes.get(id)?.parentId
    const parent = parentId == null ? undefined : nodes.get(parentId)
    return parent ? `${pathOf(parent.id, parent.name)}/${name}` : name
  }
  return ({ department_id: id, name }: { department_id: number; name: string }) => pathOf(id, name)
}

function filterOf(actor: UserActor, question: PeopleQuestion, now: Date): PeopleFilter {
  return { ...question, enterpriseId: actor.enterprise.id, now, deletedSince: restorableSince(actor, now) }
}

export function stateOf(person: Pick<PersonRow, 'is_active' | 'removed_at' | 'last_sign_in_at'>): PersonState {
  if (person.removed_at !== null) return 'deleted'
  if (!person.is_active) return 'deactivated'
  return person.last_sign_in_at === null ? 'new' : 'active'
}

/** A person with everything that their page shows. @throws Refused permission_denied, person_not_found */
export async function readPerson(
  { db, clock, config }: Ports & Pick<Dependencies, 'config'>,
  actor: UserActor,
  userId: number,
) {
  requireRight(actor, 'readPeople')
  const now = clock()
  const row = await findPersonRow(db, userId, now)
  if (!row || refusalOn(actor, 'readPerson', row) !== null) throw new Refused('person_not_found', { field: 'user_id' })
  const since = restorableSince(actor, now)
  if (row.removed_at !== null && row.removed_at <= since) throw new Refused('person_not_found', { field: 'user_id' })
  const [groups, sessions, messengers, belongings, handovers, owners] = await Promise.all([
    groupsOf(db, userId),
    sessionsOf(db, userId, sessionEnds(now, config)),
    linksOf(db, userId),
    belongingsOf(db, userId),
    handoversOf(db, userId, since),
    ownersOf(db, [userId]),
  ])
  return {
    row,
    groups,
    sessions,
    messengers: [...new Set(messengers.map(({ messenger }) => messenger))],
    belongings,
    handovers: handovers.map((each) => describeHandover(each, actor)),
    acts: actsOn(actor, row, owners.get(userId)),
    owner: owners.get(userId) ?? null,
    linksOfLeavers: actor.enterprise.links_of_leavers,
    quota: row.quota_bytes ?? actor.enterprise.user_quota_bytes,
    restorableUntil: row.removed_at && afterTrashPeriod(actor, row.removed_at),
  }
}

function afterTrashPeriod({ enterprise }: UserActor, at: Date): Date {
  return calendar(at).add(enterprise.trash_period_days, 'days').toDate()
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

export function describeHandover(row: NamedHandover, actor: UserActor): Handover {
  const named = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })
  return {
    id: row.id,
    at: seconds(row.at),
    by: row.by_name ?? '',
    files_to: named(row.files_to, row.files_to_name),
    shares_to: named(row.shares_to, row.shares_to_name),
    undo_until: seconds(afterTrashPeriod(actor, row.at)),
  }
}

/** The acts that are allowed and that the person's state makes sense of. */
function actsOn(actor: UserActor, row: PersonRow & { enterprise_id: number }, owner: Ownership | undefined) {
  const may = (act: PersonAct) => refusalOn(actor, act, row) === null
  const isDeleted = row.removed_at !== null
  const acts = [
    ['edit', may('editPerson') && !isDeleted],
    ['deactivate', may('deactivatePerson') && row.is_active],
    ['restore', may('restorePerson') && !row.is_active && !waitsForDirectory(owner)],
    ['end_sessions', may('endSessions') && row.is_active],
    ['reset_password', may('resetPassword') && row.is_active && !owner?.signsIn],
    ['reset_second_step', may('resetSecondStep') && row.has_second_step],
    ['hand_over', may('handOver') && !row.is_active],
    ['undo_hand_over', may('handOver')],
    ['delete', may('deletePerson') && !row.is_active && !isDeleted],
    ['set_role', may('setRole') && (row.is_active || row.administrator_role !== null)],
  ] as const
  return acts.filter(([, isPossible]) => isPossible).map(([act]) => act)
}
