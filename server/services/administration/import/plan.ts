import { setImmediate as turn } from 'node:timers/promises'
import type { LineFault, WantedPerson } from '@/domain/administration/import/lines'
import { nameKey } from '@/domain/items/naming'
import { loginKey } from '@/domain/session/logins'
import type { UserActor } from '../../../actors/actor'
import type { Db } from '../../../database/connect'
import { refusalOn } from '../../../policies/administration'
import { departmentNodes } from '../../../queries/administration/departments'
import { groupRows } from '../../../queries/administration/groups'
import { namesOfItems, peopleByLogin, type KnownPerson } from '../../../queries/administration/importedPeople'
import { ownedChange, readOwners, type Owners } from './owned'
import { missingAbove, pathOf, PlannedGroups, PlannedTree, type PlannedDepartment, type PlannedPlace } from './places'
import { isPresentRole } from './roleWords'

/** lines between two turns of other work */
export const TURN = 200

interface Account {
  name: string
  email: string
  quota: number | null
}

/** The change that a line would make. */
export interface PlannedPerson {
  line: number
  login: string
  /** null: a new person */
  known: KnownPerson | null
  account: Account
  isAccountChanged: boolean
  /** null: they stay */
  departments: Map<PlannedDepartment, boolean> | null
  /** null: they stay */
  groups: Set<PlannedPlace> | null
  /** The fields that change, before and after, as texts. */
  changes: { field: 'name' | 'email' | 'quota' | 'departments' | 'groups'; before: string; after: string }[]
}

export interface ImportPlan {
  people: PlannedPerson[]
  /** Departments to create, those above first. */
  departments: PlannedDepartment[]
  /** Departments to create that lines name without a path, although departments of the same name exist elsewhere. */
  namesakes: Namesake[]
  groups: PlannedPlace[]
  unchanged: number
  faults: LineFault[]
}

export interface Namesake {
  /** The path at which the department would be created. */
  department: string
  /** The paths of the departments that exist with this name. */
  existing: string[]
}

interface Options {
  /** Whether departments and groups that do not exist are created. */
  createsMissing: boolean
}

/**
 * Compares what lines say with the organisation as it is. Changes nothing. A line with a fault is in no list but that of faults.
 * @param db the transaction that carries the plan out, or the database for a dry run
 */
export async function planImport(
  db: Db,
  actor: UserActor,
  wanted: readonly WantedPerson[],
  { createsMissing }: Options,
): Promise<ImportPlan> {
  const known = await peopleByLogin(
    db,
    wanted.map(({ login }) => login),
  )
  const nodes = await departmentNodes(db, actor.enterprise.id)
  const groups = await groupRows(db, actor.enterprise.id)
  const owners = await readOwners(db, actor.enterprise.id, known.values())
  const planner = new Planner(actor, known, new PlannedTree(nodes), new PlannedGroups(groups), createsMissing, owners)
  for (const [at, each] of wanted.entries()) {
    if (at % TURN === TURN - 1) await turn()
    planner.add(each)
  }
  return planner.finish(db)
}

class Planner {
  private readonly faults: LineFault[] = []
  private readonly people: PlannedPerson[] = []
  /** Departments that lines name without a path and that do not exist there. */
  private readonly bare = new Set<PlannedDepartment>()
  private readonly firstLines = new Map<string, number>()
  private unchanged = 0

  constructor(
    private readonly actor: UserActor,
    private readonly known: ReadonlyMap<string, KnownPerson>,
    private readonly tree: PlannedTree,
    private readonly groups: PlannedGroups,
    private readonly createsMissing: boolean,
    private readonly owners: Owners,
  ) {}

  add(wanted: WantedPerson): void {
    const before = this.faults.length
    const known = this.subjectOf(wanted)
    if (known === undefined) {
      // The other cells may have faults, too.
      this.departmentsFor(wanted, null)
      this.groupsFor(wanted)
      return
    }
    const planned = this.planned(wanted, known)
    if (wanted.faulty || this.faults.length > before) return
    if (known === null || planned.changes.length > 0) this.people.push(planned)
    else this.unchanged += 1
  }

  /** Drops people whose department would have the name of a file or folder. */
  async finish(db: Db): Promise<ImportPlan> {
    const missing = unique(this.people.flatMap((each) => departmentsOf(each)).flatMap(missingAbove))
    const below = missing.flatMap(({ parent, name }) => (parent?.rootId ? [{ rootId: parent.rootId, name }] : []))
    const taken = await namesOfItems(db, below)
    const isTaken = ({ parent, name }: PlannedDepartment) =>
      parent?.rootId != null && taken.has(`${parent.rootId}/${nameKey(name)}`)
    const people = this.people.filter((each) => {
      const refused = departmentsOf(each).find((department) => missingAbove(department).some(isTaken))
      if (refused) this.fault(each.line, 'departments', pathOf(refused), 'department_name_taken')
      return refused === undefined
    })
    const departments = unique(people.flatMap(departmentsOf).flatMap(missingAbove))
    return {
      people,
      departments,
      namesakes: departments.flatMap((each) => {
        const existing = this.bare.has(each) ? this.tree.namedLike(each.name) : []
        return existing.length > 0 ? [{ department: pathOf(each), existing }] : []
      }),
      groups: unique(people.flatMap(({ groups }) => [...(groups ?? [])]).filter(({ id }) => id === null)),
      unchanged: this.unchanged,
      faults: this.faults.sort((one, other) => one.line - other.line),
    }
  }

  /** The person that a line is about; null: a new one; undefined: there is a fault. */
  private subjectOf({ line, login, name, faulty }: WantedPerson): KnownPerson | null | undefined {
    if (faulty?.includes('login')) return undefined
    const key = loginKey(login)
    const first = this.firstLines.get(key)
    if (first !== undefined) return this.fault(line, 'login', login, 'import_login_twice', { n: first })
    this.firstLines.set(key, line)
    const known = this.known.get(key)
    if (!known) {
      if (name === undefined && !faulty?.includes('name')) this.fault(line, 'name', '', 'name_empty')
      return null
    }
    if (known.enterprise_id !== this.actor.enterprise.id) return this.fault(line, 'login', login, 'login_taken')
    if (known.login !== login) return this.fault(line, 'login', login, 'import_login_spelling', { login: known.login })
    if (known.removed_at !== null) return this.fault(line, 'login', login, 'import_person_deleted')
    if (!known.is_active) return this.fault(line, 'login', login, 'person_inactive')
    return known
  }

  private planned(wanted: WantedPerson, known: KnownPerson | null): PlannedPerson {
    if (wanted.role !== undefined && !isPresentRole(wanted.role, known?.administrator_role ?? null))
      this.fault(wanted.line, 'role', wanted.role, 'import_role')
    const account = {
      name: wanted.name ?? known?.name ?? '',
      email: wanted.email ?? known?.email ?? '',
      quota: wanted.quota ?? known?.quota_bytes ?? null,
    }
    const departments = this.departmentsFor(wanted, known)
    const groups = this.groupsFor(wanted)
    const changes = known ? this.changesOf(known, account, departments, groups) : []
    const refusal = known && changes.length > 0 ? refusalOn(this.actor, 'editPerson', known) : null
    if (refusal !== null) this.fault(wanted.line, null, wanted.login, refusal)
    const owned = known && changes.length > 0 ? ownedChange(this.owners, known, changes, departments) : null
    if (owned) this.fault(wanted.line, owned.field, wanted.login, 'directory_owned', { name: owned.label })
    return {
      line: wanted.line,
      login: wanted.login,
      known,
      account,
      isAccountChanged: changes.some(({ field }) => field === 'name' || field === 'email' || field === 'quota'),
      departments: !known || changes.some(({ field }) => field === 'departments') ? departments : null,
      groups: !known || changes.some(({ field }) => field === 'groups') ? groups : null,
      changes,
    }
  }

  /** Where the person will be, and whether as a manager; null: as now. */
  private departmentsFor(
    { line, departments, managed }: WantedPerson,
    known: KnownPerson | null,
  ): Map<PlannedDepartment, boolean> | null {
    if (departments === undefined && (managed === undefined || typeof managed === 'boolean')) {
      const present = this.presentDepartments(known)
      return managed === undefined || present.size === 0
        ? null
        : new Map([...present.keys()].map((each) => [each, managed]))
    }
    const present = this.presentDepartments(known)
    const result = new Map(departments === undefined ? present : [])
    for (const path of departments ?? []) {
      const found = this.departmentAt(line, 'departments', path)
      if (found) result.set(found, typeof managed === 'boolean' ? managed : (present.get(found) ?? false))
    }
    if (!Array.isArray(managed)) return result
    if (departments !== undefined) for (const each of result.keys()) result.set(each, false)
    for (const path of managed) {
      const found = this.departmentAt(line, 'managed', path)
      if (found) result.set(found, true)
    }
    return result
  }

  private departmentAt(line: number, field: 'departments' | 'managed', path: readonly string[]) {
    const found = this.tree.at(path)
    if (found === null) return this.fault(line, field, path.join('/'), 'too_deep')
    const missing = missingAbove(found)[0]
    if (missing && path.length === 1) this.bare.add(found)
    if (missing && !this.createsMissing)
      return this.fault(line, field, path.join('/'), 'import_department_missing', { name: pathOf(missing) })
    return found
  }

  private groupsFor({ line, groups: names }: WantedPerson): Set<PlannedPlace> | null {
    if (names === undefined) return null
    const groups = new Set<PlannedPlace>()
    for (const name of names) {
      const group = this.groups.named(name)
      if (group.id === null && !this.createsMissing) this.fault(line, 'groups', name, 'import_group_missing', { name })
      groups.add(group)
    }
    return groups
  }

  private presentDepartments(known: KnownPerson | null): Map<PlannedDepartment, boolean> {
    return new Map(
      [...(known?.departments ?? [])].flatMap(([id, isManager]) => {
        const found = this.tree.known(id)
        return found ? [[found, isManager] as const] : []
      }),
    )
  }

  private changesOf(
    known: KnownPerson,
    account: Account,
    departments: Map<PlannedDepartment, boolean> | null,
    groups: Set<PlannedPlace> | null,
  ): PlannedPerson['changes'] {
    const present = [...known.groups].flatMap((id) => this.groups.known(id) ?? [])
    const all = [
      { field: 'name', before: known.name, after: account.name },
      { field: 'email', before: known.email, after: account.email },
      { field: 'quota', before: String(known.quota_bytes ?? ''), after: String(account.quota ?? '') },
      ...(departments
        ? [{ field: 'departments', before: wordPlaces(this.presentDepartments(known)), after: wordPlaces(departments) }]
        : []),
      ...(groups ? [{ field: 'groups', before: wordGroups(present), after: wordGroups(groups) }] : []),
    ] as PlannedPerson['changes']
    return all.filter(({ before, after }) => before !== after)
  }

  private fault(
    line: number,
    field: LineFault['field'],
    value: string,
    code: LineFault['code'],
    params?: LineFault['params'],
  ): undefined {
    this.faults.push({ line, field, value, code, ...(params && { params }) })
  }
}

const departmentsOf = ({ departments }: PlannedPerson) => [...(departments?.keys() ?? [])]
const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]

/** A manager's department has a star. */
function wordPlaces(places: ReadonlyMap<PlannedDepartment, boolean>): string {
  return [...places]
    .map(([department, isManager]) => `${pathOf(department)}${isManager ? ' ★' : ''}`)
    .sort()
    .join('; ')
}

function wordGroups(groups: Iterable<PlannedPlace>): string {
  return [...groups]
    .map(({ name }) => name)
    .sort()
    .join('; ')
}
