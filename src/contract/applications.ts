import { Type, type Static } from '@sinclair/typebox'
import { openAdministrationCalls } from './applications/administration'
import { collabCalls } from './applications/collabs'
import { commentCalls } from './applications/comments'
import { findingCalls } from './applications/finding'
import { itemList, OpenItem, TrashedItem } from './applications/items'
import { openLogCalls } from './applications/log'
import { makingCalls } from './applications/making'
import { done, ofKind, openCall, order, page, paged } from './applications/openCall'
import { OpenUser, openPeopleCalls } from './applications/people'
import { openPlatformCalls } from './applications/platform'
import { shareCalls } from './applications/shares'
import { openTagCalls } from './applications/tags'
import { versionCalls } from './applications/versions'
import { Bytes, Id, Seconds, nullable, oneOf } from './call'
import { PreviewInfo, PreviewKind, previewCalls } from './previews/previews'

/**
 * Each scope allows an application some actions for a user. The application never gets more rights than that user. Addresses store the index of a
 * scope, so append new scopes at the end.
 */
export const scopes = [
  'item_read',
  'item_preview',
  'item_download',
  'item_upload',
  'item_edit',
  'item_delete',
  'item_comment',
  'item_share',
  'item_collab',
  'people_read',
  'profile_edit',
] as const
export type Scope = (typeof scopes)[number]

/** Describes a new file. The size may be unknown until its bytes arrive. */
const announced = {
  name: Type.String({ minLength: 1, maxLength: 4000 }),
  upload_type: oneOf('api'),
  /** Own field: checked before a byte is sent. */
  file_size: Type.Optional(Bytes),
}
/** What happens if the folder has an item of that name: without either, file_name_conflict. */
const sameName = {
  /** A file of that name gets a new version. */
  is_covered: Type.Optional(Type.Boolean()),
  /** Own field: the new file gets a number, as in the drive's own client. */
  is_numbered: Type.Optional(Type.Boolean()),
}
const PresignReply = { presign_url: Type.String() }

const {
  kind: _kind,
  scenario: _scenario,
  share_link_token: _link,
  reading: _reading,
  grid: _grid,
  ...previewOf
} = previewCalls['GET /apps/representations/info'].request.properties
const { success: _info, ...pagesReply } = previewCalls['GET /apps/representations/pages'].reply.properties
const { success: _entries, ...entriesReply } = previewCalls['GET /apps/representations/entries'].reply.properties

/** The x-preview-token names the file. `file_id` may repeat it. */
const lookedAt = {
  file_id: Type.Optional(Id),
  file_version_id: Type.Optional(Id),
  /** An access token of the same application for the person who looks at the file, if another user opened it. The watermark names that person. */
  preview_user_token: Type.Optional(Type.String({ maxLength: 200 })),
}

const fileInfo = openCall({ id: Id }, OpenItem.properties)
/** The address is valid for an hour. */
const fileDownload = openCall(
  {
    id: Id,
    /** 0: the current version; otherwise the nth from the oldest. */
    version: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
  },
  { download_url: Type.String() },
)
/** The upload address of a new file in a folder; 0 is the own root. The client then posts the file to it as form field `file`. */
const fileUpload = openCall({ parent_id: Id, ...announced, ...sameName }, PresignReply)
const newVersion = openCall(
  { id: Id, ...announced, remark: Type.Optional(Type.String({ maxLength: 500 })) },
  PresignReply,
)
const previewToken = openCall(
  {
    file_id: Id,
    file_version_id: Type.Optional(Id),
    /** seconds */
    period: Type.Optional(Type.Integer({ minimum: 1, maximum: 3600, default: 3600 })),
  },
  { preview_token: Type.String() },
)

/** At least one of both. The name of a file is followed by its extension, whatever it ends with. */
const itemUpdate = openCall(
  {
    id: Id,
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 4000 })),
    description: Type.Optional(Type.String({ maxLength: 140 })),
  },
  OpenItem.properties,
)
const itemChange = openCall({ id: Id }, done)
/** Everything in the user's recycle bin, as far as the user may. `backend_processing`: the server goes on after the answer. */
const wholeTrash = openCall(ofKind, { ...done, backend_processing: Type.Optional(Type.Literal(true)) })
/** Where an item goes: a folder, 0 for the own root, or for that of a department. */
const target = { target_folder_id: Id, department_id: Type.Optional(Id) }
const itemTrashed = openCall({ id: Id }, TrashedItem.properties)

/** Calls of applications, below `/api`, with `Authorization: Bearer` (1§7, decisions 30). */
export const openCalls = {
  /** The user of a token, and the token itself (own fields). */
  'GET /v2/user/info': openCall(
    {},
    {
      ...OpenUser.properties,
      application: Type.Object({ name: Type.String() }),
      scopes: Type.Array(oneOf(...scopes)),
      /** The only origin whose pages may frame the drive with this token and receive its messages; null: none. */
      origin: nullable(Type.String()),
      expires_at: Seconds,
    },
  ),
  ...openPeopleCalls,
  ...openTagCalls,
  ...openAdministrationCalls,
  ...openLogCalls,
  ...openPlatformCalls,
  // The names with `_v2` are the platform's newer ones for the same calls (OAPI-03).
  'GET /v2/file/{id}/info': fileInfo,
  'GET /v2/file/{id}/info_v2': fileInfo,
  'GET /v2/file/{id}/download': fileDownload,
  'GET /v2/file/{id}/download_v2': fileDownload,
  'GET /v2/file/preview_token': previewToken,
  'POST /v2/file/preview_token': previewToken,
  'POST /v2/preview/info': openCall(
    { ...previewOf, ...lookedAt, kind: Type.Optional(PreviewKind) },
    PreviewInfo.properties,
  ),
  /** Own calls: the pages of a document as pictures, and the entries of an archive. */
  'POST /v2/preview/pages': openCall(
    {
      ...lookedAt,
      entry: previewOf.entry,
      encoding: previewOf.encoding,
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
  'POST /v2/file/upload': fileUpload,
  'POST /v2/file/upload_v2': fileUpload,
  /** Like upload, but to a path below the own root (`课件/第一章`). The server creates missing folders. */
  'POST /v2/file/upload_by_path': openCall(
    { target_folder_path: Type.String({ maxLength: 4000 }), ...announced, ...sameName },
    PresignReply,
  ),
  /** The address of a new version of a file, which keeps its name. */
  'POST /v2/file/{id}/new_version': newVersion,
  'POST /v2/file/{id}/new_version_v2': newVersion,
  'POST /v2/file/{id}/update': itemUpdate,
  'POST /v2/folder/{id}/update': itemUpdate,
  'POST /v2/file/{id}/copy': openCall({ id: Id, ...target }, OpenItem.properties),
  'POST /v2/file/{id}/move': openCall(
    {
      id: Id,
      ...target,
      /** Another way to name the root of a department. */
      target_space: Type.Optional(Type.Object({ type: Type.String({ maxLength: 100 }), id: Id })),
    },
    done,
  ),
  'POST /v2/folder/{id}/move': openCall({ id: Id, ...target }, done),
  /** Into the trash, from the trash for ever, and back to where it was. */
  'POST /v2/file/{id}/delete': itemChange,
  'POST /v2/folder/{id}/delete': itemChange,
  'POST /v2/file/{id}/delete_from_trash': itemChange,
  'POST /v2/folder/{id}/delete_from_trash': itemChange,
  'POST /v2/file/{id}/restore_from_trash': itemChange,
  'POST /v2/folder/{id}/restore_from_trash': itemChange,
  'GET /v2/file/{id}/trash': itemTrashed,
  'GET /v2/folder/{id}/trash': itemTrashed,
  /** Own calls for the pickers: the folders to start from, the children of a folder (0: the own root), and a new folder. */
  'GET /v2/folder/roots': openCall({}, { folders: Type.Array(OpenItem) }),
  'GET /v2/folder/{id}/info': openCall({ id: Id }, OpenItem.properties),
  'GET /v2/folder/{id}/children': openCall(
    {
      id: Id,
      /** With id 0: the root of the department. */
      department_id: Type.Optional(Id),
      ...paged,
      ...order,
      ...ofKind,
    },
    {
      ...itemList,
      /** Own field for the pickers: the folder itself. */
      folder: OpenItem,
    },
  ),
  /** What lies in the own root, in the root of a department, and which folders others invited the user to. */
  'GET /v2/folder/personal_items': openCall({ ...paged, ...order, ...ofKind }, itemList),
  'GET /v2/folder/department_folders': openCall(
    { department_id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), ...paged, ...order, ...ofKind },
    itemList,
  ),
  'GET /v2/folder/collab_folders': openCall({ ...paged, ...order }, itemList),
  /** The recycle bin of the user: own items, and those that the user deleted in spaces of colleagues. Dates are those of deletion. */
  'GET /v2/trash/list': openCall(
    { ...paged, ...order, ...ofKind },
    { ...itemList, files: Type.Array(TrashedItem), folders: Type.Array(TrashedItem) },
  ),
  'POST /v2/trash/clear': wholeTrash,
  'POST /v2/trash/restore_all': wholeTrash,
  /** The newest 5,000 items with a tag that the user sees. Pages count from 1. */
  'GET /v2/tag/filter_items_by_tag_name': openCall(
    {
      tag_name: Type.String({ minLength: 1, maxLength: 200 }),
      ...paged,
      page_id: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
      ...order,
    },
    itemList,
  ),
  /** Own call: finds the user's items by name, in every space; never by content. */
  'GET /v2/search': openCall(
    {
      query_words: Type.String({ minLength: 1, maxLength: 1000 }),
      file_type_category: Type.Optional(Type.Literal('folder')),
      ...paged,
    },
    { items: Type.Array(OpenItem), ...page },
  ),
  'POST /v2/folder/create': openCall(
    {
      parent_id: Id,
      /** With parent 0: the root of the department. */
      department_id: Type.Optional(Id),
      name: Type.String({ minLength: 1, maxLength: 4000 }),
    },
    OpenItem.properties,
  ),
  ...versionCalls,
  ...findingCalls,
  ...makingCalls,
  ...commentCalls,
  ...shareCalls,
  ...collabCalls,
}

export type { OpenItem }
export type OpenCalls = typeof openCalls
export type OpenCallName = keyof OpenCalls
/** The calls of a token of an enterprise; all others are for tokens of users. */
export type OpenAdminCallName = Extract<OpenCallName, `${string} /v2/admin/${string}`>
export type OpenUserCallName = Exclude<OpenCallName, OpenAdminCallName>
export type OpenRequest<K extends OpenCallName> = Static<OpenCalls[K]['request']>
export type OpenReply<K extends OpenCallName> = Static<OpenCalls[K]['reply']>

/** The body of every refusal below `/api/v2` and `/oauth`. */
export const OpenRefusal = Type.Object({
  errors: Type.Array(Type.Object({ code: Type.String(), msg: Type.String(), field: Type.Optional(Type.String()) })),
  request_id: Type.String(),
})
export type OpenRefusal = Static<typeof OpenRefusal>
