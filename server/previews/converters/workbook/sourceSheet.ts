import {
  CELL_TEXT_LIMIT,
  MOST_COLUMNS,
  MOST_ROWS,
  type CellStyle,
  type CellValue,
} from '@/domain/documents/sheets/content'
import { NoPreview } from '../task'

/** A cell of a file. */
export interface SourceCell {
  /** What the cell shows; null for nothing. */
  value: CellValue | null
  /** The formula as Excel writes it in English, without `=`. */
  formula?: string
  /** Whether the file has the formula's result. */
  hasResult?: boolean
  style?: CellStyle
}

/** A sheet of a file. Rows, cells and widths (px) may be absent. */
export interface SourceSheet {
  name: string
  rows: ((SourceCell | undefined)[] | undefined)[]
  widths: (number | undefined)[]
  /** How many of the first rows and columns do not scroll. */
  frozen?: { rows: number; columns: number }
}

/** A text as a cell holds it: with the line ends \n. @throws NoPreview too_large */
export function cellText(text: string): string {
  const clean = text.replace(/\r\n?/g, '\n')
  if (clean.length > CELL_TEXT_LIMIT) throw new NoPreview('too_large', `a cell of ${clean.length} characters`)
  return clean
}

/** Refuses what no workbook holds. @throws NoPreview too_large */
export function requireRoom(rows: number, columns: number): void {
  if (rows > MOST_ROWS) throw new NoPreview('too_large', `more than ${MOST_ROWS} rows`)
  if (columns > MOST_COLUMNS) throw new NoPreview('too_large', `more than ${MOST_COLUMNS} columns`)
}
