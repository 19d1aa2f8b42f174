import type { AdministratorRole } from '@/contract/administration/role'
import type { UserActor } from '../actors/actor'

type Roles = readonly AdministratorRole[]
const all: Roles = ['owner', 'people', 'auditor']
const people: Roles = ['owner', 'people']
const readers: Roles = ['owner', 'auditor']
const owners: Roles = ['owner']

/** The acts on an organisation as a whole, each with the roles of administrators who may do it. */
const organisationActs = {
  readOverview: all,
  readPeople: all,
  exportPeople: all,
  readDepartments: all,
  readGroups: all,
  readAdministrators: all,
  readPolicies: readers,
  readLinks: readers,
  readApplications: readers,
  readAudit: readers,
  readDirectories: readers,
  exportAudit: readers,
  createPerson: people,
  importPeople: people,
  createDepartment: people,
  changeDepartment: people,
  deleteDepartment: people,
  createGroup: people,
  changeGroup: people,
  deleteGroup: people,
  changePolicies: owners,
  configureSignOn: owners,
  configureDirectories: owners,
  decideOnLinks: owners,
  manageApplications: owners,
  changeAppearance: owners,
  deleteDepartmentFolder: owners,
  restoreDepartmentFolder: owners,
  claimCoupon: owners,
} satisfies Record<string, Roles>

/** The acts on one person. */
const personActs = {
  readPerson: all,
  editPerson: people,
  deactivatePerson: people,
  restorePerson: people,
  endSessions: people,
  resetPassword: people,
  resetSecondStep: people,
  handOver: people,
  /** As the recipient of a handing over, or of a membership that brings rights. */
  receive: people,
  deletePerson: people,
  setRole: owners,
} satisfies Record<string, Roles>

export type OrganisationAct = keyof typeof organisationActs
export type PersonAct = keyof typeof personActs

export const organisationActNames = Object.keys(organisationActs) as OrganisationAct[]
export const personActNames = Object.keys(personActs) as PersonAct[]

/** Acts that nobody does to their own account: another administrator must do them, or a call that requires the password. */
const actsOnOthers: ReadonlySet<PersonAct> = new Set<PersonAct>([
  'deactivatePerson',
  'restorePerson',
  'deletePerson',
  'handOver',
  'resetPassword',
  'resetSecondStep',
])

type Administrator = Pick<UserActor, 'user' | 'enterprise' | 'program'>

/** The person whom an act is about. */
export interface Subject {
  id: number
  enterprise_id: number
  administrator_role: AdministratorRole | null
}

/**
 * Whether an actor may do something to their organisation as a whole. A program that acts for the enterprise administers people, as an administrator
 * of people does, and also reads the audit log.
 */
export function mayAdminister(actor: Administrator, act: OrganisationAct): boolean {
  const role = roleOf(actor)
  const isProgram = actor.program !== undefined
  return role !== null && ((organisationActs[act] as Roles).includes(role) || (isProgram && act === 'readAudit'))
}

/** A program never has more than the role for people, so that administrators are not its business. */
function roleOf({ user: { administrator_role: role }, program }: Administrator): AdministratorRole | null {
  return role !== null && program ? 'people' : role
}

export type Refusal = 'permission_denied' | 'person_not_found' | 'own_account'

/**
 * Why an actor may not do something to a person; null if they may. The role of the actor decides first, so that others learn nothing about ids.
 * An administrator is the business of owners alone. So nobody raises himself, neither by his own account nor by that of a higher administrator.
 */
export function refusalOn(actor: Administrator, act: PersonAct, subject: Subject): Refusal | null {
  const { user, enterprise } = actor
  const role = roleOf(actor)
  if (role === null || !(personActs[act] as Roles).includes(role)) return 'permission_denied'
  if (subject.enterprise_id !== enterprise.id) return 'person_not_found'
  if (act === 'readPerson') return null
  if (subject.administrator_role !== null && role !== 'owner') return 'permission_denied'
  return subject.id === user.id && actsOnOthers.has(act) ? 'own_account' : null
}

/** Whether an actor may give a role to a new or an existing person, or end it. */
export function mayGiveRole(actor: Administrator): boolean {
  return roleOf(actor) === 'owner'
}

/** Whether a change would leave the organisation without an owner who can sign in. @param owners the active owners before the change */
export function leavesNoOwner(owners: readonly number[], leaving: readonly number[]): boolean {
  return owners.every((id) => leaving.includes(id))
}

/**
 * Whether an actor may put members, files or departments into a department, or let its members share its folder. Departments bring rights to their
 * members and to the managers above. So an administrator of people fills no department that gives rights to themselves.
 * A program belongs to none.
 * @param isOwn whether the actor belongs to the department or one above it, or is one of the people who arrive there
 */
export function mayFillDepartment(actor: Administrator, isOwn: boolean): boolean {
  const role = roleOf(actor)
  return role === 'owner' || (role === 'people' && (!isOwn || actor.program !== undefined))
}
