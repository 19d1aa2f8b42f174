import { Type, type Static, type TObject, type TProperties } from '@sinclair/typebox'
import { Bytes, Id, Seconds, nullable, oneOf } from './call'
import { Item, Owner } from './entities'
import { PreviewInfo, PreviewKind, previewCalls } from './previews/previews'

/** What an application may be let do for a user; never more than the user may. The place of each is kept in addresses: new ones go to the end. */
export const scopes = ['item_read', 'item_preview', 'item_download', 'item_upload'] as const
export type Scope = (typeof scopes)[number]

/** Declares a call of the open platform: its answers carry no `success`, its refusals an HTTP status. */
function openCall<Request extends TProperties, Reply extends TProperties>(request: Request, reply: Reply) {
  return {
    request: Type.Object(request, { additionalProperties: false }) as TObject<Request>,
    reply: Type.Object(reply) as TObject<Reply>,
  }
}

/** A step on the way to an item. */
const OpenParent = Type.Object({
  id: Id,
  type: oneOf('folder'),
  name: Type.String(),
  typed_id: Type.String(),
})

/** An item as applications see it: all that the drive's own client reads, and the fields of the platform beside. */
export const OpenItem = Type.Object({
  ...Item.properties,
  path: Type.Array(OpenParent),
  parent: nullable(OpenParent),
  owned_by: Owner,
  created_at: Seconds,
  /** Grows with each version. */
  sequence_id: Type.Integer(),
})

/** Of a new file; the size may be unknown until its bytes come. */
const announced = {
  name: Type.String({ minLength: 1, maxLength: 4000 }),
  upload_type: oneOf('api'),
  /** Own field: checked before a byte is sent. */
  file_size: Type.Optional(Bytes),
}
const PresignReply = { presign_url: Type.String() }

/** Rows of a page; pages count from 0. */
const paged = {
  page_id: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
  page_capacity: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
}
const page = {
  page_id: Type.Integer(),
  page_capacity: Type.Integer(),
  page_count: Type.Integer(),
  total_count: Type.Integer(),
}

const {
  kind: _kind,
  scenario: _scenario,
  share_link_token: _link,
  ...previewOf
} = previewCalls['GET /apps/representations/info'].request.properties
const { success: _info, ...pagesReply } = previewCalls['GET /apps/representations/pages'].reply.properties
const { success: _entries, ...entriesReply } = previewCalls['GET /apps/representations/entries'].reply.properties

/** What is looked at is named by the x-preview-token; `file_id` may say it once more. */
const lookedAt = {
  file_id: Type.Optional(Id),
  file_version_id: Type.Optional(Id),
  /** An access token of the same application for who looks, where that is not whose file it is: their name is in the watermark. */
  preview_user_token: Type.Optional(Type.String({ maxLength: 200 })),
}

/** Calls of applications, below `/api`, with `Authorization: Bearer` (1§7, decisions 30). */
export const openCalls = {
  /** Own call: whom a token stands for. */
  'GET /v2/user/info': openCall(
    {},
    {
      id: Id,
      name: Type.String(),
      login: Type.String(),
      enterprise: Type.Object({ id: Id, name: Type.String() }),
      application: Type.Object({ name: Type.String() }),
      scopes: Type.Array(oneOf(...scopes)),
      /** The one page that may show the drive in a frame with this token and hears of it; null: none. */
      origin: nullable(Type.String()),
      expires_at: Seconds,
    },
  ),
  'GET /v2/file/{id}/info': openCall({ id: Id }, OpenItem.properties),
  /** Own call: where the bytes of a file are had, for an hour. */
  'GET /v2/file/{id}/download': openCall({ id: Id }, { download_url: Type.String() }),
  'GET /v2/file/preview_token': openCall(
    {
      file_id: Id,
      file_version_id: Type.Optional(Id),
      /** seconds */
      period: Type.Optional(Type.Integer({ minimum: 1, maximum: 3600, default: 3600 })),
    },
    { preview_token: Type.String() },
  ),
  'POST /v2/preview/info': openCall(
    { ...previewOf, ...lookedAt, kind: Type.Optional(PreviewKind) },
    PreviewInfo.properties,
  ),
  /** Own calls: the pages of a document as pictures, and what an archive holds. */
  'POST /v2/preview/pages': openCall(
    {
      ...lookedAt,
      entry: previewOf.entry,
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    },
    pagesReply,
  ),
  'POST /v2/preview/entries': openCall(
    {
      ...lookedAt,
      folder: Type.Optional(Type.String({ maxLength: 4096, default: '' })),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 100 })),
    },
    entriesReply,
  ),
  /** Where a new file of a folder goes; 0 is the user's own root. The file is then posted there as form field `file`. */
  'POST /v2/file/upload': openCall({ parent_id: Id, ...announced }, PresignReply),
  /** As upload, to a path below the own root, `课件/第一章`; what is missing of it is made. */
  'POST /v2/file/upload_by_path': openCall(
    { target_folder_path: Type.String({ maxLength: 4000 }), ...announced },
    PresignReply,
  ),
  /** Own calls, which the pickers need: where to begin, what lies in a folder (0: the own root), a new folder. */
  'GET /v2/folder/roots': openCall({}, { folders: Type.Array(OpenItem) }),
  'GET /v2/folder/{id}/info': openCall({ id: Id }, OpenItem.properties),
  'GET /v2/folder/{id}/children': openCall(
    {
      id: Id,
      ...paged,
      sort_by: Type.Optional(oneOf('date', 'name', 'size')),
      sort_direction: Type.Optional(oneOf('asc', 'desc')),
    },
    {
      /** The folder itself. */
      folder: OpenItem,
      items: Type.Array(OpenItem),
      ...page,
    },
  ),
  /** Own call: what the user finds by its name, wherever it lies; never by what it contains. */
  'GET /v2/search': openCall(
    {
      query_words: Type.String({ minLength: 1, maxLength: 1000 }),
      file_type_category: Type.Optional(Type.Literal('folder')),
      ...paged,
    },
    { items: Type.Array(OpenItem), ...page },
  ),
  'POST /v2/folder/create': openCall(
    { parent_id: Id, name: Type.String({ minLength: 1, maxLength: 4000 }) },
    OpenItem.properties,
  ),
}

export type OpenCalls = typeof openCalls
export type OpenCallName = keyof OpenCalls
export type OpenRequest<K extends OpenCallName> = Static<OpenCalls[K]['request']>
export type OpenReply<K extends OpenCallName> = Static<OpenCalls[K]['reply']>
export type OpenItem = Static<typeof OpenItem>

/** The body of every refusal below `/api/v2` and of `/oauth/token`. */
export const OpenRefusal = Type.Object({
  errors: Type.Array(Type.Object({ code: Type.String(), msg: Type.String(), field: Type.Optional(Type.String()) })),
  request_id: Type.String(),
})
export type OpenRefusal = Static<typeof OpenRefusal>

/** `POST /oauth/token` with the application's id and secret (HTTP basic), as a form or as JSON. */
export const TokenRequest = Type.Object(
  {
    grant_type: oneOf('client_credentials'),
    /** The login of whom the application acts for. */
    user: Type.String({ minLength: 1, maxLength: 200 }),
    /** Blank between several; absent: all of the application. */
    scope: Type.Optional(Type.String({ maxLength: 400 })),
    /** The page that will show the drive; one of the application's. */
    origin: Type.Optional(Type.String({ maxLength: 300 })),
  },
  { additionalProperties: false },
)
export const TokenReply = Type.Object({
  access_token: Type.String(),
  token_type: oneOf('bearer'),
  /** seconds */
  expires_in: Type.Integer(),
  scope: Type.String(),
})
export type TokenRequest = Static<typeof TokenRequest>
export type TokenReply = Static<typeof TokenReply>
