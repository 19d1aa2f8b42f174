import type { Api } from '@/api/Api'
import type { ReadingPiece } from '@/contract/previews/reading'
import type { Canceler } from '@/platform/Platform'
import type { PreviewTarget } from '../representationRequest'
import type { SharedPlace } from './SharedPlace'

export interface OpenedText {
  target: PreviewTarget
  /** The version that is read; null for a file in an archive, whose place is not remembered. */
  version: number | null
  first: ReadingPiece
  /** The place that the text shares with the pages of the document. */
  shared: SharedPlace
}

/** Requests a piece of a text, from 0. @param whole waits until the whole text is made */
export function requestPiece(
  api: Api,
  { fileId, versionId, file, encoding }: PreviewTarget,
  { piece, whole }: { piece: number; whole: boolean },
  canceler: Canceler,
): Promise<ReadingPiece> {
  return api.call(
    'GET /apps/representations/reading',
    { file_id: fileId, file_version_id: versionId, entry: file?.entry, encoding, piece, ...(whole && { whole }) },
    { quiet: true, canceler },
  )
}
