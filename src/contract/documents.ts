import { Type, type Static } from '@sinclair/typebox'
import { Bytes, Id, Seconds, call, nullable, oneOf } from './call'
import { Item } from './entities'
import type { ErrorCode } from './errorCodes'

/** `ydoc`: a text; `yxls`: a workbook. The kind is also the extension. */
export const documentKinds = ['ydoc', 'yxls'] as const
export type DocumentKind = (typeof documentKinds)[number]

const Person = Type.Object({ id: Id, name: Type.String() })

/** A version of a document, in the history of the editor. */
export const DocumentVersion = Type.Object({
  version_id: Id,
  created_at: Seconds,
  /** '' for a version that the server made by itself */
  name: Type.String(),
  /** Who wrote last before the version. */
  user: Person,
  size: Bytes,
})

const VersionName = Type.String({ minLength: 1, maxLength: 400 })

/**
 * A conversion may take minutes. While it is not done, the answer comes after some seconds and its item is null: call again, with `continues`.
 * Without `continues` a conversion begins anew. conversion_ended: the file is made already.
 */
const continued = { continues: Type.Optional(Type.Boolean()) }

/** The kinds of files that a text (docx, pdf, md) and a workbook (xlsx, pdf, csv) can be copied as. */
const CopyFormat = oneOf('docx', 'pdf', 'md', 'xlsx', 'csv')

/** Documents that several people edit together (DOC-01 … DOC-05). The socket and its messages: server/live/documents/README.md. */
export const documentCalls = {
  /**
   * Makes an empty document. A used name gets " (1)", " (2)" …. Refused with: as new_folder, except name_taken; not_support in an enterprise without
   * collaborative documents; quota_exceeded.
   */
  'POST /apps/documents/create': call(
    {
      parent_folder_id: Id,
      /** with or without the extension */
      name: Type.String({ maxLength: 4000 }),
      kind: oneOf(...documentKinds),
      department_id: Type.Optional(Id),
    },
    {
      item: Item,
      /** As `GET /yiqixie/get_access_url` answers; null when no editor can be reached. */
      access_url: nullable(Type.String()),
    },
  ),
  /** The versions of a document, newest first, for who may write. Refused with: item_not_found, item_is_deleted, permission_denied. */
  'GET /apps/documents/history': call(
    {
      file_id: Id,
      /** Only versions older than this one. */
      before: Type.Optional(Id),
    },
    {
      versions: Type.Array(DocumentVersion, { maxItems: 50 }),
      has_more: Type.Boolean(),
      /** The last change, which may be younger than all versions; null before the first. */
      last_change: nullable(Type.Object({ at: Seconds, user: Person })),
    },
  ),
  /** The contents of a version. Refused with: as history; not_support where its bytes are no document of this kind. */
  'GET /apps/documents/version': call(
    { file_id: Id, version_id: Id },
    {
      version: DocumentVersion,
      /** The Yjs state, in base64. */
      state: Type.String(),
    },
  ),
  /**
   * Names a version, or makes a version of the present state under a name. A named version stays. Refused with: as history; item_locked,
   * personal_space_closed, quota_exceeded, content_refused, content_unchecked, document_name_too_long.
   */
  'POST /apps/documents/name_version': call(
    {
      file_id: Id,
      name: VersionName,
      /** absent: the present state */
      version_id: Type.Optional(Id),
    },
    { version: DocumentVersion },
  ),
  /**
   * Gives a document the contents of a version again, as a change that everybody sees at once and that can be undone by restoring the version that
   * is made before it. Refused with: as name_version; document_too_large; not_support as version.
   */
  'POST /apps/documents/restore': call(
    { file_id: Id, version_id: Id },
    {
      /** The version that contains what was there before. */
      earlier_version_id: Id,
    },
  ),
  /**
   * Makes a document with the contents of a file, beside the file: a text (ydoc) of a document of Word, a Markdown file or a plain text, in which
   * pictures become words; a workbook (yxls) of a workbook or a text with separated values. Refused with: as download; for the folder: as create;
   * conversion_….
   */
  'POST /apps/documents/import': call({ file_id: Id, ...continued }, { item: nullable(Item) }),
  /**
   * Copies a document, as it is now, as a file of another kind into a folder, for who could download another file in its place. A csv has the first
   * sheet. Refused with: as history; for the folder: as create; not_support also for a kind that this server cannot make of it; conversion_….
   */
  'POST /apps/documents/copy_as': call(
    {
      file_id: Id,
      format: CopyFormat,
      /** as in create */
      parent_folder_id: Id,
      department_id: Type.Optional(Id),
      ...continued,
    },
    { item: nullable(Item) },
  ),
}

/**
 * The reply of `POST /apps/documents/pictures`, whose body is a picture (PNG, JPEG, GIF, WebP, HEIC, AVIF) and whose header `document-access` is the
 * token of the document. Refused with: document_access; permission_denied, item_locked, personal_space_closed for those who may not write;
 * document_picture_unreadable, document_picture_too_many, quota_exceeded, asked_too_often, content_refused, content_unchecked.
 */
export const PictureReply = Type.Object({
  success: Type.Literal(true),
  /** Names the picture in the text: the attribute `picture` of an element `image`. */
  picture: Type.String(),
})

export type PictureReply = Static<typeof PictureReply>
export type DocumentVersion = Static<typeof DocumentVersion>
export type CopyFormat = Static<typeof CopyFormat>

/** What a connection may do. */
export type DocumentRole = 'write' | 'read'

/** A person as the others see them: the field `user` of an awareness state, which the server fills in. */
export interface DocumentPerson {
  id: number
  name: string
  /** `#rrggbb` */
  color: string
}

/** Why a connection may only read. */
export type DocumentReadReason = Extract<
  ErrorCode,
  'permission_denied' | 'item_locked' | 'personal_space_closed' | 'quota_exceeded' | 'document_too_large'
>

/** Messages of the server beside the document, as JSON in Hocuspocus's stateless messages. Unknown types are ignored. */
export type DocumentMessage =
  | {
      /** Sent once, after the token was accepted. */
      type: 'opened'
      file_id: number
      name: string
      kind: DocumentKind
      /** null for a visitor of a link, who is not shown to others */
      user: DocumentPerson | null
      role: DocumentRole
      reason: DocumentReadReason | null
      /** Whether a copy as an office file, into a folder, is offered. */
      may_copy: boolean
      /** Two lines to draw over the page; null = none. */
      watermark: string | null
      /** The signed address of the pictures: the key of one follows its path (`domain/documents/pictures`). */
      pictures: string
    }
  | {
      /** The role changed. Changes that are not acknowledged yet were not stored once the role is `read`. */
      type: 'role'
      role: DocumentRole
      reason: DocumentReadReason | null
      may_copy: boolean
      watermark: string | null
    }
  /** The name, or the folder, changed: somebody renamed or moved the document. */
  | { type: 'item'; name: string; is_moved: boolean }
  /** Somebody restored a version, perhaps the user in another window. Visitors of links learn of nobody. */
  | { type: 'restored'; user: Pick<DocumentPerson, 'id' | 'name'> }
  /** A newer token for the next connection, and a newer address of the pictures. They replace the earlier ones. */
  | { type: 'access'; access: string; pictures: string }

/**
 * Why the server closed a connection: the reason of the close event. The code tells what helps: 4401 another token, 4403 nothing, 4408 connecting
 * again at once, 4413 and 4422 throwing away the changes that were not acknowledged, 4429 and 4503 connecting again later.
 */
export const documentCloseCodes = {
  /** The token is altered or expired, or its session ended. */
  document_access: 4401,
  permission_denied: 4403,
  item_not_found: 4403,
  item_is_deleted: 4403,
  not_support: 4403,
  encrypt_yiqixie: 4403,
  /** The client builds on changes that the server does not know, or reads too slowly. */
  document_outdated: 4408,
  document_update_too_large: 4413,
  document_too_large: 4413,
  document_update_refused: 4422,
  /** The document has as many readers as it may have. */
  document_full: 4429,
  document_too_often: 4429,
  /** The server stops, or has no room for another document. */
  document_busy: 4503,
} as const satisfies Partial<Record<ErrorCode, number>>
export type DocumentCloseReason = keyof typeof documentCloseCodes
