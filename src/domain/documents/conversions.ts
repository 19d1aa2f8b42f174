import type { CopyFormat, DocumentKind } from '@/contract/documents'
import { hasGrid, isSeparated } from '../previews/viewerOf'

/** The kinds of files that a document can be copied as, in the order of the menu. */
export const copyFormats: Record<DocumentKind, readonly CopyFormat[]> = {
  ydoc: ['docx', 'pdf', 'md'],
  yxls: ['xlsx', 'pdf', 'csv'],
}

/** How a file is read that becomes a text (ydoc). */
export type TextSource = 'docx' | 'markdown' | 'text'
/** How a file is read that becomes a workbook (yxls). `separated`: a text with separated values. */
export type BookSource = 'excel' | 'separated'

const sources: ReadonlyMap<string, TextSource> = new Map([
  ['docx', 'docx'],
  ['docm', 'docx'],
  ['dotx', 'docx'],
  ['dotm', 'docx'],
  ['md', 'markdown'],
  ['markdown', 'markdown'],
  ['txt', 'text'],
])

/** How a file with this extension (lower case) becomes a text; null for other files. */
export function textSourceOf(extension: string): TextSource | null {
  return sources.get(extension) ?? null
}

/** How a file with this extension (lower case) becomes a workbook: each that is shown as a table; null for other files. */
export function bookSourceOf(extension: string): BookSource | null {
  if (isSeparated(extension)) return 'separated'
  return hasGrid(extension) ? 'excel' : null
}

/** The kind of the document that a file with this extension (lower case) becomes; null for other files. */
export function documentMadeOf(extension: string): DocumentKind | null {
  if (textSourceOf(extension) !== null) return 'ydoc'
  return bookSourceOf(extension) === null ? null : 'yxls'
}
