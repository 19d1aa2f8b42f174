import { Type, type Static } from '@sinclair/typebox'
import { Id, Seconds, nullable } from '../call'
import { ShareAccess } from '../shares/shares'
import { done, openCall, page, paged } from './openCall'
import { MiniUser } from './people'
import { Mini } from './items'

const link = {
  unique_name: Type.String(),
  /** The address that opens the link. */
  share_link: Type.String(),
  access: ShareAccess,
  password_protected: Type.Boolean(),
  created_at: Seconds,
  /** A day (`2026-12-31`, to its end in China), or `never_expire`. */
  due_time: Type.String({ pattern: '^(\\d{4}-\\d\\d-\\d\\d|never_expire)$' }),
  item: Mini,
}

/** A link. Its maker alone reads the numbers of its uses. */
const OpenShareLink = Type.Object({
  ...link,
  modified_at: Seconds,
  disable_download: Type.Boolean(),
  download_count_total: nullable(Type.Integer({ minimum: 0 })),
  view_count: nullable(Type.Integer({ minimum: 0 })),
  preview_count: nullable(Type.Integer({ minimum: 0 })),
  /** The pinned version of a file; null: always the latest. */
  item_version: nullable(Type.Integer({ minimum: 1 })),
  // Nothing of ours corresponds to these.
  share_type: Type.Null(),
  share_category: Type.Null(),
  value_box: Type.Null(),
  share_link_verification_code: Type.Null(),
})
export type OpenShareLink = Static<typeof OpenShareLink>

const OpenShareLinkDetail = Type.Object({ ...link, expired: Type.Boolean(), closed: Type.Boolean(), owner: MiniUser })

/** Wide types, because the platform has codes of its own for what does not fit. */
const settings = {
  /** `public`, `company` or `collaborators` */
  access: Type.String({ maxLength: 40 }),
  due_time: Type.String({ maxLength: 40 }),
  password_protected: Type.Optional(Type.Boolean()),
  /** letters and digits, at most 33 */
  password: Type.Optional(Type.String({ maxLength: 400 })),
  disable_download: Type.Optional(Type.Boolean()),
  description: Type.Optional(Type.String({ maxLength: 4000 })),
  closed: Type.Optional(Type.Boolean()),
  is_preview_limit: Type.Optional(Type.Boolean()),
  preview_limit: Type.Optional(Type.Integer()),
  is_download_limit_v2: Type.Optional(Type.Boolean()),
  download_limit_v2: Type.Optional(Type.Integer()),
  is_watermark_customize_content: Type.Optional(Type.Boolean()),
  watermark_customize_content: Type.Optional(Type.String({ maxLength: 400 })),
}

const byName = { unique_name: Type.String({ maxLength: 100 }) }
const ofItem = openCall(
  { id: Id, ...paged, owner_id: Type.Optional(Id) },
  { share_links: Type.Array(OpenShareLink), ...page },
)
const closing = openCall(byName, done)

/** Share links (OAPI-04). */
export const shareCalls = {
  /** The user's own links to an item that are not closed, newest first. */
  'GET /v2/file/{id}/share_links': ofItem,
  'GET /v2/folder/{id}/share_links': ofItem,
  /** One of `file_id` and `folder_id`. Each call makes a new link. */
  'POST /v2/share_link/create': openCall(
    {
      file_id: Type.Optional(Id),
      folder_id: Type.Optional(Id),
      ...settings,
      group_ids: Type.Optional(Type.Array(Id, { maxItems: 5000 })),
      invited_user_ids: Type.Optional(Type.Array(Id, { maxItems: 5000 })),
    },
    OpenShareLink.properties,
  ),
  /** Anybody whom the link lets in, with the password if it has one; its maker without. */
  'GET /v2/share_link/{unique_name}/info': openCall(
    { ...byName, password: Type.Optional(Type.String({ maxLength: 400 })) },
    OpenShareLink.properties,
  ),
  /** For the link's maker. */
  'GET /v2/share_link/{unique_name}/info_detail': openCall(byName, OpenShareLinkDetail.properties),
  /** What is left out stays. */
  'POST /v2/share_link/{unique_name}/update': openCall({ ...byName, ...settings }, OpenShareLink.properties),
  'POST /v2/share_link/{unique_name}/close': closing,
  'POST /v2/share_link/{unique_name}/revoke': closing,
}
