import type { ActorKey } from './actorKey'
import type { JobOwner } from './jobs/ServingOrder'
import type { Role } from '@/contract/entities'
import type { EnterpriseRow, UserRow } from './database/tables'

/** Who acts; made once a request or job. Policies decide what an actor may do. */
export type Actor = UserActor | VisitorActor | ApplicationActor

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

/** Somebody without an account, let in by a share link. */
export interface VisitorActor {
  kind: 'visitor'
  link: { id: number }
  grant: { itemId: number; role: Role }
}

/** A program with a key of its own; `onBehalfOf` is null where it acts for itself. */
export interface ApplicationActor {
  kind: 'application'
  client: { id: number }
  scopes: readonly string[]
  onBehalfOf: UserActor | null
}

export function actorKey(actor: Actor): ActorKey {
  switch (actor.kind) {
    case 'user':
      return userKey(actor.user.id)
    case 'visitor':
      return `v${actor.link.id}`
    case 'application':
      return `a${actor.client.id}${actor.onBehalfOf ? actorKey(actor.onBehalfOf) : ''}`
  }
}

/** Whose jobs are those that an actor has done. */
export function jobOwner(actor: UserActor): JobOwner {
  return { enterprise: actor.enterprise.id, actor: actorKey(actor) }
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
