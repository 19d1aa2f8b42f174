import type { DocumentKind } from '@/contract/documents'

/** The kind of Yjs type that a root is. */
export type RootType = 'fragment' | 'array' | 'map'

/**
 * The roots of a document's Yjs state; the server refuses others.
 * - ydoc: `default` holds the text, as TipTap's collaboration stores it.
 * - yxls: `sheets` holds a Y.Map per sheet: `id`, `name`, `rows` and `columns` (Y.Array of ids), `cells` (Y.Map from `ROW:COLUMN`, both ids, to a
 *   plain object: `v` the shown value, `f` the formula, and the style), and any further settings of the sheet.
 * - both: `comments` holds a Y.Map per thread, `meta` settings of the document.
 */
export const documentRoots: Record<DocumentKind, Record<string, RootType>> = {
  ydoc: { default: 'fragment', comments: 'map', meta: 'map' },
  yxls: { sheets: 'array', comments: 'map', meta: 'map' },
}

/** Whether our own editor has a page for documents of a kind. */
export function hasEditorPage(kind: DocumentKind): boolean {
  return kind === 'ydoc'
}

/** The kind of a file with this extension; null for other files. */
export function documentKindOf(extension: string): DocumentKind | null {
  return extension === 'ydoc' || extension === 'yxls' ? extension : null
}
