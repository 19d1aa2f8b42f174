import type { Item } from '@/contract/entities'
import type { PreviewKind, TextEncoding } from '@/contract/previews/previews'
import type { ViewFlags } from '@/contract/entities'
import { modeOf } from '@/domain/previews/officeFrame'
import type { ViewerChoice } from '@/domain/previews/viewerOf'
import type { RepresentationRequest } from './Representation'
import type { EntryInArchive } from '@/domain/previews/archive'

/** The file, version or archive entry that a preview shows. */
export interface PreviewTarget {
  fileId: number
  /** Id of a version that is not the current one. */
  versionId?: number
  /** An entry, where the file is an archive. */
  file?: EntryInArchive
  /** How the reader wants a text to be read; absent: as the server recognises it. */
  encoding?: TextEncoding
}

interface Shown {
  item: Item | null
  target: PreviewTarget
  viewer: ViewerChoice | null
  isSwitched: boolean
}

/**
 * The request for the representation that a file's viewer needs.
 * @param takesPicture whether the picture, or the first page, shall be in the answer: not for the mini-program, which would copy it several times
 */
export function representationRequest(
  { item, target: { fileId, versionId, file, encoding }, viewer, isSwitched }: Shown,
  kind: PreviewKind | 'unsupported',
  viewFlags: ViewFlags,
  takesPicture: boolean,
): RepresentationRequest {
  return {
    fileId,
    versionId,
    entry: file?.entry,
    encoding,
    kind,
    mode:
      item && viewer
        ? modeOf({ category: item.extension_category, viewer: viewer.viewer, isSwitched }, viewFlags)
        : 'pages',
    pages: viewer?.viewer === 'pages',
    reading: viewer?.viewer === 'reading',
    grid: viewer?.viewer === 'grid' || item?.extension === 'yxls',
    firstPicture: takesPicture && (viewer?.viewer === 'gallery' || viewer?.viewer === 'pdf'),
    opensOriginal: viewer?.viewer === 'system' && viewer.source === 'original',
  }
}
