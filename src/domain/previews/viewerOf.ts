import type { Item } from '@/contract/entities'
import type { PreviewKind } from '@/contract/previews/previews'
import { categoryOf, fileTileOf } from '@/domain/items/kinds'
import { ARCHIVE_PREVIEW_SIZE_LIMIT } from '@/domain/previews/limits'

export type ViewerChoice =
  /** `reading` shows a document as text, `grid` as a table, `pages` as page pictures. */
  | { viewer: 'gallery' | 'pdf' | 'reading' | 'grid' | 'pages' | 'player' | 'document' | 'archive' | 'unsupported' }
  /** The phone's own document viewer, whose menu forwards and saves. `source` is the file passed to it. */
  | { viewer: 'system'; source: 'original' | 'rendition'; extension: string }

/** The types of WeChat's openDocument (developers.weixin.qq.com, wx.openDocument). */
const SYSTEM_TYPES: readonly string[] = ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'pdf']
/** bytes; the maximum that the mini-program downloads (wx.downloadFile). */
const SYSTEM_SIZE_LIMIT = 200 * 1024 * 1024

const viewers: Record<
  Exclude<PreviewKind, 'pdf'> | 'unsupported',
  'gallery' | 'player' | 'document' | 'archive' | 'unsupported'
> = {
  image_1024: 'gallery',
  video: 'player',
  audio: 'player',
  yiqixie: 'document',
  zip: 'archive',
  unsupported: 'unsupported',
}

/**
 * The viewer of a file (PREV-02, PREV-08). A phone with its own document viewer gets documents that the user may download (decisions 46), up to
 * its size limit (bytes): the original if it knows the type, else the PDF rendition. Other documents are shown as page pictures, as are those
 * that a phone or a browser failed to show, and pictures of several pages. Texts, books and mails that the user may download are read as text,
 * unless the user prefers their pages (AH-36). Documents of Word and PDFs are read as text if the user wishes (AH-38). Tables are shown as tables likewise (AH-37), except workbooks in a browser that frames documents.
 */
export function viewerOf(
  file: { kind: PreviewKind | 'unsupported'; extension: string; size: number; mayDownload: boolean },
  phone: { opensDocuments: boolean; failed?: boolean; reads?: boolean; readsDocument?: boolean; frames?: boolean },
): ViewerChoice {
  if (file.kind === 'image_1024' && phone.failed) return { viewer: 'pages' }
  if (file.kind !== 'pdf') return { viewer: viewers[file.kind] }
  const isFramed = phone.frames === true && !phone.opensDocuments && !isSeparated(file.extension)
  if (phone.reads && file.mayDownload && hasGrid(file.extension) && !isFramed) return { viewer: 'grid' }
  if (phone.reads && file.mayDownload && hasReading(file.extension)) return { viewer: 'reading' }
  if (phone.readsDocument && file.mayDownload && hasReadingMode(file.extension)) return { viewer: 'reading' }
  if (phone.failed) return { viewer: 'pages' }
  if (!phone.opensDocuments) return { viewer: 'pdf' }
  if (!file.mayDownload || file.size > SYSTEM_SIZE_LIMIT) return { viewer: 'pages' }
  return SYSTEM_TYPES.includes(file.extension)
    ? { viewer: 'system', source: 'original', extension: file.extension }
    : { viewer: 'system', source: 'rendition', extension: 'pdf' }
}

const booksAndMails = ['epub', 'eml', 'msg']

/** Whether a file can be read as text. */
export function hasReading(extension: string): boolean {
  const category = categoryOf(extension)
  return category === 'text' || category === 'markdown' || booksAndMails.includes(extension)
}

/** Texts of Word and of other programs for writing. Drawings, slides and sheets are no texts. */
const documents = 'docx docm dotx dotm doc dot rtf odt ott fodt wps wpt sxw stw wri wpd'.split(' ')

/** Whether a document, which is shown as pages, has a reading mode (AH-38). */
export function hasReadingMode(extension: string): boolean {
  return extension === 'pdf' || documents.includes(extension)
}

/** Whether a file has slides, which can be shown on the whole screen (AH-38). */
export function isSlides(extension: string): boolean {
  return fileTileOf(extension).group === 'ppt'
}

/** The formats of workbooks that are read as tables. */
const workbooks = ['xlsx', 'xlsm', 'xltx', 'xltm', 'xls', 'xlt', 'ods', 'ots']

/** Whether a file can be shown as a table. */
export function hasGrid(extension: string): boolean {
  return workbooks.includes(extension) || isSeparated(extension)
}

/** Whether a file is a text with separated values. */
export function isSeparated(extension: string): boolean {
  return extension === 'csv' || extension === 'tsv'
}

/** Whether a file is an archive over 1 GB, which has no preview (1§5, PREV-14). */
export function isArchiveTooLarge({
  extension_category: category,
  size,
}: Pick<Item, 'extension_category' | 'size'>): boolean {
  return category === 'zip' && size > ARCHIVE_PREVIEW_SIZE_LIMIT
}

/** Whether the top bar has share and more: neither in open_preview nor for an old version (PREV-01). */
export function hasPreviewControls(shown: { isOpenPreview: boolean; isCurrentVersion: boolean }): boolean {
  return !shown.isOpenPreview && shown.isCurrentVersion
}
