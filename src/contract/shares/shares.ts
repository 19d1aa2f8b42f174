import { Type, type Static } from '@sinclair/typebox'
import { Id, Seconds, TypedId, call, nullable, oneOf } from '../call'
import { ExtensionCategory, Item, PathEntry } from '../entities'

/** Who may open a link; `collaborators` are those whom it was shared with by name (decisions 3.3). */
export const ShareAccess = oneOf('public', 'company', 'collaborators')

/** Times that something may be done, at most 6 digits (1§5). */
const LimitCount = Type.Integer({ minimum: 1, maximum: 999_999 })
/** As it is asked for: the rules of `domain/shares` refuse what is too small and clamp what is too large (decisions 3.21, 55). */
const AskedCount = Type.Integer({ minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })
/** The last second of the year 9999: no database keeps what comes after it. */
const LAST_SECOND = 253_402_300_799

/** Lengths in code points are checked by the rules of `domain/shares`; these only bound the request. */
const settings = {
  access: ShareAccess,
  description: Type.String({ maxLength: 4000 }),
  /** Seconds since 1970; 0 = never */
  due_time: Type.Integer({ minimum: 0, maximum: LAST_SECOND }),
  /** Preview only (decisions 4.3). */
  disable_download: Type.Boolean(),
  /** In WeChat the card can be passed on no further (decisions 4.5). */
  disable_forward: Type.Optional(Type.Boolean()),
  password_protected: Type.Boolean(),
  /** '' without one */
  password: Type.String({ maxLength: 400 }),
  /** This and the next: only with their switch (SHARE-16). */
  is_preview_limit: Type.Optional(Type.Boolean()),
  preview_limit: Type.Optional(AskedCount),
  is_download_limit_v2: Type.Optional(Type.Boolean()),
  download_limit_v2: Type.Optional(AskedCount),
  is_watermark_customize_content: Type.Optional(Type.Boolean()),
  watermark_customize_content: Type.Optional(Type.String({ maxLength: 400 })),
  /** Own field: the watermark carries the visitor's name and the time (AH-24). */
  is_watermark_visitor: Type.Optional(Type.Boolean()),
  /** Own field: whether its maker gets a message when it is opened for the first time (AH-17); left out: yes. */
  is_first_visit_told: Type.Optional(Type.Boolean()),
}

/** Own field of several answers: why a link can or cannot be opened now. */
export const ShareState = oneOf(
  'open',
  'expired',
  'closed',
  /** All previews and downloads that it had are used. */
  'limit_reached',
  /** For an approval (process type 1). */
  'waiting',
  /** By who had to approve it (process type 3). */
  'refused',
  /** Deleted, or its maker or the enterprise may share it no longer. */
  'unavailable',
)

/** What was shared, as its maker sees it; of several items the first, and how many there are. */
const SharedItem = Type.Object({
  typed_id: TypedId,
  type: oneOf('file', 'folder'),
  name: Type.String(),
  extension: Type.String(),
  extension_category: ExtensionCategory,
  type_icon: Type.String(),
  size: Type.Integer({ minimum: 0 }),
  item_count: Type.Integer({ minimum: 1 }),
  /** The version that is shared for good; null: always the latest. */
  pinned_version: nullable(Type.Integer({ minimum: 1 })),
})

/** A link as its maker and the administrators of the enterprise see it. Own entity. */
export const ShareLink = Type.Object({
  id: Id,
  unique_name: Type.String(),
  /** Where it is opened, absolute where the server knows its own address. */
  url: Type.String(),
  serial_number: Type.String(),
  item: SharedItem,
  owner: Type.Object({ id: Id, name: Type.String() }),
  created: Seconds,
  state: ShareState,
  /** When its maker closed it, who alone takes that back; null where they did not. */
  closed: nullable(Seconds),
  /** When an administrator closed it; only administrators take that back, and while either holds it is closed. */
  closed_by_administrator: nullable(Seconds),
  /** Whether it waits for an approval that the asker may give or refuse. */
  may_approve: Type.Boolean(),
  ...Type.Required(Type.Object(settings)).properties,
  /** Shown to its maker only, '' to everybody else, and where it can be read no more: an edit with '' then keeps it. */
  password: Type.String(),
  preview_limit: nullable(LimitCount),
  download_limit_v2: nullable(LimitCount),
  visit_count: Type.Integer({ minimum: 0 }),
  visitor_count: Type.Integer({ minimum: 0 }),
  preview_count: Type.Integer({ minimum: 0 }),
  download_count: Type.Integer({ minimum: 0 }),
  /** By name; only of a link for colleagues. */
  receivers: Type.Array(Type.Object({ typed_id: Type.String(), name: Type.String() })),
  receiver_count: Type.Integer({ minimum: 0 }),
})

/** One thing that somebody did with a link. */
export const ShareVisit = Type.Object({
  id: Id,
  /** The same for all that one visitor did with the link, with or without an account; it says nothing else. */
  visitor: Type.Integer({ minimum: 0 }),
  at: Seconds,
  kind: oneOf('visit', 'preview', 'download'),
  /** null: without an account */
  user: nullable(Type.Object({ id: Id, name: Type.String() })),
  /** What was looked at in a folder; '' for the link itself. */
  item_name: Type.String(),
  /** Where it was opened. */
  device: oneOf('wechat', 'wecom', 'browser', 'other'),
})

/** A group of WeChat in which a link was opened from a card; which one it is nobody is told. */
export const ShareGroup = Type.Object({
  /** What it is called by: the first group of a link is 1. */
  number: Type.Integer({ minimum: 1 }),
  people: Type.Integer({ minimum: 1 }),
  visits: Type.Integer({ minimum: 1 }),
  last: Seconds,
})

/** 2§3. Of several items `item` is a folder of its own, `folder_0`, that holds them and has the name of the first. */
export const ShareProcess = Type.Object({
  /** 1 waiting for approval, 2 open, 3 refused */
  type: Type.Integer({ minimum: 1, maximum: 3 }),
  serial_number: Type.String(),
  created: Seconds,
  description: Type.String(),
  /** null before its content may be seen */
  item: nullable(Item),
  item_is_accessible_without_shared: Type.Boolean(),
  can_save: Type.Boolean(),
  /** Own field: how many items the link shows; 0 before its content may be seen. */
  item_count: Type.Integer({ minimum: 0 }),
  /** Own field: the folder into which who is signed in has saved of it last, the own root as in a path; null: nowhere that they still reach. */
  saved_folder: nullable(PathEntry),
  /** Own field: where one picture that is shown at once is had, as get_sibling tells it; null where it is none, or where a look is counted. */
  picture_url: nullable(Type.String()),
  share_link: Type.Object({
    unique_name: Type.String(),
    owner: Type.Object({ id: Id, name: Type.String() }),
    description: Type.String(),
    item: nullable(Item),
    is_open_share_receiver: Type.Boolean(),
    disable_forward: Type.Boolean(),
    disable_download: Type.Boolean(),
    /** Own field: whoever opens it is its maker, who may do all of this without the link. */
    is_owner: Type.Boolean(),
    /** Own fields: what is left, null where nothing is counted (AH-06). */
    previews_left: nullable(Type.Integer({ minimum: 0 })),
    downloads_left: nullable(Type.Integer({ minimum: 0 })),
    due_time: Seconds,
  }),
})

/** The token of a link, as it stands in its address. */
export const UniqueName = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' })

/**
 * What a call takes that a visitor may make, too (1§6, decisions 10): with `scenario` share it is judged by the link and by the grant of
 * `share_links/info`, which travels in the header X-Share-Grant (decisions 47), instead of by the session.
 */
export const shareScenario = {
  scenario: Type.Optional(Type.String()),
  share_link_token: Type.Optional(UniqueName),
}
const LinkIds = Type.Array(Id, { minItems: 1, maxItems: 1000 })
const page = { offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })) }
const listed = {
  ...page,
  search_string: Type.Optional(Type.String({ maxLength: 400 })),
  state: Type.Optional(oneOf('open', 'ended')),
}
const links = {
  share_links: Type.Array(ShareLink, { maxItems: 25 }),
  total_count: Type.Integer({ minimum: 0 }),
}

export const shareCalls = {
  /** 1§7. `item_typed_ids` is an own field: several items as one link, `item_typed_id` then being the first of them. */
  'POST /apps/share_links/create': call(
    {
      item_typed_id: TypedId,
      item_typed_ids: Type.Optional(Type.Array(TypedId, { minItems: 1, maxItems: 1000 })),
      /** Pins the version that is current now (decisions 55). */
      current_version: Type.Boolean(),
      group_ids: Type.Array(Id, { maxItems: 5000 }),
      invited_user_ids: Type.Array(Id, { maxItems: 5000 }),
      ...settings,
    },
    { share_link: ShareLink },
  ),
  /** Own calls from here on. `item_typed_id`: only the links of that item. Without `state` all. */
  'GET /apps/share_links/get_list': call(
    { ...listed, item_typed_id: Type.Optional(TypedId) },
    {
      ...links,
      /** Whether the asker may use `enterprise_list`. */
      may_list_enterprise: Type.Boolean(),
    },
  ),
  /** Of everybody in the enterprise; for its administrators. */
  'GET /apps/share_links/enterprise_list': call(listed, links),
  'GET /apps/share_links/get': call(
    /** `zone`: minutes of local time ahead of UTC. */
    { share_link_id: Id, zone: Type.Optional(Type.Integer({ minimum: -840, maximum: 840, default: 0 })) },
    {
      share_link: ShareLink,
      /** Visits of the last 30 days in that zone, the oldest first; today is the last. */
      visits_by_day: Type.Array(Type.Integer({ minimum: 0 }), { minItems: 30, maxItems: 30 }),
      /** Those in which it was opened last (AH-26), and how many there are. */
      groups: Type.Array(ShareGroup, { maxItems: 50 }),
      group_count: Type.Integer({ minimum: 0 }),
    },
  ),
  'GET /apps/share_links/visits': call(
    { share_link_id: Id, ...page },
    { visits: Type.Array(ShareVisit, { maxItems: 25 }), total_count: Type.Integer({ minimum: 0 }) },
  ),
  /**
   * What a chat shows of a link, to anybody: nothing is counted. Of one that a stranger would not see at once, or that does not exist,
   * `title` is ''.
   */
  'GET /apps/share_links/card': call(
    { unique_name: UniqueName },
    {
      title: Type.String(),
      /** Items that it shows. */
      count: Type.Integer({ minimum: 0 }),
      /** Signed relative address. */
      picture: nullable(Type.String()),
    },
  ),
  /** All settings of a link anew. */
  'POST /apps/share_links/edit': call({ share_link_id: Id, ...settings }, { share_link: ShareLink }),
  /** By its maker or by an administrator, who each close and open for their own side. */
  'POST /apps/share_links/close': call({ share_link_ids: LinkIds }, { share_links: Type.Array(ShareLink) }),
  'POST /apps/share_links/reopen': call({ share_link_id: Id }, { share_link: ShareLink }),
  /** For administrators: approves links that wait, or refuses them; those that wait no more stay as they are. */
  'POST /apps/share_links/approve': call(
    { share_link_ids: LinkIds, is_approved: Type.Boolean() },
    { share_links: Type.Array(ShareLink) },
  ),
  /**
   * 2§7. The password goes in a body, by the second form: an address is kept in too many places. A grant in X-Share-Grant that still holds
   * stands for the password, and an old one says that it is the same visitor: both are answered with a new one. `share_grant` is '' where the
   * process is not of type 2.
   */
  'GET /apps/share_links/info/{unique_name}': call(
    { unique_name: UniqueName },
    { process: ShareProcess, share_grant: Type.String() },
  ),
  'POST /apps/share_links/info/{unique_name}': call(
    { unique_name: UniqueName, password: Type.String({ maxLength: 400 }) },
    { process: ShareProcess, share_grant: Type.String() },
  ),
}

/** How somebody names a link and a grant in a call of the share scenario. */
export type ShareScenario = { scenario?: string; share_link_token?: string }
export type ShareAccess = Static<typeof ShareAccess>
export type ShareState = Static<typeof ShareState>
export type ShareLink = Static<typeof ShareLink>
export type ShareVisit = Static<typeof ShareVisit>
export type ShareGroup = Static<typeof ShareGroup>
export type ShareProcess = Static<typeof ShareProcess>
