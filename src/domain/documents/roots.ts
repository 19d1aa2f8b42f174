import type { DocumentKind } from '@/contract/documents'

/** The kind of Yjs type that a root is. */
export type RootType = 'fragment' | 'array' | 'map'

/**
 * The roots of a document's Yjs state; the server refuses others.
 * - ydoc: `default` holds the text, as TipTap's collaboration stores it.
 * - yxls: `sheets` holds a Y.Map per sheet: `id`; `name`, '' for none; `rows` and `columns` (Y.Array of ids, in which also deleted ones stay);
 *   `deleted` (Y.Map from the ids of deleted rows and columns to true); `cells` (Y.Map from `ROW:COLUMN`, both ids, to `CellContent`); `styles` (from
 *   the same keys to `CellStyle`, so that a style and a value that two people set at once both stay); `widths` (from ids of columns to px);
 *   `frozen`, absent for none (`FrozenLines`). The types
 *   and limits are in `sheets/content`. Results of formulas are not stored: `sheets/formulas` computes them on the server, too.
 *   An element `image` names a picture by its key (`pictures`).
 * - both: `comments` and `meta` are empty: comments are rows of the server (decisions 314).
 */
export const documentRoots: Record<DocumentKind, Record<string, RootType>> = {
  ydoc: { default: 'fragment', comments: 'map', meta: 'map' },
  yxls: { sheets: 'array', comments: 'map', meta: 'map' },
}

/** The kind of a file with this extension; null for other files. */
export function documentKindOf(extension: string): DocumentKind | null {
  return extension === 'ydoc' || extension === 'yxls' ? extension : null
}
