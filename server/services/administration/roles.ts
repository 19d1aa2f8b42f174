import type { AdministratorRole } from '@/contract/administration/role'
import type { UserActor } from '../../actors/actor'
import { Refused } from '../../errors'
import { administratorRows, changeAccounts } from '../../queries/administration/accounts'
import { act, requireOwnerLeft, requirePerson, requireRight, type Act, type Ports } from './acts'
import { settleOwnership } from './ownership'

/** The administrators of the organisation, owners first. @throws Refused permission_denied */
export async function administratorsOf({ db }: Pick<Ports, 'db'>, actor: UserActor) {
  requireRight(actor, 'readAdministrators')
  return administratorRows(db, actor.enterprise.id)
}

/**
 * Gives a person a role, or ends it. The sessions stay: every call reads the role anew.
 * @throws Refused as requirePerson, person_inactive, last_owner
 */
export function setRole(ports: Ports, actor: UserActor, userId: number, role: AdministratorRole | null): Promise<void> {
  const run = async (given: Act) => {
    const person = await requirePerson(given, 'setRole', userId)
    if (role !== null && !person.is_active) throw new Refused('person_inactive')
    const before = person.administrator_role
    if (before === role) return
    await requireOwnerLeft(given, [person])
    await changeAccounts(given.db, [userId], { administrator_role: role })
    await settleOwnership(given.db, given.actor.enterprise.id)
    await given.record('role_changed', {
      user_id: userId,
      before: { administrator_role: before },
      after: { administrator_role: role },
    })
  }
  return act(ports, actor, run, { changesOwners: true })
}
