import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import type { UserActor } from '../../actors/actor'
import { hashInTurn, partyOfAddress } from '../../crypto/passwords'
import { hashOf } from '../../crypto/secretHash'
import { deleteSignInLinks, findSignInLink, useSignInLink } from '../../queries/session/signInLinks'
import { setPassword } from '../../queries/session/passwords'
import { findUser } from '../../queries/session/sessions'
import { recordAuditEvent } from '../audit'
import { makeSignInLink, type SignInLink } from '../session/oneTimeLinks'
import { requireGoodPassword } from '../session/passwords'
import { endAllSessions } from '../../queries/administration/accounts'
import { deviceFor, openSessionFor, type NewSession, type SignedIn } from '../session/sessions'
import { tokenOfDevice } from '../session/devices'
import { act, requirePerson, type Act, type Ports } from './acts'
import { requireOwnPassword } from './owned'

/** Deletes the password of a person, ends all sessions, and makes a one-time link. @throws Refused as requirePerson, person_inactive */
export function resetPassword(ports: Ports, actor: UserActor, userId: number): Promise<SignInLink> {
  return act(ports, actor, async (given) => {
    await requireActive(given, userId)
    await setPassword(given.db, userId, null)
    const count = await endAllSessions(given.db, [userId])
    await given.record('password_reset', { user_id: userId, count })
    return makeSignInLink(given.db, userId, given.at)
  })
}

/** Makes a new one-time link for a person without a password. @throws Refused as requirePerson, person_inactive, person_has_password */
export function renewSignInLink(ports: Ports, actor: UserActor, userId: number): Promise<SignInLink> {
  return act(ports, actor, async (given) => {
    const person = await requireActive(given, userId)
    if (person.password_hash !== null) throw new Refused('person_has_password')
    await given.record('sign_in_link_made', { user_id: userId })
    return makeSignInLink(given.db, userId, given.at)
  })
}

export function withdrawSignInLink(ports: Ports, actor: UserActor, userId: number): Promise<void> {
  return act(ports, actor, async (given) => {
    await requirePerson(given, 'resetPassword', userId)
    if (await deleteSignInLinks(given.db, userId)) await given.record('sign_in_link_withdrawn', { user_id: userId })
  })
}

async function requireActive(given: Act, userId: number) {
  const person = await requirePerson(given, 'resetPassword', userId)
  if (!person.is_active) throw new Refused('person_inactive')
  await requireOwnPassword(given.db, userId)
  return person
}

/** Who a one-time link is for. @throws Refused sign_in_link_invalid */
export async function readSignInLink(
  { db, clock }: Ports,
  token: string,
): Promise<{ actor: UserActor; expiresAt: Date }> {
  const found = await findSignInLink(db, hashOf(token), clock())
  const actor = found && (await findUser(db, found.user_id))
  if (!actor) throw new Refused('sign_in_link_invalid')
  return { actor, expiresAt: found.expires_at }
}

interface Arrival {
  token: string
  password: string
  /** network address of the client */
  address: string
  userAgent: string
  kind: 'cookie' | 'token'
  deviceToken: string | undefined
  /** The session to replace. */
  before: SignedIn | null
}

/**
 * Uses up a one-time link: sets the person's own password and signs in. Of two concurrent uses one succeeds.
 * @throws Refused sign_in_link_invalid, password_…
 */
export async function acceptSignInLink(
  ports: Ports & Pick<Dependencies, 'sign'>,
  { token, password, address, userAgent, kind, deviceToken, before }: Arrival,
): Promise<NewSession> {
  const { db, clock, sign } = ports
  const { actor } = await readSignInLink(ports, token)
  const { user, enterprise } = actor
  await requireGoodPassword(password, { login: user.login, length: enterprise.password_length })
  const hash = await hashInTurn(partyOfAddress('strangers', address), (hasher) => hasher.hash(password))
  const { device } = await deviceFor({ db, sign }, user.login, deviceToken)
  const session = await inTransaction(
    db,
    async (transaction) => {
      if (!(await useSignInLink(transaction, hashOf(token), user.id, clock())))
        throw new Refused('sign_in_link_invalid')
      await setPassword(transaction, user.id, hash)
      const count = await endAllSessions(transaction, [user.id])
      await recordAuditEvent(transaction, clock(), { user, address }, 'sign_in_link_used', { detail: { count } })
      const from = { device, userAgent, address }
      return openSessionFor({ db: transaction, clock }, { user, kind, before, from }, 'signed_in')
    },
    { actor: { user, address } },
  )
  return { token: session, hash: hashOf(session), deviceToken: tokenOfDevice(sign, user.login, device) }
}
