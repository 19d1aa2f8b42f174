import type { ErrorCode } from '@/contract/errors'
import type { ShareState } from '@/contract/shares/shares'
import { BY_NAME, type UserActor, type VisitorActor, type VisitorKey } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { actionNeedsLogin, permissionDenied, Refused, shareGrantExpired } from '../../errors'
import { isNamed } from '../../policies/shares/links'
import { findUser } from '../../queries/session/sessions'
import { loadLinks, type LinkDetail } from '../../queries/shares/links'
import { isReceiver } from '../../queries/shares/receivers'
import { readGrant, type Grant } from './grants'
import { sharedLink, linkStatuses, type LinkStatus } from './status'

/** The facts of a request by a visitor. */
export interface ShareRequest {
  /** The unique name of the link. */
  uniqueName: string | undefined
  /** X-Share-Grant */
  grant: unknown
  /** null: nobody is signed in */
  user: UserActor | null
  address: string
  userAgent: string
}

/**
 * The visitor of a request, with current rights.
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
 * The visitor of an earlier request, with current rights.
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

/** The visitor of a signed address; null for every refusal, because clients of signed addresses read only the status. */
export async function visitorOfAddress(db: Db, now: Date, named: Grant): Promise<VisitorActor | null> {
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

/** The visitor of a grant; null if the grant is for another link or an earlier password, or for a user that the link no longer names. */
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
  const status = (await linkStatuses(db, [link], now)).get(link.id)!
  const refusal = refusals[status.state]
  if (refusal !== null) throw new Refused(refusal)
  const own = visitor.startsWith('u') ? user : null
  if (user?.user.id !== link.maker_id) await requireInvited(db, link, own)
  if (passwordVersion === BY_NAME && !(await isNamedBy(db, link, own))) return null
  return visitorActor({ link, status, user: own }, { visitor, passwordVersion })
}

/** The error code of each state; null: the state does not prevent opening. */
export const refusals: Record<ShareState, ErrorCode | null> = {
  unavailable: 'share_link_not_found',
  closed: 'process_share_link_closed',
  expired: 'share_link_expired',
  waiting: 'share_link_waiting',
  refused: 'share_link_refused',
  limit_reached: null,
  open: null,
}

/** @throws Refused action_need_login, permission_denied */
export async function requireInvited(db: Db, link: LinkDetail, user: UserActor | null): Promise<void> {
  if (link.access === 'public') return
  if (user === null) throw actionNeedsLogin()
  if (user.enterprise.id !== link.enterprise_id) throw permissionDenied()
  if (link.access === 'collaborators' && !(await isReceiver(db, link.id, user.user.id))) throw permissionDenied()
}

/** Whether a link names the user, who then needs no password. */
export async function isNamedBy(db: Db, link: LinkDetail, user: UserActor | null): Promise<boolean> {
  return user !== null && isNamed(user, link, await isReceiver(db, link.id, user.user.id))
}

/** Whether the asking user may use a visitor's grant. Anybody may use the grant of an anonymous visitor; a user's grant serves only that user. */
export function isOf(visitor: VisitorKey, user: UserActor | null): boolean {
  return visitor.startsWith('x') || visitor === `u${user?.user.id}`
}

/** The actor of an admitted visitor. */
export function visitorActor(
  { link, status, user }: { link: LinkDetail; status: LinkStatus; user: UserActor | null },
  { visitor, passwordVersion }: Pick<Grant, 'visitor' | 'passwordVersion'>,
): VisitorActor {
  return {
    kind: 'visitor',
    visitor,
    user: user?.user ?? null,
    maker: status.maker!,
    link: { ...sharedLink(link, status), passwordVersion },
  }
}
