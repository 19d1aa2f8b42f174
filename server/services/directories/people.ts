import type { DirectoryReport } from '@/contract/administration/directories'
import { checkEmail, checkLogin, loginKey } from '@/domain/session/logins'
import type { LinkedPerson, LoginHolder } from '../../queries/directories/facts'
import { DirectoryFailure } from '../../remote/DirectoryFailure'
import type { DepartmentPlan, PlannedDepartment } from './departments'
import { storableName } from './names'
import type { Present } from './present'
import type { SnapshotPerson } from './snapshot'

type Change = DirectoryReport['changes'][number]
type Fault = DirectoryReport['faults'][number]

/** A person whom the sync adds, links or changes. */
export interface PlannedPerson {
  externalId: string
  /** null: a new person */
  id: number | null
  isLinked: boolean
  login: string
  name: string
  email: string
  fields: Change['fields']
  /** null: the departments stay */
  departments: PlannedDepartment[] | null
}

export interface PeoplePlan {
  planned: PlannedPerson[]
  /** Ids of people who are deactivated, and of people whom an earlier sync deactivated. */
  deactivated: number[]
  restored: number[]
  changes: Change[]
  faults: Fault[]
  /** People without a usable login or name. */
  malformed: number
  counts: Pick<
    DirectoryReport,
    'people' | 'added' | 'linked' | 'changed' | 'deactivated' | 'restored' | 'unchanged' | 'faulty' | 'left_departments'
  >
}

interface Owns {
  name: boolean
  email: boolean
}

/** @param departments null: the directory owns no departments @throws DirectoryFailure if two people have one id */
export function planPeople(
  given: readonly SnapshotPerson[],
  present: Present,
  owns: Owns,
  departments: DepartmentPlan | null,
): PeoplePlan {
  const planner = new Planner(given, present, owns, departments)
  for (const each of given) planner.add(each)
  return planner.finish()
}

class Planner {
  private readonly plan: Omit<PeoplePlan, 'counts'> = {
    planned: [],
    deactivated: [],
    restored: [],
    changes: [],
    faults: [],
    malformed: 0,
  }
  private readonly linked: ReadonlyMap<string, LinkedPerson>
  private readonly seen = new Set<string>()
  /** Keys of logins that several people of the snapshot have. */
  private readonly twice = new Set<string>()
  /** Keys of the logins that linked people of the snapshot will have, by the id of the person. */
  private readonly future = new Map<number, string>()
  private readonly departmentNames: ReadonlyMap<number, string>
  private unchanged = 0
  private left = 0

  constructor(
    given: readonly SnapshotPerson[],
    private readonly present: Present,
    private readonly owns: Owns,
    private readonly departments: DepartmentPlan | null,
  ) {
    this.linked = new Map(present.people.map((each) => [each.externalId, each]))
    this.departmentNames = new Map([...present.nodes.values()].map(({ id, name }) => [id, name]))
    const keys = new Set<string>()
    for (const { externalId, login } of given) {
      const key = loginKey(checkLogin(login) ?? '')
      if (key !== '' && keys.has(key)) this.twice.add(key)
      keys.add(key)
      const known = this.linked.get(externalId)
      if (known && key !== '') this.future.set(known.id, key)
    }
  }

  add(person: SnapshotPerson): void {
    const { externalId } = person
    if (externalId === '' || this.seen.has(externalId))
      throw new DirectoryFailure('directory_nonsense', 'two people have one id, or one has none')
    this.seen.add(externalId)
    const known = this.linked.get(externalId)
    // An administrator deleted the account here.
    if (known?.isRemoved) return void (this.unchanged += 1)
    const login = checkLogin(person.login)
    const name = storableName(person.name)
    if (login === null || name === null) {
      this.plan.malformed += 1
      return this.fault(person, login === null ? 'login_invalid' : 'name_empty')
    }
    if (this.twice.has(loginKey(login))) return this.fault(person, 'directory_login_twice')
    if (known) this.follow(known, person, login, name)
    else this.meet(person, login, name)
  }

  /** People whom the directory owned and no longer has are deactivated. */
  finish(): PeoplePlan {
    for (const known of this.present.people) if (!this.seen.has(known.externalId)) this.leave(known)
    const { planned, deactivated, restored, faults } = this.plan
    const linked = planned.filter(({ id, isLinked }) => id !== null && !isLinked).length
    const added = planned.filter(({ id }) => id === null).length
    const counts = {
      people: this.seen.size,
      added,
      linked,
      changed: planned.length - added - linked,
      deactivated: deactivated.length,
      restored: restored.length,
      unchanged: this.unchanged,
      faulty: faults.length,
      left_departments: this.left,
    }
    return { ...this.plan, counts }
  }

  /** A person whom the directory owns already. */
  private follow(known: LinkedPerson, person: SnapshotPerson, login: string, name: string): void {
    const holder = this.present.holders.get(loginKey(login))
    const isFree = !holder || holder.id === known.id || this.gives(holder, loginKey(login))
    if (!isFree) return this.fault(person, 'login_taken')
    const planned = this.compare(known, known.departments, person, login, name)
    const leaves = known.isActive && !person.active
    const returns = !known.isActive && known.isGone && person.active
    const isSame = planned.fields.length === 0 && !leaves && !returns
    if (isSame) return void (this.unchanged += 1)
    // Someone who rules the directory must not rule the organisation.
    if (known.role !== null) return this.fault(person, 'directory_administrator')
    if (planned.fields.length > 0) this.plan.planned.push({ ...planned, isLinked: true })
    if (planned.fields.length > 0) this.note('changed', login, name, planned.fields)
    if (leaves) this.leave(known)
    if (returns) {
      this.plan.restored.push(known.id)
      this.note('restored', login, name)
    }
    if (!leaves && known.isActive && known.departments.size > 0 && planned.departments?.length === 0) this.left += 1
  }

  /** Whether the holder of a login is a person of this directory who gets another one in this sync. */
  private gives(holder: LoginHolder, key: string): boolean {
    const next = this.future.get(holder.id)
    return (
      holder.directoryId === this.present.directory.id && holder.role === null && next !== undefined && next !== key
    )
  }

  /** A person whom the directory names for the first time. */
  private meet(person: SnapshotPerson, login: string, name: string): void {
    const { directory, holders } = this.present
    const holder = holders.get(loginKey(login))
    if (!holder) {
      if (!person.active) return void (this.unchanged += 1)
      const departments = this.wanted(person)
      const email = this.emailOf(person, '')
      this.plan.planned.push({
        externalId: person.externalId,
        id: null,
        isLinked: false,
        login,
        name,
        email,
        fields: [],
        departments,
      })
      return this.note('added', login, name)
    }
    const isOurs = holder.enterpriseId === directory.enterprise_id
    if (isOurs && holder.role !== null) return this.fault(person, 'directory_administrator')
    if (!isOurs || holder.isRemoved || holder.directoryId !== null || !directory.links_existing)
      return this.fault(person, 'login_taken')
    const planned = this.compare(holder, new Set(), person, login, name)
    this.plan.planned.push({ ...planned, isLinked: false })
    this.note('linked', login, name, planned.fields)
    if (holder.isActive && !person.active) {
      this.plan.deactivated.push(holder.id)
      this.note('deactivated', login, name)
    }
  }

  private leave(known: LinkedPerson): void {
    const { id, login, name, role, isActive } = known
    if (!isActive) return
    if (role !== null) return void this.plan.faults.push({ login, name, code: 'directory_administrator' })
    this.plan.deactivated.push(id)
    this.note('deactivated', login, name)
  }

  private compare(
    known: Pick<LinkedPerson, 'id' | 'login' | 'name' | 'email'>,
    before: ReadonlySet<number>,
    person: SnapshotPerson,
    login: string,
    givenName: string,
  ): Omit<PlannedPerson, 'isLinked'> {
    const name = this.owns.name ? givenName : known.name
    const email = this.emailOf(person, known.email)
    const wanted = this.wanted(person)
    const isMoved =
      wanted !== null && (wanted.length !== before.size || wanted.some(({ id }) => id === null || !before.has(id)))
    const fields = (
      [
        { field: 'login', before: known.login, after: login },
        { field: 'name', before: known.name, after: name },
        { field: 'email', before: known.email, after: email },
      ] as Change['fields']
    ).filter((each) => each.before !== each.after)
    if (isMoved) fields.push({ field: 'departments', before: this.word([...before]), after: wordPlanned(wanted) })
    const { externalId } = person
    return { externalId, id: known.id, login, name, email, fields, departments: isMoved ? wanted : null }
  }

  private emailOf({ email }: SnapshotPerson, before: string): string {
    return !this.owns.email || email === undefined ? before : (checkEmail(email) ?? '')
  }

  /** Departments that the snapshot does not have are ignored: directories may hide some. */
  private wanted({ departments }: SnapshotPerson): PlannedDepartment[] | null {
    if (this.departments === null) return null
    const { byExternalId } = this.departments
    return [...new Set(departments)].flatMap((id) => byExternalId.get(id) ?? [])
  }

  private word(ids: readonly number[]): string {
    return ids
      .map((id) => this.departmentNames.get(id) ?? '')
      .sort()
      .join('; ')
  }

  private note(kind: Change['kind'], login: string, name: string, fields: Change['fields'] = []): void {
    this.plan.changes.push({ kind, login, name, fields })
  }

  private fault({ login, name }: SnapshotPerson, code: Fault['code']): void {
    this.plan.faults.push({ login: login.slice(0, 200), name: name.slice(0, 200), code })
  }
}

const wordPlanned = (departments: readonly PlannedDepartment[]) =>
  departments
    .map(({ name }) => name)
    .sort()
    .join('; ')
