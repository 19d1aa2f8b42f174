import { Type, type Static } from '@sinclair/typebox'
import { Id, call, nullable, oneOf } from './call'
import { PreviewKind, PreviewStatus } from './entities'
import type { PreviewReason } from './errors'

/** State of a representation (1§3 Preview info, 1§4). */
export const PreviewInfo = Type.Object({
  status: PreviewStatus,
  /** 0 to 1, meaningful in extract_processing and for media. */
  progress: Type.Number(),
  media_status: nullable(oneOf('analysing', 'waiting', 'in_transformation', 'finished')),
  /** Whether the document can be had in both modes: its pages, and in the office frame by an office service (decisions 27). */
  change_mode_available: Type.Boolean(),
  /** The kind, or `office`: then preview_url is the address of a frame, that of an office service a whole one. */
  preview_type: Type.String(),
  /** Why not, when not_support, generating_failed or failed. */
  reason: nullable(Type.Unsafe<PreviewReason>({ type: 'string' })),
  /** Signed address of what the viewer shows; null until generated. */
  preview_url: nullable(Type.String()),
  /** Signed address of the file itself for openDocument; null without the right (decisions 46). */
  download_url: nullable(Type.String()),
  category: nullable(oneOf('watermark_preview')),
  password: nullable(Type.String()),
  exif_rotation: Type.Integer(),
})

export const previewCalls = {
  'GET /apps/representations/info': call(
    {
      kind: Type.Optional(PreviewKind),
      file_id: Id,
      file_version_id: Type.Optional(Id),
      scenario: Type.Optional(Type.String()),
      is_first: Type.Optional(Type.Boolean()),
      /** Asks for the office frame; counts for office documents where the enterprise has the WPS flag. */
      wps_enable: Type.Optional(Type.Boolean()),
      'force-regenerate': Type.Optional(Type.Boolean()),
    },
    PreviewInfo.properties,
  ),
}

export type PreviewInfo = Static<typeof PreviewInfo>
