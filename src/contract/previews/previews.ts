import { Type, type Static } from '@sinclair/typebox'
import { Bytes, Id, Seconds, call, nullable, oneOf } from '../call'
import { ExtensionCategory } from '../entities'
import type { PreviewReason } from '../errors'
import { shareScenario } from '../shares/shares'

/** Preview generation (1§4). */
export const PreviewStatus = oneOf(
  'not_support',
  'generating_failed',
  'file_not_in_final_storage',
  'generating',
  'generating_started',
  'generating_downloading',
  'generating_downloaded',
  'generating_uploading',
  'generating_uploaded',
  'generated',
  'not_started',
  'download_started',
  'download_completed',
  'check_started',
  'check_completed',
  'extract_started',
  'extract_processing',
  'extract_completed',
  'failed',
)

/** What shows a file (1§4); `zip`, not of the specification, is the list of what an archive holds. */
export const PreviewKind = oneOf('pdf', 'image_1024', 'video', 'audio', 'yiqixie', 'zip')

const MediaStatus = oneOf('analysing', 'waiting', 'in_transformation', 'finished')

/** State of a representation (1§3 Preview info, 1§4). */
export const PreviewInfo = Type.Object({
  status: PreviewStatus,
  /** 0 to 1, meaningful in extract_processing and for media. */
  progress: Type.Number(),
  media_status: nullable(MediaStatus),
  /** Whether the document can be had in both modes: its pages, and in the office frame by an office service (decisions 27). */
  change_mode_available: Type.Boolean(),
  /** The kind, or `office`: then preview_url is the address of a frame, that of an office service a whole one. */
  preview_type: Type.String(),
  /** Why not, when not_support, generating_failed or failed. */
  reason: nullable(Type.Unsafe<PreviewReason>({ type: 'string' })),
  /** Signed address of what the viewer shows; null until generated. */
  preview_url: nullable(Type.String()),
  /** Signed address of the picture that stands for a video; null for other kinds, and where it cannot be had. */
  poster_url: nullable(Type.String()),
  /** How long a video or sound plays; null until it is known, and for other kinds. */
  milliseconds: nullable(Type.Integer()),
  /** Signed address of the file itself for openDocument; null without the right (decisions 46). */
  download_url: nullable(Type.String()),
  category: nullable(oneOf('watermark_preview')),
  password: nullable(Type.String()),
  exif_rotation: Type.Integer(),
})

/** So many pages in a row have this size, in points. */
const PageRun = Type.Object({ width: Type.Number(), height: Type.Number(), pages: Type.Integer({ minimum: 1 }) })

const Entry = Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))

/** A file or a folder in an archive. */
const ArchiveEntry = Type.Object({
  type: oneOf('file', 'folder'),
  name: Type.String(),
  /** Its number in the archive; null of a folder. */
  entry: nullable(Type.Integer()),
  /** Lower case, without the dot. */
  extension: Type.String(),
  extension_category: ExtensionCategory,
  size: Bytes,
  modified_at: nullable(Seconds),
  /** It opens with a password only: it cannot be looked at. */
  is_encrypted: Type.Boolean(),
})

export const previewCalls = {
  'GET /apps/representations/info': call(
    {
      kind: Type.Optional(PreviewKind),
      file_id: Id,
      file_version_id: Type.Optional(Id),
      /** A file in an archive, by the number that representations/entries gives it. */
      entry: Entry,
      ...shareScenario,
      is_first: Type.Optional(Type.Boolean()),
      /** Asks for the office frame; counts for office documents where the enterprise has the WPS flag. */
      wps_enable: Type.Optional(Type.Boolean()),
      'force-regenerate': Type.Optional(Type.Boolean()),
      /** What will be shown of a document is pictures of its pages: no rendition is waited for that carries the user's mark, and none is named. */
      pages: Type.Optional(Type.Boolean()),
    },
    PreviewInfo.properties,
  ),
  /**
   * What a folder of an archive holds (1§4), once representations/info of the kind `zip` says extract_completed: folders first, sorted by
   * name; from `offset` on (from 0; beyond the end none). Nothing where there is no such folder. Refused as any look at the file is:
   * item_not_found, item_is_deleted, permission_denied.
   */
  'GET /apps/representations/entries': call(
    {
      file_id: Id,
      file_version_id: Type.Optional(Id),
      /** Names of folders, a slash between two; empty: the archive itself. */
      folder: Type.Optional(Type.String({ maxLength: 4096, default: '' })),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 100 })),
      ...shareScenario,
    },
    {
      /** Why there are none. */
      reason: nullable(Type.Unsafe<PreviewReason>({ type: 'string' })),
      /** Why the list is not all that the archive held: the rest is damaged, or lies in the other volumes of a split archive. */
      trouble: nullable(oneOf('damaged', 'volume')),
      total: Type.Integer(),
      entries: Type.Array(ArchiveEntry),
    },
  ),
  /**
   * The pages of a document as pictures (PREV-08, decisions 46), once representations/info with `pages` says that it is generated: the
   * sizes of all, and where so many are, from `offset` on (from 0; beyond the end none). Each is made when it is first fetched, and
   * carries the user's mark where they may not download. Refused as any look at the file is: item_not_found, item_is_deleted, permission_denied.
   */
  'GET /apps/representations/pages': call(
    {
      file_id: Id,
      file_version_id: Type.Optional(Id),
      entry: Entry,
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
      ...shareScenario,
    },
    {
      /** Why there are none. */
      reason: nullable(Type.Unsafe<PreviewReason>({ type: 'string' })),
      sizes: Type.Array(PageRun),
      /** Between which shares of their width the first pages are written, from the left edge; null where that is not known. */
      span: nullable(Type.Object({ left: Type.Number(), right: Type.Number() })),
      /** Signed addresses. */
      preview_urls: Type.Array(Type.String()),
    },
  ),
}

export type PreviewInfo = Static<typeof PreviewInfo>
export type ArchiveEntry = Static<typeof ArchiveEntry>
export type ArchiveTrouble = 'damaged' | 'volume'
export type MediaStatus = Static<typeof MediaStatus>
export type PageRun = Static<typeof PageRun>
export type PreviewStatus = Static<typeof PreviewStatus>
export type PreviewKind = Static<typeof PreviewKind>
