import type { Item, PreviewKind } from '@/contract/entities'
import { ARCHIVE_PREVIEW_SIZE_LIMIT } from '@/domain/limits'

export type Viewer =
  | { viewer: 'gallery' | 'pdf' | 'player' | 'document' | 'unsupported' }
  /** The phone's own document viewer: `source` is what it gets, `menu` whether it offers forwarding and saving (decisions 46). */
  | { viewer: 'system', source: 'original' | 'rendition', extension: string, menu: boolean }

/** What WeChat's openDocument takes (developers.weixin.qq.com, wx.openDocument). */
const SYSTEM_TYPES: readonly string[] = ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'pdf']
/** bytes; what the mini-program downloads at most (wx.downloadFile). */
const SYSTEM_SIZE_LIMIT = 200 * 1024 * 1024

const viewers: Record<PreviewKind | 'unsupported', 'gallery' | 'pdf' | 'player' | 'document' | 'unsupported'> = {
  image_1024: 'gallery',
  pdf: 'pdf',
  video: 'player',
  audio: 'player',
  yiqixie: 'document',
  unsupported: 'unsupported',
}

/**
 * What shows a file (PREV-02, PREV-08). Where the phone opens documents itself it gets the original, if the user may download it and
 * it is of a type and size (bytes) that the phone takes, else the PDF rendition.
 */
export function viewerOf(
  file: { kind: PreviewKind | 'unsupported', extension: string, size: number, mayDownload: boolean },
  phone: { opensDocuments: boolean },
): Viewer {
  if (file.kind !== 'pdf' || !phone.opensDocuments) return { viewer: viewers[file.kind] }
  const takesOriginal = file.mayDownload && SYSTEM_TYPES.includes(file.extension) && file.size <= SYSTEM_SIZE_LIMIT
  return takesOriginal
    ? { viewer: 'system', source: 'original', extension: file.extension, menu: true }
    : { viewer: 'system', source: 'rendition', extension: 'pdf', menu: file.mayDownload }
}

/** Whether a file is an archive over 1 GB, which is not looked into (1§5, PREV-14). */
export function isArchiveTooLarge({ extension_category: category, size }: Pick<Item, 'extension_category' | 'size'>): boolean {
  return category === 'zip' && size > ARCHIVE_PREVIEW_SIZE_LIMIT
}

/** Whether the top bar has share and more: not in open_preview, not on a version that is not the current one (PREV-01). */
export function hasPreviewControls(shown: { isOpenPreview: boolean, isCurrentVersion: boolean }): boolean {
  return !shown.isOpenPreview && shown.isCurrentVersion
}
