import { Type, type Static } from '@sinclair/typebox'
import { Id, Seconds, TypedId, call, nullable, oneOf } from '../call'
import { ExtensionCategory, Item, PathEntry } from '../entities'

/** Who may open a link. `collaborators` are the people it was shared with by name (decisions 3.3). */
export const ShareAccess = oneOf('public', 'company', 'collaborators')

/** A number of previews or downloads, at most 6 digits (1§5). */
const LimitCount = Type.Integer({ minimum: 1, maximum: 999_999 })
/** A requested count. The rules of `domain/shares` refuse too small ones and clamp too large ones (decisions 3.21, 55). */
const AskedCount = Type.Integer({ minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })
/** The last second of the year 9999, the latest time that the database can store. */
const LAST_SECOND = 253_402_300_799

/** These limits only bound the request. The rules of `domain/shares` check lengths in code points. */
const settings = {
  access: ShareAccess,
  description: Type.String({ maxLength: 4000 }),
  /** Seconds since 1970; 0 = never */
  due_time: Type.Integer({ minimum: 0, maximum: LAST_SECOND }),
  /** Preview only (decisions 4.3). */
  disable_download: Type.Boolean(),
  /** The card in WeChat cannot be forwarded (decisions 4.5). */
  disable_forward: Type.Optional(Type.Boolean()),
  password_protected: Type.Boolean(),
  /** '' without one */
  password: Type.String({ maxLength: 400 }),
  /** The switches and values of the two limits. A value is sent only with its switch (SHARE-16). */
  is_preview_limit: Type.Optional(Type.Boolean()),
  preview_limit: Type.Optional(AskedCount),
  is_download_limit_v2: Type.Optional(Type.Boolean()),
  download_limit_v2: Type.Optional(AskedCount),
  is_watermark_customize_content: Type.Optional(Type.Boolean()),
  watermark_customize_content: Type.Optional(Type.String({ maxLength: 400 })),
  /** Own field: the watermark carries the visitor's name and the time (AH-24). */
  is_watermark_visitor: Type.Optional(Type.Boolean()),
  /** Own field: whether the first opening notifies the link's maker (AH-17). Absent: yes. */
  is_first_visit_told: Type.Optional(Type.Boolean()),
}

/** Own field of several replies: whether a link can be opened now, or why not. */
export const ShareState = oneOf(
  'open',
  'expired',
  'closed',
  /** All previews and downloads of the link are used. */
  'limit_reached',
  /** Waits for approval (process type 1). */
  'waiting',
  /** An administrator refused the approval (process type 3). */
  'refused',
  /** Its items were deleted, or its maker or the enterprise may no longer share them. */
  'unavailable',
)

/** The shared item as the link's maker sees it. For several items: the first, and how many there are. */
export const SharedItem = Type.Object({
  typed_id: TypedId,
  type: oneOf('file', 'folder'),
  name: Type.String(),
  extension: Type.String(),
  extension_category: ExtensionCategory,
  type_icon: Type.String(),
  size: Type.Integer({ minimum: 0 }),
  item_count: Type.Integer({ minimum: 1 }),
  /** The pinned version; null: always the latest. */
  pinned_version: nullable(Type.Integer({ minimum: 1 })),
})

/** A link as its maker and the administrators of the enterprise see it. Own entity. */
export const ShareLink = Type.Object({
  id: Id,
  unique_name: Type.String(),
  /** The address that opens the link; absolute if the server knows its own address. */
  url: Type.String(),
  serial_number: Type.String(),
  item: SharedItem,
  owner: Type.Object({ id: Id, name: Type.String() }),
  created: Seconds,
  state: ShareState,
  /** When the maker closed the link; null if the maker did not. Only the maker can undo this. */
  closed: nullable(Seconds),
  /** When an administrator closed the link. Only administrators can undo this. The link is closed while either time is set. */
  closed_by_administrator: nullable(Seconds),
  /** Whether the link waits for an approval that the asking user may give or refuse. */
  may_approve: Type.Boolean(),
  ...Type.Required(Type.Object(settings)).properties,
  /**
   * Visible only to the link's maker. '' for everybody else, and if the server can no longer read the password. In that case an edit with ''
   * keeps the password.
   */
  password: Type.String(),
  preview_limit: nullable(LimitCount),
  download_limit_v2: nullable(LimitCount),
  visit_count: Type.Integer({ minimum: 0 }),
  visitor_count: Type.Integer({ minimum: 0 }),
  preview_count: Type.Integer({ minimum: 0 }),
  download_count: Type.Integer({ minimum: 0 }),
  /** By name; only for a link to colleagues. */
  receivers: Type.Array(Type.Object({ typed_id: Type.String(), name: Type.String() })),
  receiver_count: Type.Integer({ minimum: 0 }),
})

/** One action of a visitor on a link. */
export const ShareVisit = Type.Object({
  id: Id,
  /** Equal for all actions of one visitor on this link, with or without an account. The number has no other meaning. */
  visitor: Type.Integer({ minimum: 0 }),
  at: Seconds,
  kind: oneOf('visit', 'preview', 'download'),
  /** null: without an account */
  user: nullable(Type.Object({ id: Id, name: Type.String() })),
  /** The name of the item in a folder; '' for the link itself. */
  item_name: Type.String(),
  /** The app that opened the link. */
  device: oneOf('wechat', 'wecom', 'browser', 'other'),
})

/** A WeChat group in which a card opened the link. The group's identity is never revealed. */
export const ShareGroup = Type.Object({
  /** The number that names it: the first group of a link is 1. */
  number: Type.Integer({ minimum: 1 }),
  people: Type.Integer({ minimum: 1 }),
  visits: Type.Integer({ minimum: 1 }),
  last: Seconds,
})

/** 2§3. For several items, `item` is a virtual folder `folder_0` that holds them and has the name of the first. */
export const ShareProcess = Type.Object({
  /** 1 waiting for approval, 2 open, 3 refused */
  type: Type.Integer({ minimum: 1, maximum: 3 }),
  serial_number: Type.String(),
  created: Seconds,
  description: Type.String(),
  /** null before the visitor may see the content */
  item: nullable(Item),
  item_is_accessible_without_shared: Type.Boolean(),
  can_save: Type.Boolean(),
  /** Own field: the number of items in the link; 0 before the visitor may see the content. */
  item_count: Type.Integer({ minimum: 0 }),
  /**
   * Own field: the folder into which the signed-in user last saved from this link; the own root has the form that it has in a path. null if
   * there is none, or the user can no longer reach it.
   */
  saved_folder: nullable(PathEntry),
  /**
   * Own field: if the link is to a single picture, the address of the picture as get_sibling sends it, so that the picture shows at once. null
   * for all other links, and if the link counts previews.
   */
  picture_url: nullable(Type.String()),
  share_link: Type.Object({
    unique_name: Type.String(),
    owner: Type.Object({ id: Id, name: Type.String() }),
    description: Type.String(),
    item: nullable(Item),
    is_open_share_receiver: Type.Boolean(),
    disable_forward: Type.Boolean(),
    disable_download: Type.Boolean(),
    /** Own field: whether the visitor is the link's maker, who may do all of this without the link. */
    is_owner: Type.Boolean(),
    /** Own fields: the remaining count; null without a limit (AH-06). */
    previews_left: nullable(Type.Integer({ minimum: 0 })),
    downloads_left: nullable(Type.Integer({ minimum: 0 })),
    due_time: Seconds,
  }),
})

/** The token of a link, as in its address. */
export const UniqueName = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' })

/**
 * The extra parameters of calls that both users and visitors may make (1§6, decisions 10). With `scenario` share, the link and the grant of
 * `share_links/info` authorise the call instead of the session. The grant travels in the header X-Share-Grant (decisions 47).
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
  /** 1§7. `item_typed_ids` is an own field: several items in one link; `item_typed_id` is then the first of them. */
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
  /** Own calls from here on. `item_typed_id` restricts the list to the links of that item. Without `state`: all. */
  'GET /apps/share_links/get_list': call(
    { ...listed, item_typed_id: Type.Optional(TypedId) },
    {
      ...links,
      /** Whether the asking user may call `enterprise_list`. */
      may_list_enterprise: Type.Boolean(),
    },
  ),
  /** The links of everybody in the enterprise; for its owners and auditors. */
  'GET /apps/share_links/enterprise_list': call(
    {
      ...listed,
      /** The maker. */
      owner_id: Type.Optional(Id),
      /** `closed`: by the maker or an administrator. `waiting`: for approval. */
      only: Type.Optional(oneOf('without_password', 'without_expiry', 'closed', 'waiting')),
    },
    links,
  ),
  'GET /apps/share_links/get': call(
    /** `zone`: minutes of local time ahead of UTC. */
    { share_link_id: Id, zone: Type.Optional(Type.Integer({ minimum: -840, maximum: 840, default: 0 })) },
    {
      share_link: ShareLink,
      /** Visits per day over the last 30 days in that zone, oldest first; today is the last. */
      visits_by_day: Type.Array(Type.Integer({ minimum: 0 }), { minItems: 30, maxItems: 30 }),
      /** The groups that opened the link most recently (AH-26), and the number of all groups. */
      groups: Type.Array(ShareGroup, { maxItems: 50 }),
      group_count: Type.Integer({ minimum: 0 }),
    },
  ),
  'GET /apps/share_links/visits': call(
    { share_link_id: Id, ...page },
    { visits: Type.Array(ShareVisit, { maxItems: 25 }), total_count: Type.Integer({ minimum: 0 }) },
  ),
  /**
   * The card of a link in a chat, for anybody; nothing is counted. `title` is '' if the link does not exist or if a stranger would not see its
   * content at once.
   */
  'GET /apps/share_links/card': call(
    { unique_name: UniqueName },
    {
      title: Type.String(),
      /** The number of items in the link. */
      count: Type.Integer({ minimum: 0 }),
      /** A signed relative address. */
      picture: nullable(Type.String()),
    },
  ),
  /** Replaces all settings of a link. */
  'POST /apps/share_links/edit': call({ share_link_id: Id, ...settings }, { share_link: ShareLink }),
  /** For the link's maker and for administrators. The maker can reopen only what the maker closed, administrators what one of them closed. */
  'POST /apps/share_links/close': call({ share_link_ids: LinkIds }, { share_links: Type.Array(ShareLink) }),
  'POST /apps/share_links/reopen': call({ share_link_id: Id }, { share_link: ShareLink }),
  /** For administrators: approves or refuses waiting links. Links that no longer wait stay unchanged. */
  'POST /apps/share_links/approve': call(
    { share_link_ids: LinkIds, is_approved: Type.Boolean() },
    { share_links: Type.Array(ShareLink) },
  ),
  /**
   * 2§7. The second form sends the password in a body, because addresses end up in too many logs. A valid grant in X-Share-Grant replaces the
   * password; an expired one identifies the same visitor. The reply to either contains a new grant.
   * `share_grant` is '' unless the process is of type 2.
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

/** The fields by which a call of the share scenario names its link. */
export type ShareScenario = { scenario?: string; share_link_token?: string }
export type ShareAccess = Static<typeof ShareAccess>
export type ShareState = Static<typeof ShareState>
export type ShareLink = Static<typeof ShareLink>
export type ShareVisit = Static<typeof ShareVisit>
export type ShareGroup = Static<typeof ShareGroup>
export type ShareProcess = Static<typeof ShareProcess>
