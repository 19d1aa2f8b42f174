import { scopes as allScopes, type Scope } from '@/contract/applications'
import type { ActorKey } from './actorKey'
import type { JobOwner } from '../jobs/ServingOrder'
import type { EnterpriseRow, UserRow } from '../database/tables'

/** Who acts; made once a request or job. Policies decide what an actor may do. */
export type Actor = UserActor | VisitorActor | ContributorActor | ApplicationActor

/** A user with an account. */
export interface UserActor {
  kind: 'user'
  user: UserRow
  enterprise: EnterpriseRow
  /** The page or tab that sent the request; live updates skip it. */
  client?: string
  /** Where the request came from, such as an IP address. */
  address?: string
}

/** Whoever was let in by a share link: what they may do follows from what its maker may (decisions 67). */
export interface VisitorActor {
  kind: 'visitor'
  visitor: VisitorKey
  /** null: not signed in */
  user: UserRow | null
  /** Who made the link, as they are now. */
  maker: UserActor
  link: SharedLink
  /** Where the request came from, such as an IP address. */
  address?: string
  /** What the client calls itself. */
  userAgent?: string
}

/**
 * Whoever hands files in to a collecting link (AH-25), with or without an account: they may put files into its folder and give those that they
 * put there new versions, and may see nothing.
 */
export interface ContributorActor {
  kind: 'contributor'
  /** Who made the link, as they are now; the files are theirs. */
  maker: UserActor
  collect: CollectingLink
  person: { id: number; name: string }
  /** Items that they have handed in. */
  fileIds: ReadonlySet<number>
  /** Where the request came from, such as an IP address. */
  address?: string
}

/** A collecting link as far as it says what may be put where. */
export interface CollectingLink {
  id: number
  folderId: number
}

/** Whoever may send bytes: to where they may, to where a collecting link lets them, or to where an application may for its user. */
export type UploadingActor = UserActor | ContributorActor | ApplicationActor

/** Whoever may look at items: their own, or those of a link. */
export type ViewingActor = UserActor | VisitorActor

/** As ViewingActor, also by way of an application. */
export type LookingActor = ViewingActor | ApplicationActor

/** A visitor of links: `u17` is user 17, anything else was made up for somebody without an account. */
export type VisitorKey = `u${number}` | `x${string}`

/** In place of the version of a password: the link names the visitor, who needs none as long as it does (decisions 70). */
export const BY_NAME = 0

/** What a share link lets its visitors do at this moment. */
export interface SharedLink {
  id: number
  /** Under which password the visitor was let in; BY_NAME: without one. */
  passwordVersion: number
  serialNumber: string
  /** The items that it shows, with all below them. */
  itemIds: ReadonlySet<number>
  /** Versions that are shown for good, by item. */
  pinned: ReadonlyMap<number, number>
  mayDownload: boolean
  isDownloadLimited: boolean
  /** '' = none */
  watermark: string
  /** Whether the watermark names the visitor and the time. */
  isWatermarkVisitor: boolean
}

/** A program of somebody else's that acts for a user: with the user's rights, as far as its scopes go (OPEN-01). */
export interface ApplicationActor {
  kind: 'application'
  client: ApplicationClient
  scopes: readonly Scope[]
  onBehalfOf: UserActor
  /** Who looks at what is shown, where it is not the user themselves: their name is in the watermark. */
  viewer: UserActor | null
  /** Where the request came from, such as an IP address. */
  address?: string
}

export interface ApplicationClient {
  id: number
  name: string
}

export function actorKey(actor: Actor): ActorKey {
  switch (actor.kind) {
    case 'user':
      return userKey(actor.user.id)
    case 'visitor':
      return visitorActorKey(actor.link.id, actor.link.passwordVersion, actor.visitor)
    case 'contributor':
      return contributorKey(actor.collect.id, actor.person.id)
    case 'application':
      return applicationKey(actor.client.id, actor.scopes, actor.onBehalfOf.user.id, actor.viewer?.user.id)
  }
}

/**
 * Whose jobs are those that an actor has done: those of a visitor weigh on the enterprise of who let them in. All who come to a link without
 * an account are one: they would be somebody new, with a turn of their own, as often as they like.
 */
export function jobOwner(actor: LookingActor | ContributorActor): JobOwner {
  if (actor.kind === 'application') return jobOwner(actor.onBehalfOf)
  if (actor.kind === 'user') return { enterprise: actor.enterprise.id, actor: actorKey(actor) }
  if (actor.kind === 'contributor') return { enterprise: actor.maker.enterprise.id, actor: `c${actor.collect.id}` }
  const { link, maker, visitor } = actor
  const isKnown = visitor.startsWith('u')
  return { enterprise: maker.enterprise.id, actor: isKnown ? actorKey(actor) : `v${link.id}` }
}

/** Whose invitations count: a visitor has what was given to who let them in. */
export function grantedUserId(actor: ViewingActor): number {
  return actor.kind === 'user' ? actor.user.id : actor.maker.user.id
}

/** Who they are to approvals: no visitor is the reviewer of anything, whoever they are. */
export function reviewerId(actor: LookingActor): number {
  if (actor.kind === 'application') return actor.onBehalfOf.user.id
  return actor.kind === 'user' ? actor.user.id : 0
}

/** Whether it is the maker of the link who looks at it. */
export function isMaker({ maker, user }: Pick<VisitorActor, 'maker' | 'user'>): boolean {
  return user?.id === maker.user.id
}

function visitorActorKey(linkId: number, passwordVersion: number, visitor: VisitorKey): ActorKey {
  return `v${linkId}p${passwordVersion}${visitor}`
}

/** The key of somebody who hands in, of whom only the ids are known. */
export function contributorKey(collectId: number, personId: number): ActorKey {
  return `c${collectId}h${personId}`
}

/** Whose rights an actor has a part of, or all of. */
export function principalOf(actor: Actor): UserActor {
  switch (actor.kind) {
    case 'user':
      return actor
    case 'visitor':
    case 'contributor':
      return actor.maker
    case 'application':
      return actor.onBehalfOf
  }
}

/** Whose files are those that an actor sends. */
export function creatorId(actor: UploadingActor): number {
  return principalOf(actor).user.id
}

/** What a transaction keeps of who it is for. */
export function doerOf(actor: UploadingActor): { client?: string; address?: string; user?: { id: number } } {
  if (actor.kind === 'application') return { address: actor.address, user: actor.onBehalfOf.user }
  return actor.kind === 'user' ? actor : { address: actor.address }
}

/** What the key of a visitor names; null for the key of anybody else, and for what is no key. */
export function visitorOfKey(key: ActorKey): { linkId: number; passwordVersion: number; visitor: VisitorKey } | null {
  const [, linkId, version, visitor] = /^v([1-9]\d{0,15})p(0|[1-9]\d{0,8})(u[1-9]\d{0,15}|x[\w-]{16})$/.exec(key) ?? []
  if (visitor === undefined) return null
  return { linkId: Number(linkId), passwordVersion: Number(version), visitor: visitor as VisitorKey }
}

/** The key of a user of whom only the id is known. */
export function userKey(userId: number): ActorKey {
  return `u${userId}`
}

/** The user whose key this is; null for the key of anybody else, and for what is no key. */
export function userIdOfKey(key: ActorKey): number | null {
  const id = /^u([1-9]\d{0,15})$/.exec(key)?.[1]
  return id === undefined ? null : Number(id)
}

/** The key of an application that acts for a user of whom, as of the viewer, only the id is known. */
export function applicationKey(
  clientId: number,
  scopes: readonly Scope[],
  userId: number,
  viewerId: number | undefined,
): ActorKey {
  return `a${clientId}s${maskOf(scopes)}u${userId}${viewerId === undefined ? '' : `w${viewerId}`}`
}

/** What the key of an application names; null for the key of anybody else, and for what is no key. */
export function applicationOfKey(
  key: ActorKey,
): { clientId: number; scopes: Scope[]; userId: number; viewerId: number | null } | null {
  const [, clientId, mask, userId, viewerId] =
    /^a([1-9]\d{0,15})s(\d{1,3})u([1-9]\d{0,15})(?:w([1-9]\d{0,15}))?$/.exec(key) ?? []
  if (userId === undefined) return null
  return {
    clientId: Number(clientId),
    scopes: allScopes.filter((_, at) => (Number(mask) >> at) & 1),
    userId: Number(userId),
    viewerId: viewerId === undefined ? null : Number(viewerId),
  }
}

function maskOf(scopes: readonly Scope[]): number {
  return allScopes.reduce((mask, scope, at) => (scopes.includes(scope) ? mask | (1 << at) : mask), 0)
}
