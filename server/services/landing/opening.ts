import type { ShareState } from '@/contract/shares/shares'
import { trimPassword } from '@/domain/shares/password'
import { BY_NAME, type UserActor, type VisitorActor, type VisitorKey } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { Refused, shareLinkNotFound, type SharedBefore } from '../../errors'
import { hashInTurn, partyOfAddress, partyOfUser, type Hasher } from '../../crypto/passwords'
import { isAllowed } from '../../policies/access/authorize'
import type { Node } from '../../policies/access/facts'
import { isShownBeforePassword, movedTo } from '../../policies/shares/links'
import { findLinkByName, type LinkDetail } from '../../queries/shares/links'
import { continueUses, hasAnyUse } from '../../queries/shares/visits'
import type { ViewedItem } from '../../queries/items/viewedItem'
import { accessOf } from '../access/itemAccess'
import { isRobot } from '../shares/clients'
import { issueGrant, newVisitor, readGrant, type Grant } from '../shares/grants'
import { countGuess, countUnknownLink } from '../shares/guesses'
import { linkStatuses, type LinkStatus } from '../shares/status'
import { savedFolder } from './saves'
import { countVisit } from '../shares/uses'
import { isNamedBy, isOf, refusals, requireInvited, visitorActor } from '../shares/visitors'
import { viewItems } from '../items/viewing'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'sign' | 'config' | 'jobs'>

/** A request to open a link. */
export interface OpenLinkRequest {
  uniqueName: string
  /** undefined: the request has no password */
  password: string | undefined
  /** X-Share-Grant */
  grant: unknown
  /** null: nobody is signed in, or the sign-in is incomplete */
  user: UserActor | null
  address: string
  userAgent: string
}

export interface OpenedLink {
  link: LinkDetail
  status: LinkStatus
  user: UserActor | null
  /** null while the visitor may not see the content */
  shown: {
    visitor: VisitorActor
    first: ViewedItem
    count: number
    /** Whether any of the items may be downloaded. */
    isSavable: boolean
    /** Whether the user has access to all of the items without the link. */
    isAccessible: boolean
    /** The folder into which the user last saved from this link. */
    savedFolder: Node | null
  } | null
  /** '' for a link that waits for approval or was refused */
  grant: string
}

/**
 * Opens a link: returns its content, and the grant for later calls (2§7). Opening counts a visit, but no preview or download.
 * @throws Refused in this order: share_link_not_found, share_link_sought_too_often, share_link_moved, process_share_link_closed,
 * share_link_expired, action_need_login, permission_denied, share_link_invalid_password, share_link_guessed_too_often,
 * share_link_preview_download_limited
 */
export async function openLink(ports: Ports, opening: OpenLinkRequest): Promise<OpenedLink> {
  const { db, clock, sign, config } = ports
  const { user } = opening
  const link = await findLinkByName(db, opening.uniqueName)
  if (!link) {
    await countUnknownLink(db, clock, opening.address)
    throw shareLinkNotFound()
  }
  const status = (await linkStatuses(db, [link], clock())).get(link.id)!
  if (!status.maker) throw shareLinkNotFound()
  const redirectDomain = movedTo(status.maker.enterprise, config.shareDomains)
  if (redirectDomain !== null) throw new Refused('share_link_moved', { redirectDomain })
  const isOwner = user?.user.id === link.maker_id
  requireAlive(status.state)
  if (!isOwner) await requireInvited(db, link, user)
  const sentGrant = readGrant(sign, clock, opening.grant)
  const grant = sentGrant?.linkId === link.id && isOf(sentGrant.visitor, user) ? sentGrant : null
  const isByName = !isOwner && link.password_hash !== null && (await isNamedBy(db, link, user))
  if (!isOwner && !isByName) await requirePassword(ports, { link, status }, grant, opening)
  const passwordVersion = isByName ? BY_NAME : link.password_version
  if (status.state === 'waiting' || status.state === 'refused') {
    return { link, status, user, shown: null, grant: '' }
  }
  const visitor: VisitorKey = user ? `u${user.user.id}` : (grant?.visitor ?? newVisitor())
  if (grant && user && !isOwner && grant.visitor !== visitor)
    await continueUses(db, { linkId: link.id, from: grant.visitor, to: visitor, now: clock() })
  if (
    status.state === 'limit_reached' &&
    !isOwner &&
    !(await hasAnyUse(db, { linkId: link.id, visitor, now: clock() }))
  )
    throw new Refused('share_link_preview_download_limited')
  const actor = {
    ...visitorActor({ link, status, user }, { visitor, passwordVersion }),
    address: opening.address,
    userAgent: opening.userAgent,
  }
  const ids = [...actor.link.itemIds]
  const access = await accessOf(db, actor, ids)
  const [first] = await viewItems(ports, actor, ids.slice(0, 1), access)
  if (!first) throw shareLinkNotFound()
  if (!isRobot(opening.userAgent)) await countVisit(ports, actor)
  const isAccessible = user !== null && (await isReachable(db, user, ids))
  const isSavable = ids.some((id) => isAllowed(access.get(id), 'item_download'))
  return {
    link,
    status,
    user,
    shown: {
      visitor: actor,
      first,
      count: ids.length,
      isSavable,
      isAccessible,
      savedFolder: user && (await savedFolder(db, user, link.id)),
    },
    grant: issueGrant(sign, clock, { linkId: link.id, passwordVersion, visitor }),
  }
}

/** @throws Refused unless the link is open, waits for approval, was refused or has reached its limit */
function requireAlive(state: ShareState): void {
  const code = refusals[state]
  if (code !== null && state !== 'waiting' && state !== 'refused') throw new Refused(code)
}

/** Requires the link's password or a fresh grant. @throws Refused share_link_invalid_password, share_link_guessed_too_often */
async function requirePassword(
  { db, clock }: Ports,
  { link, status }: Pick<OpenedLink, 'link' | 'status'>,
  grant: (Grant & { isFresh: boolean }) | null,
  { password, user, address }: OpenLinkRequest,
): Promise<void> {
  if (link.password_hash === null) return
  if (grant?.isFresh && grant.passwordVersion === link.password_version && password === undefined) return
  if (password === undefined) throw invalidPassword(sharedBefore(link, status))
  if (password === '') throw invalidPassword()
  const { password_hash: hash } = link
  const { refusal, undo } = await countGuess(db, clock, { linkId: link.id, userId: user?.user.id ?? null, address })
  const party = user ? partyOfUser(user) : partyOfAddress('visitors', address)
  if (!(await hashInTurn(party, (hasher) => isPassword(hasher, hash, password))))
    throw refusal === 'share_link_invalid_password' ? invalidPassword() : new Refused(refusal)
  await undo()
}

/** Older passwords were stored as typed: with surrounding blanks, or with decomposed letters. */
async function isPassword({ verify }: Hasher, hash: string, typed: string): Promise<boolean> {
  const trimmed = trimPassword(typed)
  for (const tried of new Set([trimmed, typed, trimmed.normalize('NFD')])) if (await verify(hash, tried)) return true
  return false
}

const invalidPassword = (shared?: SharedBefore) =>
  new Refused('share_link_invalid_password', { field: 'password', ...(shared && { sharedBefore: shared }) })

/** The facts that the policy shows before the password; they come from rows that every opening loads. */
function sharedBefore(link: LinkDetail, { state, policy, itemIds }: LinkStatus): SharedBefore | undefined {
  if (!isShownBeforePassword(state, policy)) return undefined
  return { sharer: link.maker_name, items: link.items.filter(({ id }) => id !== null && itemIds.includes(id)) }
}

async function isReachable(db: Db, user: UserActor, ids: readonly number[]): Promise<boolean> {
  const found = await accessOf(db, user, ids)
  return ids.every((id) => isAllowed(found.get(id)))
}
