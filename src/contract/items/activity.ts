import { Type, type Static } from '@sinclair/typebox'
import { Id, Seconds, TypedId, call, nullable, oneOf } from '../call'
import { Avatar, PathEntry, Role } from '../entities'

/**
 * The deeds in an item's activity. `invited` to `declined` concern a member of a folder, `collecting…` a collecting link into a folder. `version_chosen`:
 * an older version became the current one.
 */
export const activityDeeds = [
  'created',
  'version',
  'version_chosen',
  'renamed',
  'moved',
  'deleted',
  'restored',
  'commented',
  'opened',
  'downloaded',
  'copied',
  'shared',
  'share_closed',
  'share_reopened',
  'collecting',
  'collecting_closed',
  'collecting_reopened',
  'handed_in',
  'taken_back',
  'invited',
  'added',
  'joined',
  'role_changed',
  'removed',
  'left',
  'withdrawn',
  'declined',
] as const

/** Microseconds since 1970, the kind of entry, and a number. */
const Cursor = Type.String({ pattern: '^[0-9]{1,16}_[0-3]_[0-9]{1,15}$' })

const ActivityEntry = Type.Object({
  /** Identifies the entry, and is its place in the order. */
  id: Cursor,
  time: Seconds,
  deed: oneOf(...activityDeeds),
  /** Without an id: a contributor, by the name that they chose. Null: somebody who came through a link, or the server. */
  person: nullable(Type.Object({ id: nullable(Id), name: Type.String(), avatar: Type.Optional(Avatar) })),
  /** The person, group or department whose rights changed. */
  subject: Type.Optional(Type.Object({ id: Id, name: Type.String(), is_group: Type.Boolean() })),
  /** The role before and after; null: none. */
  roles: Type.Optional(Type.Object({ before: nullable(Role), after: nullable(Role) })),
  /** The number of the new or chosen version. */
  version: Type.Optional(Type.Integer({ minimum: 1 })),
  /** The name before and after. */
  names: Type.Optional(Type.Object({ before: Type.String(), after: Type.String() })),
  /** The folders from which and into which the item came. Places that the user cannot see are absent. */
  from: Type.Optional(PathEntry),
  to: Type.Optional(PathEntry),
  /** `share`: through a share link; `collect`: through a collecting link. */
  through: Type.Optional(oneOf('share', 'collect')),
  /** The program that acted for the person. */
  application: Type.Optional(Type.String()),
})

export const activityCalls = {
  /**
   * Own call: what happened to an item, newest first (AH-40), but not to the items in a folder. The rights of decisions 268 decide which entries the
   * user sees.
   */
  'GET /apps/files/activity': call(
    {
      item_typed_id: TypedId,
      /** The `next` of the previous page. */
      before: Type.Optional(Cursor),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
    },
    {
      entries: Type.Array(ActivityEntry),
      /** null: there is no older entry. */
      next: nullable(Cursor),
    },
  ),
}

export type ActivityEntry = Static<typeof ActivityEntry>
export type ActivityDeed = ActivityEntry['deed']
