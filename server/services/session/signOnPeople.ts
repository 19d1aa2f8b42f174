import { checkName } from '@/domain/items/naming'
import { checkEmail, checkLogin } from '@/domain/session/logins'
import type { Db } from '../../database/connect'
import { inTransaction, isUniqueViolation } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { mayBeLinkedByClaim } from '../../policies/directories'
import { isLoginTaken, lockPeople } from '../../queries/administration/accounts'
import { createUser } from '../../queries/enterprise/accounts'
import {
  findIdentity,
  followRules,
  insertIdentity,
  peopleWithEmail,
  peopleWithLogin,
  type SignOnProviderRow,
} from '../../queries/session/signOn'
import type { Claims } from '../../remote/OpenIdClients'
import { recordAuditEvent } from '../audit'

type Ports = Pick<Dependencies, 'db' | 'clock'>

/**
 * The active person for whom a provider vouches. A first sign-on links the person, or adds them where the organisation allows that. Later ones go by
 * the id at the provider alone: an e-mail address that changes there opens no other account.
 * @param network the network address of the client
 * @returns the id @throws Refused sign_on_unknown, sign_on_email, login_taken
 */
export function requireSignedOn(
  { db, clock }: Ports,
  provider: SignOnProviderRow,
  claims: Claims,
  network: string,
): Promise<number> {
  const { enterprise_id: enterpriseId, issuer } = provider
  const identity = { enterprise_id: enterpriseId, issuer, subject: claims.sub }
  return inTransaction(db, async (transaction) => {
    const known = await findIdentity(transaction, identity)
    const userId = known ?? (await firstSignOn({ db: transaction, clock }, provider, claims, network))
    const [person] = await lockPeople(transaction, [userId])
    if (!person?.is_active) throw new Refused('sign_on_unknown')
    if (known === null) {
      const link = { ...identity, user_id: userId, linked_at: clock() }
      if (!(await insertIdentity(transaction, link))) throw new Refused('sign_on_unknown')
      await recordAuditEvent(transaction, clock(), { user: { id: userId }, address: network }, 'sign_on_linked')
    }
    await joinDepartments(transaction, provider, claims, userId)
    return userId
  })
}

async function firstSignOn(
  ports: Ports,
  provider: SignOnProviderRow,
  claims: Claims,
  network: string,
): Promise<number> {
  const { db } = ports
  const { enterprise_id: enterpriseId, link_by: by, link_claim: claim, email_domains: domains } = provider
  const email = verifiedEmail(claims)
  const isAllowed =
    domains.length === 0 || (email !== null && domains.includes(email.slice(email.lastIndexOf('@') + 1)))
  if (!isAllowed || (by === 'email' && email === null)) throw new Refused('sign_on_email')
  const login = by === 'claim' ? textOf(claims[claim]) : ''
  const found =
    by === 'email'
      ? await peopleWithEmail(db, enterpriseId, email!)
      : login === ''
        ? []
        : (await peopleWithLogin(db, enterpriseId, login)).filter(mayBeLinkedByClaim)
  // Two people with one address: the provider cannot mean either.
  if (found.length > 1) throw new Refused('sign_on_unknown')
  if (found[0]) return found[0].id
  if (!provider.creates_people) throw new Refused('sign_on_unknown')
  return addPerson(ports, { enterpriseId, login, email, claims, network })
}

interface Newcomer {
  enterpriseId: number
  /** '' = chosen from the claims */
  login: string
  email: string | null
  claims: Claims
  network: string
}

async function addPerson({ db, clock }: Ports, given: Newcomer): Promise<number> {
  const { enterpriseId, claims, email, network } = given
  const wanted = [given.login, textOf(claims.preferred_username), email ?? '', claims.sub].find((each) => each !== '')!
  const login = checkLogin(wanted)
  if (login === null) throw new Refused('login_invalid')
  if (await isLoginTaken(db, login)) throw new Refused('login_taken')
  const checked = checkName(textOf(claims.name))
  const name = checked.ok ? checked.name : login
  try {
    const person = { enterpriseId, login, name, email: email ?? '', passwordHash: null }
    const { id } = await createUser(db, person)
    const after = { login, name, email: email ?? '' }
    const detail = { user_id: id, before: null, after }
    await recordAuditEvent(db, clock(), { user: { id }, address: network }, 'person_created', { detail })
    return id
  } catch (error) {
    throw isUniqueViolation(error, 'users_login') ? new Refused('login_taken') : error
  }
}

async function joinDepartments(db: Db, provider: SignOnProviderRow, claims: Claims, userId: number): Promise<void> {
  const { enterprise_id: enterpriseId, group_claim: name, group_rules: rules } = provider
  const claim = claims[name]
  // A provider that says nothing about groups changes nothing.
  if (rules.length === 0 || claim === undefined) return
  const groups = new Set((Array.isArray(claim) ? claim : [claim]).map(String))
  const managed = rules.map((rule) => rule.department_id)
  const wanted = rules.filter(({ group }) => groups.has(group)).map((rule) => rule.department_id)
  await followRules(db, { enterpriseId, userId, managed, wanted })
}

/** The e-mail address that the provider has verified, in its stored form; null: none. */
function verifiedEmail({ email, email_verified: isVerified }: Claims): string | null {
  return isVerified === true && typeof email === 'string' ? checkEmail(email) : null
}

function textOf(claim: unknown): string {
  return typeof claim === 'string' ? claim.trim() : ''
}
