import { Type, type Static } from '@sinclair/typebox'
import { Avatar } from '../entities'
import { Id, Seconds, call, nullable, oneOf } from '../call'
import { SharedItem } from './shares'

/** Something that others gave a user; own entity (AH-49). */
export const Received = Type.Object({
  /** `link_3`, `collab_5`; names the entry in a list */
  key: Type.String(),
  /** A link that names the user, a group or a department of theirs; an invitation that waits for an answer; a folder with the user as a member. */
  kind: oneOf('link', 'invitation', 'folder'),
  /** The item as the user may see it now; for a link with several items, the first and their number. */
  item: SharedItem,
  /** The link's maker, or the person who invited; null if nobody is recorded. */
  sender: nullable(Type.Object({ id: Id, name: Type.String(), avatar: Type.Optional(Avatar) })),
  received: Seconds,
  /** When the link or the invitation ends; 0 = never. A member's role does not end. */
  ends: Seconds,
  /** The token of a link; otherwise ''. */
  unique_name: Type.String(),
  /** The entry to accept, for an invitation; otherwise null. */
  collab_id: nullable(Id),
})

export const receivedCalls = {
  /**
   * Own call (AH-49): everything that the user received and may still open, newest first: at most 300 links, and 1000 invitations and folders.
   * Left out: links that ended, are used up, wait for approval or that the user made, and folders that the user may no longer see, or has by
   * an invitation of their own.
   */
  'GET /apps/share_links/received': call(
    { offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })) },
    { received: Type.Array(Received, { maxItems: 25 }), total_count: Type.Integer({ minimum: 0 }) },
  ),
}

export type Received = Static<typeof Received>
