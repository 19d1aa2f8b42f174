import { scopes as allScopes, type Scope } from '@/contract/applications'
import type { ActorKey } from './actorKey'
import type { JobOwner } from '../jobs/ServingOrder'
import type { EnterpriseRow, UserRow } from '../database/tables'

/** The one who performs a request or a job. Each request and job creates one actor; policies decide what an actor may do. */
export type Actor = UserActor | VisitorActor | ContributorActor | ApplicationActor

/** A user with an account. */
export interface UserActor {
  kind: 'user'
  user: UserRow
  enterprise: EnterpriseRow
  /** The page or tab that sent the request; live updates skip it. */
  client?: string
  /** The origin of the request, such as an IP address. */
  address?: string
  /** The application that acts for the user, or for the whole enterprise through its owner (OAPI-06). The audit log names it. */
  program?: ApplicationClient
}

/** A visitor of a share link. Their rights follow from the rights of the link's maker (decisions 67). */
export interface VisitorActor {
  kind: 'visitor'
  visitor: VisitorKey
  /** null: not signed in */
  user: UserRow | null
  /** The maker of the link, as they are now. */
  maker: UserActor
  link: SharedLink
  /** The origin of the request, such as an IP address. */
  address?: string
  /** The client's name for itself. */
  userAgent?: string
}

/**
 * A contributor to a collecting link (AH-25), with or without an account. They may put files into the link's folder and new versions of their own
 * files, and may see nothing.
 */
export interface ContributorActor {
  kind: 'contributor'
  /** The maker of the link, as they are now. The files belong to the maker. */
  maker: UserActor
  collect: CollectingLink
  person: { id: number; name: string }
  /** Items that the contributor has handed in. */
  fileIds: ReadonlySet<number>
  /** The origin of the request, such as an IP address. */
  address?: string
}

/** The part of a collecting link that decides where files go. */
export interface CollectingLink {
  id: number
  folderId: number
}

/** Actors who may upload: users, contributors to a collecting link, and applications for their user. */
export type UploadingActor = UserActor | ContributorActor | ApplicationActor

/** Actors with the rights of one user: all of them, or those within the scopes of an application. */
export type UserOrApplication = UserActor | ApplicationActor

/** Actors who may view items: their own, or those of a link. */
export type ViewingActor = UserActor | VisitorActor

/** Like ViewingActor, also through an application. */
export type ReadingActor = ViewingActor | ApplicationActor

/** A visitor of links: `u17` is user 17; other keys were generated for visitors without an account. */
export type VisitorKey = `u${number}` | `x${string}`

/** Replaces the password version when the link names the visitor, who needs no password as long as the link does (decisions 70). */
export const BY_NAME = 0

/** What a share link allows its visitors now. */
export interface SharedLink {
  id: number
  /** The version of the password that the visitor entered; BY_NAME for none. */
  passwordVersion: number
  serialNumber: string
  /** The items of the link; everything below them is included. */
  itemIds: ReadonlySet<number>
  /** Versions that the link shows permanently, by item. */
  pinned: ReadonlyMap<number, number>
  mayDownload: boolean
  isDownloadLimited: boolean
  /** '' = none */
  watermark: string
  /** Whether the watermark names the visitor and the time. */
  isWatermarkVisitor: boolean
}

/** A foreign program that acts for a user, with the user's rights within its scopes (OPEN-01). */
export interface ApplicationActor {
  kind: 'application'
  client: ApplicationClient
  scopes: readonly Scope[]
  onBehalfOf: UserActor
  /** The person who looks, if not the user; the watermark carries their name. */
  viewer: UserActor | null
  /** The origin of the request, such as an IP address. */
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
 * The enterprise as a party that shares turns and places with others. All personal accounts are one party, 0: whoever registers a hundred accounts has
 * no more turns than with one.
 */
export function sharerOf({ id, is_personal: isPersonal }: Pick<EnterpriseRow, 'id' | 'is_personal'>): number {
  return isPersonal ? 0 : id
}

/**
 * Who a job is charged to. A visitor's jobs count against the enterprise of the link's maker. All visitors of a link without an account count as
 * one owner, because they could otherwise become a new owner, with a turn of their own, at will.
 */
export function jobOwner(actor: ReadingActor | ContributorActor): JobOwner {
  if (actor.kind === 'application') return jobOwner(actor.onBehalfOf)
  if (actor.kind === 'user') return { enterprise: sharerOf(actor.enterprise), actor: actorKey(actor) }
  if (actor.kind === 'contributor')
    return { enterprise: sharerOf(actor.maker.enterprise), actor: `c${actor.collect.id}` }
  const { link, maker, visitor } = actor
  const isKnown = visitor.startsWith('u')
  return { enterprise: sharerOf(maker.enterprise), actor: isKnown ? actorKey(actor) : `v${link.id}` }
}

/** The user whose invitations apply: visitors act with what was granted to the link's maker. */
export function grantedUserId(actor: ReadingActor): number {
  return principalOf(actor).user.id
}

/** The user id for approvals. Visitors are never reviewers, whoever they are. */
export function reviewerId(actor: ReadingActor): number {
  if (actor.kind === 'application') return actor.onBehalfOf.user.id
  return actor.kind === 'user' ? actor.user.id : 0
}

/** Whether the visitor is the maker of the link. */
export function isMaker({ maker, user }: Pick<VisitorActor, 'maker' | 'user'>): boolean {
  return user?.id === maker.user.id
}

function visitorActorKey(linkId: number, passwordVersion: number, visitor: VisitorKey): ActorKey {
  return `v${linkId}p${passwordVersion}${visitor}`
}

/** A pattern of contributors' actor keys, for SQL; its group is the id of the collecting link. */
export const contributorKeyPattern = '^c([0-9]+)h'

/** Builds a contributor's actor key from ids alone. */
export function contributorKey(collectId: number, personId: number): ActorKey {
  return `c${collectId}h${personId}`
}

/** The user whose rights an actor has, whole or in part. */
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

/**
 * The user for whom an application acts, for services that know only users. The call's scope must permit what they do: they have all rights of the
 * user.
 */
export function programUser({ onBehalfOf, address, client: program }: ApplicationActor): UserActor {
  return { ...onBehalfOf, address, program }
}

/** The owner of the files that an actor uploads. */
export function creatorId(actor: UploadingActor): number {
  return principalOf(actor).user.id
}

/** What a transaction records about the actor. */
export function transactionActorOf(actor: UploadingActor): {
  client?: string
  address?: string
  user?: { id: number }
} {
  if (actor.kind === 'application') return { address: actor.address, user: actor.onBehalfOf.user }
  return actor.kind === 'user' ? actor : { address: actor.address }
}

/** Reads a visitor's key; null for other keys and for malformed ones. */
export function visitorOfKey(key: ActorKey): { linkId: number; passwordVersion: number; visitor: VisitorKey } | null {
  const [, linkId, version, visitor] = /^v([1-9]\d{0,15})p(0|[1-9]\d{0,8})(u[1-9]\d{0,15}|x[\w-]{16})$/.exec(key) ?? []
  if (visitor === undefined) return null
  return { linkId: Number(linkId), passwordVersion: Number(version), visitor: visitor as VisitorKey }
}

/** Builds a user's actor key from the id alone. */
export function userKey(userId: number): ActorKey {
  return `u${userId}`
}

/** The user of a key; null for other keys and for malformed ones. */
export function userIdOfKey(key: ActorKey): number | null {
  const id = /^u([1-9]\d{0,15})$/.exec(key)?.[1]
  return id === undefined ? null : Number(id)
}

/** Builds an application's actor key from ids alone. */
export function applicationKey(
  clientId: number,
  scopes: readonly Scope[],
  userId: number,
  viewerId: number | undefined,
): ActorKey {
  return `a${clientId}s${maskOf(scopes)}u${userId}${viewerId === undefined ? '' : `w${viewerId}`}`
}

/** Reads an application's key; null for other keys and for malformed ones. */
export function applicationOfKey(
  key: ActorKey,
): { clientId: number; scopes: Scope[]; userId: number; viewerId: number | null } | null {
  const [, clientId, mask, userId, viewerId] =
    /^a([1-9]\d{0,15})s(\d{1,4})u([1-9]\d{0,15})(?:w([1-9]\d{0,15}))?$/.exec(key) ?? []
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
