import type { ErrorCode } from '@/contract/errors'
import type { ShareProcess, ShareState } from '@/contract/shares'
import { trimPassword } from '@/domain/sharing/password'
import { BY_NAME, type UserActor, type VisitorActor, type VisitorKey } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { actionNeedsLogin, permissionDenied, Refused, shareLinkNotFound } from '../../errors'
import { verifyPassword } from '../../crypto/passwords'
import { isAllowed } from '../../policies/access/authorize'
import { isNamed, movedTo } from '../../policies/shares/links'
import { presentProcess } from '../../presenters/landing/process'
import { pictureOf } from '../../presenters/previews'
import { findLinkByName, type LinkDetail } from '../../queries/shares/links'
import { isReceiver } from '../../queries/shares/receivers'
import { continueUses, hasAnyUse } from '../../queries/shares/visits'
import { accessOf } from '../access/itemAccess'
import { isRobot } from '../shares/clients'
import { issueGrant, newVisitor, readGrant, type Grant } from '../shares/grants'
import { countGuess, countUnknownLink } from '../shares/guesses'
import { sharedLink, standingOf, type Standing } from '../shares/standing'
import { savedFolder } from './saves'
import { takeVisit } from '../shares/uses'
import { viewItems } from '../items/viewing'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'sign' | 'config' | 'jobs'>

/** Who opens a link, and what they bring. */
export interface Opening {
  uniqueName: string
  /** undefined: none was sent */
  password: string | undefined
  /** X-Share-Grant */
  grant: unknown
  /** null: nobody is signed in, or not far enough to use anything */
  user: UserActor | null
  address: string
  userAgent: string
}

/**
 * Opens a link: what it shows, and the grant for what follows (2§7). A page opening counts nothing but the visit.
 * @returns the grant is '' while the link waits for an approval, or was refused
 * @throws Refused in this order: share_link_not_found, share_link_sought_too_often, share_link_moved, process_share_link_closed,
 * share_link_expired, action_need_login, permission_denied, share_link_invalid_password, share_link_guessed_too_often, share_link_preview_download_limited
 */
export async function openLink(ports: Ports, opening: Opening): Promise<{ process: ShareProcess; grant: string }> {
  const { db, clock, sign, config } = ports
  const { user } = opening
  const link = await findLinkByName(db, opening.uniqueName)
  if (!link) {
    await countUnknownLink(db, clock, opening.address)
    throw shareLinkNotFound()
  }
  const standing = (await standingOf(db, [link], clock())).get(link.id)!
  if (!standing.maker) throw shareLinkNotFound()
  const redirectDomain = movedTo(standing.maker.enterprise, config.shareDomains)
  if (redirectDomain !== null) throw new Refused('share_link_moved', { redirectDomain })
  const isOwner = user?.user.id === link.maker_id
  requireAlive(standing.state)
  if (!isOwner) await requireInvited(db, link, user)
  const brought = readGrant(sign, clock, opening.grant)
  const grant = brought?.linkId === link.id && isOf(brought.visitor, user) ? brought : null
  const isByName = !isOwner && link.password_hash !== null && (await isNamedBy(db, link, user))
  if (!isOwner && !isByName) await requirePassword(ports, link, grant, opening)
  const passwordVersion = isByName ? BY_NAME : link.password_version
  if (standing.state === 'waiting' || standing.state === 'refused') {
    return { process: presentProcess(link, { standing, user, shown: null }), grant: '' }
  }
  const visitor: VisitorKey = user ? `u${user.user.id}` : (grant?.visitor ?? newVisitor())
  if (grant && user && !isOwner && grant.visitor !== visitor)
    await continueUses(db, { linkId: link.id, from: grant.visitor, to: visitor, now: clock() })
  if (
    standing.state === 'limit_reached' &&
    !isOwner &&
    !(await hasAnyUse(db, { linkId: link.id, visitor, now: clock() }))
  )
    throw new Refused('share_link_preview_download_limited')
  const actor = {
    ...visitorActor({ link, standing, user }, { visitor, passwordVersion }),
    address: opening.address,
    userAgent: opening.userAgent,
  }
  const ids = [...actor.link.itemIds]
  const access = await accessOf(db, actor, ids)
  const [first] = await viewItems(ports, actor, ids.slice(0, 1), access)
  if (!first) throw shareLinkNotFound()
  if (!isRobot(opening.userAgent)) await takeVisit(ports, actor)
  const isAccessible = user !== null && (await isReachable(db, user, ids))
  const isSavable = ids.some((id) => isAllowed(access.get(id), 'item_download'))
  return {
    process: presentProcess(link, {
      standing,
      user,
      shown: {
        first,
        count: ids.length,
        isSavable,
        isAccessible,
        picture: pictureOf(first, { actor, sign }),
        savedFolder: user && (await savedFolder(db, user, link.id)),
      },
    }),
    grant: issueGrant(sign, clock, { linkId: link.id, passwordVersion, visitor }),
  }
}

/** What a state of a link is told as; null: it can be opened as far as that goes. */
export const refusals: Record<ShareState, ErrorCode | null> = {
  unavailable: 'share_link_not_found',
  closed: 'process_share_link_closed',
  expired: 'share_link_expired',
  waiting: 'share_link_waiting',
  refused: 'share_link_refused',
  limit_reached: null,
  open: null,
}

/** Of those that nobody can help. */
function requireAlive(state: ShareState): void {
  const code = refusals[state]
  if (code !== null && state !== 'waiting' && state !== 'refused') throw new Refused(code)
}

/** @throws Refused action_need_login, permission_denied */
export async function requireInvited(db: Db, link: LinkDetail, user: UserActor | null): Promise<void> {
  if (link.access === 'public') return
  if (user === null) throw actionNeedsLogin()
  if (user.enterprise.id !== link.enterprise_id) throw permissionDenied()
  if (link.access === 'collaborators' && !(await isReceiver(db, link.id, user.user.id))) throw permissionDenied()
}

/** Whether a link names a user now, who then needs none of its passwords. */
export async function isNamedBy(db: Db, link: LinkDetail, user: UserActor | null): Promise<boolean> {
  return user !== null && isNamed(user, link, await isReceiver(db, link.id, user.user.id))
}

/** A grant that still holds stands for the password. @throws Refused share_link_invalid_password, share_link_guessed_too_often */
async function requirePassword(
  { db, clock }: Ports,
  link: LinkDetail,
  grant: (Grant & { isFresh: boolean }) | null,
  { password, address }: Opening,
): Promise<void> {
  if (link.password_hash === null) return
  if (grant?.isFresh && grant.passwordVersion === link.password_version && password === undefined) return
  if (password === undefined || password === '') throw invalidPassword()
  const takeBack = await countGuess(db, clock, { linkId: link.id, address })
  if (!(await isPassword(link.password_hash, password))) throw invalidPassword()
  await takeBack()
}

/** With or without the blanks around it: older passwords were kept with them. */
async function isPassword(hash: string, typed: string): Promise<boolean> {
  const trimmed = trimPassword(typed)
  return (await verifyPassword(hash, typed)) || (trimmed !== typed && (await verifyPassword(hash, trimmed)))
}

const invalidPassword = () => new Refused('share_link_invalid_password', { field: 'password' })

/** Whether a grant is that of who asks: one of a user serves that user alone. */
export function isOf(visitor: VisitorKey, user: UserActor | null): boolean {
  return visitor.startsWith('x') || visitor === `u${user?.user.id}`
}

/** Whoever was let in, as an actor. */
export function visitorActor(
  { link, standing, user }: { link: LinkDetail; standing: Standing; user: UserActor | null },
  { visitor, passwordVersion }: Pick<Grant, 'visitor' | 'passwordVersion'>,
): VisitorActor {
  return {
    kind: 'visitor',
    visitor,
    user: user?.user ?? null,
    maker: standing.maker!,
    link: { ...sharedLink(link, standing), passwordVersion },
  }
}

async function isReachable(db: Db, user: UserActor, ids: readonly number[]): Promise<boolean> {
  const found = await accessOf(db, user, ids)
  return ids.every((id) => isAllowed(found.get(id)))
}
