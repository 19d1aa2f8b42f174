import type { CopyFormat } from '@/contract/documents'

/** The kinds of files that a text (ydoc) can be copied as, in the order of the menu. */
export const copyFormats: readonly CopyFormat[] = ['docx', 'pdf', 'md']

/** How a file is read that becomes a text (ydoc). */
export type DocumentSource = 'docx' | 'markdown' | 'text'

const sources: ReadonlyMap<string, DocumentSource> = new Map([
  ['docx', 'docx'],
  ['docm', 'docx'],
  ['dotx', 'docx'],
  ['dotm', 'docx'],
  ['md', 'markdown'],
  ['markdown', 'markdown'],
  ['txt', 'text'],
])

/** How a file with this extension (lower case) becomes a text; null for other files. */
export function documentSourceOf(extension: string): DocumentSource | null {
  return sources.get(extension) ?? null
}
