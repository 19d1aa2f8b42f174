import { Type, type Static } from '@sinclair/typebox'
import { Bytes, Id, Seconds, call, nullable, oneOf } from '../call'
import { ExtensionCategory } from '../entities'
import type { PreviewReason } from '../errors'
import { shareScenario } from '../shares/shares'
import { TextEncoding } from './encodings'
import { GridBlock, gridCalls } from './grid'
import { pageTextCalls } from './pageTexts'
import { ReadingPiece, readingCalls } from './reading'

export { TextEncoding } from './encodings'

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

/** The forms of a preview (1§4). `zip`, not of the specification, lists the entries of an archive. */
export const PreviewKind = oneOf('pdf', 'image_1024', 'video', 'audio', 'yiqixie', 'zip')

const MediaStatus = oneOf('analysing', 'waiting', 'in_transformation', 'finished')

/** The state of a representation (1§3 Preview info, 1§4). */
export const PreviewInfo = Type.Object({
  status: PreviewStatus,
  /** Percent, 0 to 100 (decisions 61). Meaningful in extract_processing and for media. */
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  media_status: nullable(MediaStatus),
  /** Whether the document has both modes: pages, and the frame of an office service (decisions 27). */
  change_mode_available: Type.Boolean(),
  /**
   * The kind, or `office`: preview_url is then the address of a frame, absolute for an office service. `pages`: there are only pictures of the pages,
   * which representations/pages lists. `reading`: there is only text, which representations/reading sends. `grid`: there is a
   * table, which representations/grid sends.
   */
  preview_type: Type.String(),
  /** The reason of not_support, generating_failed or failed. */
  reason: nullable(Type.Unsafe<PreviewReason>({ type: 'string' })),
  /** The signed address for the viewer; null until generated. */
  preview_url: nullable(Type.String()),
  /** The signed address of a video's poster; null for other kinds, and if there is none. */
  poster_url: nullable(Type.String()),
  /** The signed address of a larger picture for a closer look; null for other kinds, and for pictures that move. */
  large_url: nullable(Type.String()),
  /** The duration of a video or sound; null until it is known, and for other kinds. */
  milliseconds: nullable(Type.Integer()),
  /** The signed address of the file itself for openDocument; null without the right (decisions 46). */
  download_url: nullable(Type.String()),
  category: nullable(oneOf('watermark_preview')),
  password: nullable(Type.String()),
  exif_rotation: Type.Integer(),
  /** Whether the user receives the document's text (decisions 219); absent for other kinds, and if there is no preview. */
  receives_text: Type.Optional(Type.Boolean()),
  /**
   * The picture, or the first page of a document, as a `data:` address: it is readable before another request is answered. Absent unless the call asks
   * for it, for other kinds, for a picture of more than 300 kB, and while the page is not drawn. It has the watermark of the preview.
   */
  first_picture: Type.Optional(Type.String()),
  /** The first piece of the text; absent unless preview_type is `reading`. */
  first_piece: Type.Optional(ReadingPiece),
  /** The first block of the table; absent unless preview_type is `grid`. */
  first_block: Type.Optional(GridBlock),
})

/** A run of consecutive pages of the same size, in points. */
const PageRun = Type.Object({ width: Type.Number(), height: Type.Number(), pages: Type.Integer({ minimum: 1 }) })

const Entry = Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))
/** How to read a text (a file of the category text or markdown); absent: by its evidence (decisions 89). No effect on other files. */
const Encoding = Type.Optional(TextEncoding)

/** A file or a folder in an archive. */
const ArchiveEntry = Type.Object({
  type: oneOf('file', 'folder'),
  name: Type.String(),
  /** Its number in the archive; null for a folder. */
  entry: nullable(Type.Integer()),
  /** Lower case, without the dot. */
  extension: Type.String(),
  extension_category: ExtensionCategory,
  size: Bytes,
  modified_at: nullable(Seconds),
  /** The entry needs a password, so it has no preview. */
  is_encrypted: Type.Boolean(),
})

export const previewCalls = {
  'GET /apps/representations/info': call(
    {
      kind: Type.Optional(PreviewKind),
      file_id: Id,
      file_version_id: Type.Optional(Id),
      /** A file in an archive, by its number from representations/entries. */
      entry: Entry,
      encoding: Encoding,
      ...shareScenario,
      is_first: Type.Optional(Type.Boolean()),
      /** Requests the office frame. Ignored unless the file is an office document and the enterprise has the WPS flag. */
      wps_enable: Type.Optional(Type.Boolean()),
      'force-regenerate': Type.Optional(Type.Boolean()),
      /** The client will show pictures of the pages. `preview_url` is then null, and the server makes no rendition with the user's watermark. */
      pages: Type.Optional(Type.Boolean()),
      /** The client can show text. Ignored unless the file is a text, a book or a mail that the user may download. */
      reading: Type.Optional(Type.Boolean()),
      /** The client can show tables. Ignored unless the file is a table that the user may download. */
      grid: Type.Optional(Type.Boolean()),
      /** The client can show `first_picture`. */
      first_picture: Type.Optional(Type.Boolean()),
    },
    PreviewInfo.properties,
  ),
  /**
   * The entries of a folder in an archive (1§4), once representations/info of the kind `zip` reports extract_completed. Folders first, sorted by
   * name, from `offset` (0-based; empty beyond the end). Empty if there is no such folder. Refused like every preview with: item_not_found,
   * item_is_deleted, permission_denied.
   */
  'GET /apps/representations/entries': call(
    {
      file_id: Id,
      file_version_id: Type.Optional(Id),
      /** Folder names separated by slashes; empty: the archive's root. */
      folder: Type.Optional(Type.String({ maxLength: 4096, default: '' })),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 100 })),
      ...shareScenario,
    },
    {
      /** Why there are no entries. */
      reason: nullable(Type.Unsafe<PreviewReason>({ type: 'string' })),
      /** Why the list is incomplete: the rest is damaged, or lies in other volumes of a split archive. */
      trouble: nullable(oneOf('damaged', 'volume')),
      total: Type.Integer(),
      entries: Type.Array(ArchiveEntry),
    },
  ),
  /**
   * The pages of a document as pictures (PREV-08, decisions 46), once representations/info with `pages` reports it as generated: the sizes of all
   * pages, and the addresses of up to `limit` pages from `offset` (0-based; none beyond the end). The first request for a page renders it, with
   * the user's watermark if they may not download. Refused like every preview with: item_not_found, item_is_deleted, permission_denied.
   */
  'GET /apps/representations/pages': call(
    {
      file_id: Id,
      file_version_id: Type.Optional(Id),
      entry: Entry,
      encoding: Encoding,
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
      ...shareScenario,
    },
    {
      /** Why there are no pages. */
      reason: nullable(Type.Unsafe<PreviewReason>({ type: 'string' })),
      sizes: Type.Array(PageRun),
      /** The written part of the first pages, as fractions of their width from the left edge; null if unknown. */
      span: nullable(Type.Object({ left: Type.Number(), right: Type.Number() })),
      /** Signed addresses. */
      preview_urls: Type.Array(Type.String()),
    },
  ),
  ...readingCalls,
  ...pageTextCalls,
  ...gridCalls,
}

export type PreviewInfo = Static<typeof PreviewInfo>
export type ArchiveEntry = Static<typeof ArchiveEntry>
export type ArchiveError = 'damaged' | 'volume'
export type MediaStatus = Static<typeof MediaStatus>
export type PageRun = Static<typeof PageRun>
export type PreviewStatus = Static<typeof PreviewStatus>
export type PreviewKind = Static<typeof PreviewKind>
