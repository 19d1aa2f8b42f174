import type { AuditDetail, AuditEvent } from '@/contract/audit'
import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { permissionDenied, Refused } from '../../errors'
import {
  leavesNoOwner,
  mayAdminister,
  refusalOn,
  type OrganisationAct,
  type PersonAct,
} from '../../policies/administration'
import { holdRole, lockOwners, lockPeople, type Subject } from '../../queries/administration/accounts'
import { ownerIds } from '../../queries/enterprise/accounts'
import { userByLogin } from '../../queries/applications/tokens'
import { findUser } from '../../queries/session/sessions'
import { recordAuditEvent } from '../audit'

export type Ports = Pick<Dependencies, 'db' | 'clock'>

/** One act of an administrator, within its transaction. */
export interface Act {
  db: Db
  /** The administrator with the role that they have now. */
  actor: UserActor
  at: Date
  /** Writes into the audit log. */
  record(deed: AuditEvent, detail?: AuditDetail): Promise<void>
}

/** An active user by login, such as the one who acts by command. */
export async function userNamed(db: Db, login: string): Promise<UserActor | null> {
  const found = await userByLogin(db, login)
  return found ? findUser(db, found.id) : null
}

/** @throws Refused permission_denied */
export function requireRight(actor: UserActor, act: OrganisationAct): void {
  if (!mayAdminister(actor, act)) throw permissionDenied()
}

/**
 * Runs an act in one transaction. The role of the administrator is read again and held, so that an act never outlives the role.
 * @param changesOwners whether owners may leave or lose their role: such acts run one after another in an organisation
 * @throws Refused permission_denied
 */
export function act<T>(
  { db, clock }: Ports,
  actor: UserActor,
  run: (act: Act) => Promise<T>,
  { changesOwners = false }: { changesOwners?: boolean } = {},
): Promise<T> {
  return inTransaction(
    db,
    async (transaction) => {
      // Before any row is locked: two owners who demote each other would wait for each other.
      if (changesOwners) await lockOwners(transaction, actor.enterprise.id)
      const role = await holdRole(transaction, actor.user.id)
      const present = { ...actor, user: { ...actor.user, administrator_role: role } }
      const at = clock()
      const record = (deed: AuditEvent, detail?: AuditDetail) =>
        recordAuditEvent(transaction, at, actor, deed, {
          detail: actor.program ? { ...detail, application: actor.program.name } : detail,
        })
      return run({ db: transaction, actor: present, at, record })
    },
    { actor },
  )
}

/**
 * Locks people and requires the right to do something to each of them.
 * @throws Refused permission_denied, person_not_found, own_account
 */
export async function requirePeople({ db, actor }: Act, asked: PersonAct, ids: readonly number[]): Promise<Subject[]> {
  // Refuses before anything about the ids shows.
  const nobody = { id: 0, enterprise_id: actor.enterprise.id, administrator_role: null }
  if (refusalOn(actor, asked, nobody) === 'permission_denied') throw permissionDenied()
  const found = await lockPeople(db, ids)
  for (const id of ids) {
    const subject = found.find((each) => each.id === id)
    const refusal = subject ? refusalOn(actor, asked, subject) : 'person_not_found'
    if (refusal !== null) throw new Refused(refusal, { field: 'user_id' })
  }
  return found
}

/** @throws Refused as requirePeople */
export async function requirePerson(given: Act, asked: PersonAct, id: number): Promise<Subject> {
  return (await requirePeople(given, asked, [id]))[0]!
}

/** Requires that an owner stays when these people leave or lose their role. @throws Refused last_owner */
export async function requireOwnerLeft({ db, actor }: Act, leaving: readonly Subject[]): Promise<void> {
  const owners = leaving.filter((each) => each.administrator_role === 'owner' && each.is_active).map(({ id }) => id)
  if (owners.length > 0 && leavesNoOwner(await ownerIds(db, actor.enterprise.id), owners))
    throw new Refused('last_owner')
}

/** A person as the log names them where it has no id: several people may have one name. */
export function recordedName({ name, login }: Pick<Subject, 'name' | 'login'>): string {
  return `${name} (${login})`
}

/** Those fields of two states that differ; null if none does. */
export function difference<T extends object>(
  before: T,
  after: Partial<T>,
): { before: Partial<T>; after: Partial<T> } | null {
  const names = (Object.keys(after) as (keyof T)[]).filter(
    (name) => after[name] !== undefined && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  if (names.length === 0) return null
  const pick = (from: Partial<T>) => Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<T>
  return { before: pick(before), after: pick(after) }
}
