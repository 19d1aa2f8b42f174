import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import { Refused } from '../../errors'
import { changeAccounts, endAllSessions, lockPeople, type Subject } from '../../queries/administration/accounts'
import { personalAccount, personalAccounts, type PersonalAccount } from '../../queries/enterprise/personalAccounts'
import { setPassword } from '../../queries/session/passwords'
import { rememberDeactivated } from '../../queries/session/deactivated'
import { recordAuditEvent } from '../audit'
import { makeSignInLink, type SignInLink } from '../session/oneTimeLinks'
import type { Ports } from './acts'

/*
 * Acts on personal accounts (DIR-05), which have no administrator: only whoever runs the server may do them, by command. The audit log has them as
 * events of the account.
 */

/** The newest personal accounts, and how many there are. */
export function listPersonalAccounts(
  { db }: Pick<Ports, 'db'>,
  page: { search: string; offset: number; limit: number },
): Promise<{ accounts: PersonalAccount[]; total: number }> {
  return personalAccounts(db, page)
}

/** Deletes the password, ends all sessions, and makes a one-time link. @throws Refused person_not_found, person_inactive */
export function resetPersonalPassword(ports: Ports, login: string): Promise<SignInLink> {
  return onAccount(ports, login, async (db, person, at) => {
    if (!person.is_active) throw new Refused('person_inactive')
    await setPassword(db, person.id, null)
    const count = await endAllSessions(db, [person.id])
    await recordAuditEvent(db, at, { user: person }, 'password_reset', { detail: { user_id: person.id, count } })
    return makeSignInLink(db, person.id, at)
  })
}

/** Ends all access and closes the links, or gives both back. @returns whether it changed anything @throws Refused person_not_found */
export function setPersonalActive(ports: Ports, login: string, isActive: boolean): Promise<boolean> {
  return onAccount(ports, login, async (db, person, at) => {
    if (person.is_active === isActive) return false
    await changeAccounts(db, [person.id], {
      is_active: isActive,
      deactivated_at: isActive ? null : at,
      keeps_links: false,
    })
    if (!isActive) {
      await rememberDeactivated(db, [person.id], at)
      await endAllSessions(db, [person.id])
    }
    const deed = isActive ? 'person_restored' : 'person_deactivated'
    await recordAuditEvent(db, at, { user: person }, deed, { detail: { user_id: person.id } })
    return true
  })
}

function onAccount<T>(
  { db, clock }: Ports,
  login: string,
  run: (db: Db, person: Subject, at: Date) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (transaction) => {
    const id = await personalAccount(transaction, login)
    const [person] = id === null ? [] : await lockPeople(transaction, [id])
    if (!person) throw new Refused('person_not_found')
    return run(transaction, person, clock())
  })
}
