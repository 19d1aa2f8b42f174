import { randomBytes } from 'node:crypto'
import { checkEmail, checkPhone } from '@/domain/session/logins'
import type { ApplicationActor, UserActor } from '../../../actors/actor'
import { hashInTurn, partyOfUser } from '../../../crypto/passwords'
import { hashOf } from '../../../crypto/secretHash'
import { inTransaction } from '../../../database/transaction'
import type { Dependencies } from '../../../dependencies'
import { permissionDenied, Refused } from '../../../errors'
import { mayAdminister, refusalOn } from '../../../policies/administration'
import { mayActForEnterprise } from '../../../policies/applications'
import { belongingsOf } from '../../../queries/administration/belongings'
import { lockPeople, type Subject } from '../../../queries/administration/accounts'
import { peopleNamed, type OpenUserRow } from '../../../queries/applications/people'
import { insertSignIn, takeSignIn } from '../../../queries/applications/signIns'
import { applicationById } from '../../../queries/applications/tokens'
import { enterpriseEnd } from '../../../queries/enterprise/enterprises'
import { setPassword } from '../../../queries/session/passwords'
import { requireRight } from '../../administration/acts'
import { handOver } from '../../administration/handingOver'
import { deactivatePeople, deletePeople } from '../../administration/leaving'
import { createPerson, editPerson } from '../../administration/people'
import { requireGoodPassword } from '../../session/passwords'
import type { NewSession } from '../../session/sessions'
import { openSignedOn, type Return, type SignOnPorts } from '../../session/signOn'
import { describeUsers, personNotFound, usersOf, type Listed, type OpenUsers } from '../people'
import type { EnterpriseHolder } from '../tokens'

type Ports = Pick<Dependencies, 'db' | 'clock'>

/** What an application says about a person. */
interface Facts {
  space_total?: number
  hide_phone?: boolean
  disable_download?: boolean
}

export const GIGABYTE = 1024 ** 3
/** Gigabytes as bytes; null for -1: the enterprise's default. */
export function quotaOf(gigabytes: number | undefined): number | null | undefined {
  if (gigabytes === undefined) return undefined
  return gigabytes < 0 ? null : Math.round(gigabytes * GIGABYTE)
}

const factsOf = ({ space_total: space, hide_phone: hidesPhone, disable_download: downloadsNothing }: Facts) => ({
  ...(space !== undefined && { quota_bytes: quotaOf(space) }),
  ...(hidesPhone !== undefined && { hides_phone: hidesPhone }),
  ...(downloadsNothing !== undefined && { downloads_nothing: downloadsNothing }),
})

/** A person of the enterprise who is not deleted. @throws Refused permission_denied, person_not_found */
export async function administeredUser({ db }: Pick<Ports, 'db'>, actor: UserActor, id: number): Promise<OpenUserRow> {
  requireRight(actor, 'readPeople')
  const [row] = await describeUsers(db, [id])
  if (row?.enterprise_id !== actor.enterprise.id) throw personNotFound()
  return row
}

/** A page of the enterprise's people, also deactivated ones. @throws Refused permission_denied */
export function administeredUsers(
  db: Ports['db'],
  actor: UserActor,
  asked: Listed,
  among: { memberOf?: readonly number[]; groupId?: number } = {},
): Promise<OpenUsers> {
  requireRight(actor, 'readPeople')
  const filter = { enterpriseId: actor.enterprise.id, isActiveOnly: false, isPresentOnly: true, ...among }
  return usersOf(db, filter, asked)
}

interface NewUser extends Facts {
  full_name: string
  phone?: string
  email?: string
}

/**
 * Adds a person, whose login is the e-mail address or, without one, the phone.
 * @param hash of the password; null: the person needs a one-time link
 * @returns the id @throws Refused as createPerson
 */
export async function addUser(ports: Ports, actor: UserActor, asked: NewUser, hash: string | null): Promise<number> {
  requireRight(actor, 'createPerson')
  const { full_name: name, ...rest } = asked
  const email = rest.email?.trim() || undefined
  const phone = rest.phone?.trim() || undefined
  const login = (email && checkEmail(email)) ?? (phone && checkPhone(phone))
  const isWrong =
    (email !== undefined && checkEmail(email) === null) || (phone !== undefined && checkPhone(phone) === null)
  if (!login || isWrong) throw new Refused('login_invalid', { field: email === undefined ? 'phone' : 'email' })
  return inTransaction(
    ports.db,
    async (db) => {
      const person = { name, login, email, phone, ...factsOf(rest) }
      const { userId } = await createPerson({ ...ports, db }, actor, person)
      if (hash !== null) await setPassword(db, userId, hash)
      return userId
    },
    { actor },
  )
}

/** The hash of the first password of new people. @param login of the person; '' for several @throws Refused password_… */
export async function hashOfPassword(actor: UserActor, login: string, password: string): Promise<string> {
  requireRight(actor, 'createPerson')
  try {
    await requireGoodPassword(password, { login, length: actor.enterprise.password_length })
  } catch (error) {
    if (error instanceof Refused) throw new Refused(error.code, { ...error.detail, field: 'password' })
    throw error
  }
  return hashInTurn(partyOfUser(actor), (hasher) => hasher.hash(password))
}

/** @throws Refused as editPerson */
export function changeUser(
  ports: Ports,
  actor: UserActor,
  id: number,
  { name, ...facts }: Facts & { name?: string },
): Promise<void> {
  return editPerson(ports, actor, { user_id: id, ...(name !== undefined && { name }), ...factsOf(facts) })
}

/**
 * Ends a person's account. What the person owns goes to the receiver.
 * @throws Refused as deactivatePeople, handOver, deletePeople; person_has_files where something is owned and no receiver is named
 */
export function removeUser(ports: Ports, actor: UserActor, id: number, receiverId: number | undefined): Promise<void> {
  return inTransaction(
    ports.db,
    async (db) => {
      const within = { ...ports, db }
      await deactivatePeople(within, actor, [id])
      const [subject] = await lockPeople(db, [id])
      if (subject!.removed_at !== null) throw new Refused('person_not_found', { open: 'user_already_deleted' })
      const { items, links, collecting_links: collecting } = await belongingsOf(db, id)
      if (items + links + collecting > 0) {
        if (receiverId === undefined) throw new Refused('person_has_files', { field: 'user_receive_items' })
        await requireReceiver(db, actor, id, receiverId)
        await handOver(within, actor, id, { filesTo: receiverId })
      }
      await deletePeople(within, actor, [id])
    },
    { actor },
  )
}

async function requireReceiver(db: Ports['db'], actor: UserActor, leaverId: number, id: number): Promise<void> {
  const field = 'user_receive_items'
  if (id === leaverId) throw new Refused('invalid_request', { field, open: 'user_deleted_is_user_received_items' })
  const [receiver] = await lockPeople(db, [id])
  if (!receiver) throw new Refused('person_not_found', { field })
  if (receiver.enterprise_id !== actor.enterprise.id)
    throw new Refused('invalid_request', { field, open: 'user_received_items_not_in_same_enterprise' })
  if (!receiver.is_active) throw new Refused('invalid_request', { field, open: 'user_receive_items_need_active' })
}

/** An active or deactivated person by a login, phone or e-mail address that names nobody else. @throws Refused permission_denied, person_not_found */
export async function userNamed({ db }: Pick<Ports, 'db'>, actor: UserActor, identifier: string): Promise<OpenUserRow> {
  requireRight(actor, 'readPeople')
  const ids = await peopleNamed(db, actor.enterprise.id, identifier.trim(), checkPhone(identifier) ?? '')
  if (ids.length !== 1) throw personNotFound()
  return administeredUser({ db }, actor, ids[0]!)
}

/** seconds in which a key signs in */
export const SIGN_IN_LIFE = 300

/**
 * Makes a key that signs a person in once. Never an administrator: whoever knows the key would rule the enterprise.
 * @throws Refused permission_denied, person_not_found, person_inactive
 */
export async function makeSignIn(
  ports: Ports,
  { application, actor }: Pick<EnterpriseHolder, 'application' | 'actor'>,
  userId: number,
): Promise<string> {
  const [subject] = await lockPeople(ports.db, [userId])
  requireSignable(actor, subject)
  return makeKey(ports, application.id, userId, '/')
}

/**
 * As makeSignIn, for the user of an application's token. A token may have few scopes, and a session has none: so only applications may that can sign in
 * anybody.
 * @param redirect a path of the drive
 * @throws Refused permission_denied
 */
export async function makeOwnSignIn(
  ports: Ports,
  { client, onBehalfOf: { user, enterprise } }: ApplicationActor,
  redirect: string,
): Promise<string> {
  const application = await applicationById(ports.db, client.id)
  const isAllowed = application && mayActForEnterprise(application, enterprise, ports.clock())
  if (!isAllowed || user.administrator_role !== null) throw permissionDenied()
  return makeKey(ports, application.id, user.id, redirect)
}

async function makeKey({ db, clock }: Ports, applicationId: number, userId: number, redirect: string): Promise<string> {
  const key = randomBytes(32).toString('base64url')
  const now = clock()
  const expires_at = new Date(now.getTime() + SIGN_IN_LIFE * 1000)
  const row = { hash: hashOf(key), application_id: applicationId, user_id: userId, redirect, expires_at }
  await insertSignIn(db, row, now)
  return key
}

/** @throws Refused permission_denied, person_not_found, person_inactive */
function requireSignable(actor: UserActor, subject: Subject | undefined): void {
  if (!mayAdminister(actor, 'createPerson')) throw permissionDenied()
  const refusal = subject ? refusalOn(actor, 'resetPassword', subject) : 'person_not_found'
  if (refusal !== null) throw new Refused(refusal)
  if (!subject!.is_active) throw new Refused('person_inactive')
}

/** Uses up a key and signs its person in. @throws Refused sign_on_failed */
export async function signInByKey(
  ports: SignOnPorts,
  { address, browser: _browser, ...from }: Return,
): Promise<NewSession & { redirect: string }> {
  const { db, clock } = ports
  const found = await takeSignIn(db, hashOf(address.searchParams.get('auth_key') ?? ''), clock())
  const application = found && (await applicationById(db, found.application_id))
  const enterprise = application && (await enterpriseEnd(db, application.enterprise_id))
  const [subject] = found ? await lockPeople(db, [found.user_id]) : []
  const isAllowed = application && enterprise && mayActForEnterprise(application, enterprise, clock())
  // The person may have become an administrator, or have left, since the key was made.
  if (!isAllowed || subject?.enterprise_id !== enterprise.id || subject.administrator_role !== null)
    throw new Refused('sign_on_failed')
  const detail = { application: application.name }
  const made = await openSignedOn(ports, { userId: subject.id, deed: 'signed_on', detail, signsOut: false }, from)
  return { ...made, redirect: found.redirect }
}
