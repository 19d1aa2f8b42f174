import type { MessengerKind } from '@/contract/messengers/messengers'
import type { UserActor } from '../../actors/actor'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { messengerCodeInvalid, messengerLinkTaken, messengerNotLinked, Refused, wrongPassword } from '../../errors'
import { personOfDirectory, weComOfCorp } from '../../queries/directories/weCom'
import { deleteLink, insertLink, linkOf, linksOf, useLink, type MessengerLinkRow } from '../../queries/messengers/links'
import { lockPassword } from '../../queries/session/passwords'
import { findUser } from '../../queries/session/sessions'
import { hashOf } from '../../crypto/secretHash'
import { recordAuditEvent } from '../audit'
import { tokenOfDevice } from '../session/devices'
import { countCode } from '../session/loginAttempts'
import { appOf, identityOfCode } from './identities'
import { requirePassword } from '../session/passwords'
import { openSessionFor, deviceFor, type Credentials, type NewSession, type SignedIn } from '../session/sessions'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'log' | 'messengers' | 'encrypter' | 'ldapClients'>

/** A code of `wx.login` or `wx.qy.login`. */
interface Code {
  kind: MessengerKind
  code: string
}

/** A user's linked messengers, newest first. */
export function linksOfUser({ db }: Pick<Ports, 'db'>, { user }: UserActor): Promise<MessengerLinkRow[]> {
  return linksOf(db, user.id)
}

/**
 * Links the WeChat or WeCom identity behind a login code with the user. The user can then sign in with such codes. Requires the password, so
 * that somebody who finds an open session cannot turn the session into lasting access.
 * @throws Refused wrong_password, login_too_often, messenger_link_taken, messenger_code_invalid, messenger_not_configured, messenger_unavailable
 */
export async function link(
  ports: Ports,
  signedIn: SignedIn,
  { password, ...code }: Code & { password: string },
): Promise<MessengerLinkRow> {
  const { db, clock } = ports
  const { user } = signedIn.actor
  await requirePassword(ports, signedIn, password)
  const { key } = await identityKeyOf(ports, code)
  return inTransaction(db, async (transaction) => {
    // A link confirmed by an old password would outlive the change of the password.
    if ((await lockPassword(transaction, user.id)) !== user.password_hash) throw wrongPassword()
    const at = clock()
    const made = await insertLink(transaction, {
      user_id: user.id,
      messenger: code.kind,
      identity_key: key,
      linked_at: at,
    })
    if (made) {
      await recordAuditEvent(transaction, at, signedIn.actor, 'messenger_linked', { detail: { messenger: code.kind } })
      return made
    }
    const known = await linkOf(transaction, key)
    if (known?.user_id !== user.id) throw messengerLinkTaken()
    return known
  })
}

/** Removes a link of the user. Ignores ids that are missing or not the user's own. */
export async function unlink({ db, clock }: Pick<Ports, 'db' | 'clock'>, actor: UserActor, id: number): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const ended = await deleteLink(transaction, actor.user.id, id)
    if (ended) await recordAuditEvent(transaction, clock(), actor, 'messenger_unlinked', { detail: ended })
  })
}

/**
 * Signs in to the mini-program: finds the identity behind a login code, and the user linked with that identity by themselves or by the directory of
 * the organisation. A second step is required as after a password.
 * @param before the session to replace
 * @throws Refused messenger_not_linked, login_too_often, messenger_code_invalid, messenger_not_configured, messenger_unavailable
 */
export async function signInByCode(
  ports: Ports & Pick<Dependencies, 'sign'>,
  { kind, code, address, userAgent, deviceToken }: Code & Omit<Credentials, 'login' | 'password'>,
  before: SignedIn | null,
): Promise<NewSession> {
  const { db, clock, sign } = ports
  const undoCount = await countCode(db, clock, address)
  const { key, id } = await identityKeyOf(ports, { kind, code }).catch(async (error: unknown) => {
    // A messenger failure is not a guess, so it does not count.
    if (!(error instanceof Refused && error.code === 'messenger_code_invalid')) await undoCount()
    throw error
  })
  await undoCount()
  const found = await linkOf(db, key)
  const userId = found?.user_id ?? (kind === 'wecom' ? await personInWeCom(ports, id) : null)
  const actor = userId === null ? null : await findUser(db, userId)
  if (!actor) throw messengerNotLinked()
  const { user } = actor
  const { device } = await deviceFor(ports, user.login, deviceToken)
  const token = await inTransaction(db, async (transaction) => {
    // A changed password removes the link and every session.
    const isLinked = found
      ? (await lockPassword(transaction, user.id)) !== null && (await useLink(transaction, found, clock()))
      : (await personInWeCom({ ...ports, db: transaction }, id)) === user.id
    if (!isLinked) throw messengerNotLinked()
    const admission = { user, kind: 'token', before, from: { device, userAgent, address } } as const
    return openSessionFor({ db: transaction, clock }, admission, 'signed_in_by_code', { messenger: kind })
  })
  return { token, hash: hashOf(token), deviceToken: tokenOfDevice(sign, user.login, device) }
}

/** The active person whom the directory of an organisation links with a userid in WeCom, where the app of the mini-program belongs to it; null: none. */
async function personInWeCom({ db, messengers }: Pick<Ports, 'db' | 'messengers'>, userId: string) {
  const directory = messengers.wecom && (await weComOfCorp(db, messengers.wecom.id))
  return directory?.is_on ? personOfDirectory(db, directory.id, userId.toLowerCase()) : null
}

/**
 * The id behind a code, and the keyed hash under which the database stores the identity. The hash includes the app, because the same person has
 * another identity in another app.
 */
async function identityKeyOf(ports: Ports, { kind, code }: Code): Promise<{ id: string; key: string }> {
  const app = appOf(ports, kind)
  const { id } = await identityOfCode(ports, { messenger: kind, app, code }).catch((error: unknown) => {
    throw error instanceof Refused && error.code === 'invalid_request' ? messengerCodeInvalid() : error
  })
  return { id, key: ports.encrypter.keyedHash(JSON.stringify([kind, app.id, id])) }
}
