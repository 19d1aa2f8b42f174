import type { Language, Wording } from '@/contract/entities'
import type { ErrorCode } from '@/contract/errors'
import { importFields, others, template, type ImportField } from './words'

/** A line of a table. */
export interface TableRow {
  /** The line of the file, or of the sheet, from 1. */
  line: number
  cells: readonly string[]
}

export interface ImportColumn {
  heading: string
  /** null: the import does not use the column */
  field: ImportField | null
}

/** Spellings of headings, the first one counting most. Blanks, case, marks and remarks in parentheses do not count. */
const spellings = Object.fromEntries(
  importFields.map((field) => [
    field,
    [...Object.values(template[field]).flat().map(keyOf), ...others[field].split(' ').map(keyOf)],
  ]),
) as Record<ImportField, string[]>

function keyOf(heading: string): string {
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[([{【].*?[)\]}】]/g, '')
    .replace(/[\s*_\-:.'"#]/g, '')
}

/** Whether a column holds plain bytes, as in the list of people that the console exports. */
export function isInBytes(heading: string): boolean {
  return keyOf(heading) === 'quotabytes'
}

/** The headings of the template, without the role: an import changes no roles. */
export function templateHeadings(language: Language, wording: Wording): string[] {
  return importFields
    .filter((field) => field !== 'role')
    .map((field) => template[field][language][wording === 'education' ? 1 : 0])
}

/** The heading of a field in a language. */
export function headingOf(field: ImportField, language: Language, wording: Wording): string {
  return template[field][language][wording === 'education' ? 1 : 0]
}

/** lines in which headings are looked for: lists often begin with a title */
const TITLE_LINES = 10

export type Columns =
  | { ok: true; columns: ImportColumn[]; rows: TableRow[] }
  | { ok: false; code: ErrorCode; params?: Record<string, string> }

/** Finds the line of headings, and the columns by their headings. `rows`: the lines below that are not empty. */
export function readColumns(table: readonly TableRow[]): Columns {
  const filled = table.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (filled.length === 0) return { ok: false, code: 'import_empty' }
  const at = filled.slice(0, TITLE_LINES).findIndex(({ cells }) => cells.some((cell) => rankOf('login', cell) >= 0))
  if (at < 0) return { ok: false, code: 'import_no_login' }
  const columns = filled[at]!.cells.map((cell): ImportColumn => ({ heading: cell.trim(), field: null }))
  for (const field of importFields) {
    const ranked = columns
      .map(({ heading }, place) => ({ place, rank: rankOf(field, heading) }))
      .filter(({ rank, place }) => rank >= 0 && columns[place]!.field === null)
      .sort((one, other) => one.rank - other.rank)
    const [first, second] = ranked
    if (first && second?.rank === first.rank)
      return { ok: false, code: 'import_column_twice', params: { name: columns[first.place]!.heading } }
    if (first) columns[first.place]!.field = field
  }
  return { ok: true, columns, rows: filled.slice(at + 1) }
}

/** The place of a heading among the spellings of a field; -1: another heading. The headings of the template count alike. */
function rankOf(field: ImportField, heading: string): number {
  const key = keyOf(heading)
  const place = key === '' ? -1 : spellings[field].indexOf(key)
  const named = Object.values(template[field]).flat().length
  return place < 0 ? -1 : Math.max(0, place - named + 1)
}
