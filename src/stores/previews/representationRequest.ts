import type { Item } from '@/contract/entities'
import type { PreviewKind } from '@/contract/previews/previews'
import type { ViewFlags } from '@/contract/entities'
import { modeOf } from '@/domain/previews/officeFrame'
import type { ViewerChoice } from '@/domain/previews/viewerOf'
import type { PreviewTarget } from './PreviewTarget'
import type { RepresentationRequest } from './Representation'

interface Shown {
  item: Item | null
  target: PreviewTarget
  viewer: ViewerChoice | null
  isSwitched: boolean
}

/** The request for the representation that a file's viewer needs. */
export function representationRequest(
  { item, target: { fileId, versionId, file }, viewer, isSwitched }: Shown,
  kind: PreviewKind | 'unsupported',
  viewFlags: ViewFlags,
): RepresentationRequest {
  return {
    fileId,
    versionId,
    entry: file?.entry,
    kind,
    mode:
      item && viewer
        ? modeOf({ category: item.extension_category, viewer: viewer.viewer, isSwitched }, viewFlags)
        : 'pages',
    pages: viewer?.viewer === 'pages',
    opensOriginal: viewer?.viewer === 'system' && viewer.source === 'original',
  }
}
