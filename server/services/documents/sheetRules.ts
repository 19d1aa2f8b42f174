import * as Y from 'yjs'
import {
  isCellContent,
  isCellKey,
  isCellStyle,
  isColumnWidth,
  isFrozenLines,
  isSheetId,
  MOST_IDS,
  MOST_SHEETS,
  SHEET_NAME_LIMIT,
} from '@/domain/documents/sheets/content'

/** What a type within the sheets of a document is; null for one that no sheet has. */
export type SheetPart = 'sheets' | 'sheet' | 'rows' | 'columns' | 'cells' | 'styles' | 'widths' | 'deleted' | null

/** The parts of a sheet, which are the keys of its map. */
const parts: ReadonlySet<string> = new Set(['rows', 'columns', 'cells', 'styles', 'widths', 'deleted'])

/** What a type is that lies in a part. @param key null in a sequence */
export function partWithin(part: SheetPart, key: string | null): SheetPart {
  if (part === 'sheets') return 'sheet'
  return part === 'sheet' && key !== null && parts.has(key) ? (key as SheetPart) : null
}

/** How many things a part holds at most: more would stop every page that opens the workbook. People who add sheets at once may exceed the editor's limit. */
export function mostWithin(part: SheetPart | undefined): number {
  if (part === 'sheets') return 2 * MOST_SHEETS
  return part === 'rows' || part === 'columns' ? MOST_IDS[part] : Infinity
}

/** Whether a part of a sheet holds something like the content under a key (domain/documents/roots). */
export function isOfSheet(content: Y.Item['content'], part: SheetPart, key: string | null): boolean {
  if (content instanceof Y.ContentType) {
    const { constructor } = content.type
    const within = partWithin(part, key)
    return within !== null && constructor === (within === 'rows' || within === 'columns' ? Y.Array : Y.Map)
  }
  if (!(content instanceof Y.ContentAny)) return false
  return content.arr.every((value: unknown) => isPlain(value, part, key))
}

function isPlain(value: unknown, part: SheetPart, key: string | null): boolean {
  if (part === 'rows' || part === 'columns') return key === null && isSheetId(value)
  if (key === null) return false
  switch (part) {
    case 'sheet':
      if (key === 'frozen') return isFrozenLines(value)
      return key === 'id' ? isSheetId(value) : key === 'name' && isName(value)
    case 'cells':
      return isCellKey(key) && isCellContent(value)
    case 'styles':
      return isCellKey(key) && isCellStyle(value)
    case 'widths':
      return isSheetId(key) && isColumnWidth(value)
    case 'deleted':
      return isSheetId(key) && value === true
    default:
      return false
  }
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value.length <= SHEET_NAME_LIMIT
}
