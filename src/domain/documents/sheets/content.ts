/** What a cell shows where it holds no formula. */
export type CellValue = string | number | boolean
/** What a cell holds: a value, or a formula. Cells in formulas are named by the ids of their row and column (formulas/references). */
export type CellContent = { v: CellValue } | { f: string }

export const cellColors = ['red', 'orange', 'yellow', 'green', 'blue', 'grey'] as const
export type CellColor = (typeof cellColors)[number]
export const alignments = ['left', 'center', 'right'] as const
export type Alignment = (typeof alignments)[number]
/** `grouped`: 1,234.5; `fixed`: 1234.50; `percent`: 12.5% */
export const numberFormats = ['grouped', 'fixed', 'percent'] as const
export type NumberFormat = (typeof numberFormats)[number]

/** How a cell looks. An absent field is as usual. */
export interface CellStyle {
  bold?: true
  align?: Alignment
  /** Of the letters. */
  color?: CellColor
  /** Behind the letters. */
  fill?: CellColor
  format?: NumberFormat
}

/** The ids of the last row and of the last column that do not scroll. */
export interface FrozenLines {
  rows?: string
  columns?: string
}

/** characters of a text in a cell, of a stored formula, and of a sheet's name */
export const CELL_TEXT_LIMIT = 10_000
export const FORMULA_LIMIT = 4000
export const SHEET_NAME_LIMIT = 60
/** px of a column */
export const COLUMN_WIDTH = { least: 40, usual: 100, most: 600 }
/** Most rows, columns and sheets that the editor makes, and that a workbook made of a file has. */
export const MOST_ROWS = 20_000
export const MOST_COLUMNS = 300
export const MOST_SHEETS = 50
/** Most ids of rows and of columns in a sheet: deleted ones stay, too. */
export const MOST_IDS = { rows: 200_000, columns: 10_000 }
/** Most cells with contents or a look of a workbook made of a file: phones hold each of them in memory. */
export const MOST_CELLS = 200_000

const id = /^[a-z0-9]{1,16}$/
const cellKey = /^[a-z0-9]{1,16}:[a-z0-9]{1,16}$/

/** Whether a value names a row, a column or a sheet. */
export function isSheetId(value: unknown): value is string {
  return typeof value === 'string' && id.test(value)
}

export function isCellKey(value: string): boolean {
  return cellKey.test(value)
}

export function keyOfCell(row: string, column: string): string {
  return `${row}:${column}`
}

export function isCellContent(value: unknown): value is CellContent {
  if (!isRecord(value) || Object.keys(value).length !== 1) return false
  if ('f' in value) return typeof value.f === 'string' && value.f[0] === '=' && value.f.length <= FORMULA_LIMIT
  const { v } = value
  if (typeof v === 'string') return v !== '' && v.length <= CELL_TEXT_LIMIT
  return typeof v === 'boolean' || (typeof v === 'number' && Number.isFinite(v))
}

/** The values of each field of a style. */
const fields = new Map<string, readonly unknown[]>([
  ['bold', [true]],
  ['align', alignments],
  ['color', cellColors],
  ['fill', cellColors],
  ['format', numberFormats],
])

export function isCellStyle(value: unknown): value is CellStyle {
  if (!isRecord(value)) return false
  return Object.entries(value).every(([key, each]) => fields.get(key)?.includes(each) ?? false)
}

export function isColumnWidth(value: unknown): value is number {
  return typeof value === 'number' && value >= COLUMN_WIDTH.least && value <= COLUMN_WIDTH.most
}

export function isFrozenLines(value: unknown): value is FrozenLines {
  if (!isRecord(value)) return false
  return Object.entries(value).every(([key, id]) => (key === 'rows' || key === 'columns') && isSheetId(id))
}

/** Yjs reads a key `__proto__` as the prototype, in which fields would hide that nobody checks. */
function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
