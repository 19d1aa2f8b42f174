import { BY_NAME, visitorOfKey, type UserActor, type LookingActor, type VisitorActor } from '../../actors/actor'
import type { ActorKey } from '../../actors/actorKey'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { addressRefused, Refused, shareGrantExpired } from '../../errors'
import { loadLinks } from '../../queries/shares/links'
import { findUser } from '../../queries/session/sessions'
import { actorOfKey } from '../access/actorOfKey'
import { applicationOfAddress } from '../applications/tokens'
import { readGrant, type Grant } from './grants'
import { isNamedBy, isOf, refusals, requireInvited, visitorActor } from '../landing/opening'
import { standingOf } from './standing'

/** What a call of the share scenario says of itself. */
export interface ShareRequest {
  /** The token of the link. */
  uniqueName: string | undefined
  /** X-Share-Grant */
  grant: unknown
  /** null: nobody is signed in */
  user: UserActor | null
  address: string
  userAgent: string
}

/**
 * The visitor who asks, by the rights of this moment.
 * @throws Refused share_grant_expired, share_link_not_found, process_share_link_closed, share_link_expired, share_link_waiting,
 * share_link_refused, action_need_login, permission_denied
 */
export async function requireVisitor(
  { db, clock, sign }: Pick<Dependencies, 'db' | 'clock' | 'sign'>,
  { uniqueName, grant: text, user, address, userAgent }: ShareRequest,
): Promise<VisitorActor> {
  const grant = readGrant(sign, clock, text)
  if (uniqueName === undefined || !grant?.isFresh || !isOf(grant.visitor, user)) throw shareGrantExpired()
  const actor = await visitorBy(db, clock(), grant, user, uniqueName)
  if (actor === null) throw shareGrantExpired()
  return { ...actor, address, userAgent }
}

/**
 * A visitor whose request was heard before, by the rights of this moment.
 * @throws Refused as requireVisitor
 */
export async function requireVisitorAgain(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  grant: Grant,
  user: UserActor,
): Promise<VisitorActor> {
  const actor = await visitorBy(db, clock(), grant, user)
  if (actor === null) throw shareGrantExpired()
  return actor
}

/** Whoever a signed address was made for, by the rights of this moment. @throws Refused permission_denied with the reason `address` */
export async function viewerOfKey(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  key: ActorKey,
): Promise<LookingActor> {
  const named = visitorOfKey(key)
  const actor =
    named === null
      ? ((await actorOfKey(db, key)) ?? (await applicationOfAddress({ db, clock }, key)))
      : await visitorOfAddress(db, clock(), named)
  if (actor === null) throw addressRefused()
  return actor
}

/** Everything that has become of the link since is one answer: whoever fetches understands its status alone. */
async function visitorOfAddress(db: Db, now: Date, named: Grant): Promise<VisitorActor | null> {
  const isUser = named.visitor.startsWith('u')
  const user = isUser ? await findUser(db, Number(named.visitor.slice(1))) : null
  if (isUser && user === null) return null
  try {
    return await visitorBy(db, now, named, user)
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

/** null where the grant is of another link, of an earlier password, or of somebody whom the link names no longer. */
async function visitorBy(
  db: Db,
  now: Date,
  { linkId, passwordVersion, visitor }: Grant,
  user: UserActor | null,
  uniqueName?: string,
): Promise<VisitorActor | null> {
  const [link] = await loadLinks(db, [linkId])
  if (!link || (passwordVersion !== BY_NAME && passwordVersion !== link.password_version)) return null
  if (uniqueName !== undefined && link.unique_name !== uniqueName) return null
  const standing = (await standingOf(db, [link], now)).get(link.id)!
  const refusal = refusals[standing.state]
  if (refusal !== null) throw new Refused(refusal)
  const own = visitor.startsWith('u') ? user : null
  if (user?.user.id !== link.maker_id) await requireInvited(db, link, own)
  if (passwordVersion === BY_NAME && !(await isNamedBy(db, link, own))) return null
  return visitorActor({ link, standing, user: own }, { visitor, passwordVersion })
}
