import { readFile } from 'node:fs/promises'
import { read, type CellObject, type ColInfo, type Range, type RowInfo, type WorkSheet } from '@e965/xlsx'
import type { GridMerge, GridSheet } from '@/contract/previews/grid'
import { packCell, packRow } from '@/domain/previews/grid/cells'
import { NoPreview } from '../task'
import { MOST, usualFrozen, widthsOf, type TableBook, type TableSheet } from './tableSheet'
import { readParts, type Frozen } from './workbookParts'

/** px of a column, whatever the file says */
const WIDTH = { least: 45, most: 480 }
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ZIP = Buffer.from('PK\x03\x04')
/** Days are shown as year, month, day where the file leaves their order to the reader's language. */
const DAY = 'yyyy/m/d'

/**
 * The sheets of a workbook that are not hidden. Formulas are never evaluated: each shows the result that the file contains. Throws NoPreview for
 * bytes that are no workbook, need a password or unpack to too much.
 * @param mostRows of each sheet; null for all that are shown
 */
export async function readWorkbookGrid(path: string, mostRows: number | null): Promise<TableBook> {
  const bytes = await readFile(path)
  const begins = (signature: Buffer) => bytes.subarray(0, signature.length).equals(signature)
  if (!begins(ZIP) && !begins(COMPOUND)) throw new NoPreview('extension_not_correct', 'no workbook')
  const frozen = begins(ZIP) ? await readParts(path) : new Map<number, Frozen>()
  const most = mostRows ?? MOST.rows
  const book = read(bytes, {
    type: 'buffer',
    dense: true,
    // One more shows that there are more.
    sheetRows: most + 1,
    cellFormula: false,
    cellHTML: false,
    cellNF: true,
    cellStyles: true,
    dateNF: DAY,
  })
  const shown = book.SheetNames.map((name, place) => ({ name, place })).filter(
    ({ name, place }) => !book.Workbook?.Sheets?.[place]?.Hidden && isCells(book.Sheets[name]),
  )
  let isCut = shown.length > MOST.sheets
  let merges = MOST.merges
  const sheets = shown.slice(0, MOST.sheets).map(({ name, place }): TableSheet => {
    const { sheet, isLarger } = tableOf(name, book.Sheets[name]!, most, merges)
    if (isLarger) isCut = true
    merges -= sheet.merges.length
    return { ...sheet, ...frozen.get(place) }
  })
  if (sheets.every(({ columns }) => columns === 0)) throw new NoPreview('not_support', 'no sheet has a cell')
  return { sheets, isCut }
}

/** Sheets of charts and macros have no cells. */
function isCells(sheet: WorkSheet | undefined): boolean {
  return sheet !== undefined && (sheet['!type'] === undefined || sheet['!type'] === 'sheet')
}

function tableOf(name: string, sheet: WorkSheet, mostRows: number, mostMerges: number) {
  const all = (sheet['!data'] ?? []) as (CellObject | undefined)[][]
  const infosOfColumns = (sheet['!cols'] ?? []) as (ColInfo | undefined)[]
  const infos = (sheet['!rows'] ?? []) as (RowInfo | undefined)[]
  const rows: string[] = []
  const skips: GridSheet['skips'] = []
  // The place of each row of the file in the table; hidden rows have that of the next.
  const places = new Map<number, number>()
  let [columns, hidden, isLarger] = [0, 0, false]
  const count = Math.min(all.length, mostRows)
  for (let at = 0; at < count; at += 1) {
    places.set(at, rows.length)
    if (infos[at]?.hidden === true && (skips.length < MOST.skips || skips.at(-1)?.from === rows.length)) {
      hidden += 1
      const run = skips.at(-1)
      if (run?.from === rows.length) run.by = hidden
      else skips.push({ from: rows.length, by: hidden })
      continue
    }
    const { row, used, isCut } = packed(all[at])
    rows.push(row)
    columns = Math.max(columns, used)
    if (isCut) isLarger = true
  }
  if (all.length > mostRows) isLarger = true
  while (rows.at(-1) === '') rows.pop()
  const merges = mergesOf((sheet['!merges'] ?? []) as Range[], places, { rows: rows.length, columns }, mostMerges)
  return {
    isLarger,
    sheet: {
      name,
      rows,
      columns,
      widths: widthsOf(rows, columns, givenWidths(infosOfColumns, columns), merges),
      ...usualFrozen(rows, columns),
      merges,
      skips: skips.filter(({ from }) => from < rows.length),
    },
  }
}

function packed(cells: readonly (CellObject | undefined)[] = []): { row: string; used: number; isCut: boolean } {
  const shown: string[] = []
  let used = 0
  for (let at = 0; at < Math.min(cells.length, MOST.columns); at += 1) {
    const cell = packedCell(cells[at])
    shown.push(cell)
    if (cell !== '') used = at + 1
  }
  const isCut = cells.length > MOST.columns && Object.keys(cells).some((at) => Number(at) >= MOST.columns)
  return { row: packRow(shown), used, isCut }
}

function packedCell(cell: CellObject | undefined): string {
  if (!cell || cell.v === undefined || cell.v === null || cell.t === 'z') return ''
  const text = textOf(cell)
  const shown = text.length > MOST.text ? text.slice(0, MOST.text) : text
  return packCell({ text: shown, value: cell.t === 'n' ? Number(cell.v) : null })
}

/** The text that a person sees. A long number is shown in full, where a spreadsheet shows 2.02E+11. */
function textOf({ t, v, w, z }: CellObject): string {
  if (t === 's') return String(v)
  const isGeneral = z === undefined || z === 'General'
  if (t === 'n' && (w === undefined || (isGeneral && /E\+\d+$/.test(w)))) return String(v)
  return w ?? String(v)
}

function givenWidths(infos: readonly (ColInfo | undefined)[], columns: number): (number | undefined)[] {
  return Array.from({ length: columns }, (_, column) => {
    const info = infos[column]
    if (info?.hidden === true) return 0
    if (info?.wpx === undefined || !Number.isFinite(info.wpx)) return undefined
    return Math.round(Math.min(WIDTH.most, Math.max(WIDTH.least, info.wpx)))
  })
}

/** Merged regions in the rows and columns that are shown. */
function mergesOf(
  ranges: readonly Range[],
  places: ReadonlyMap<number, number>,
  shown: { rows: number; columns: number },
  most: number,
): GridMerge[] {
  const merges: GridMerge[] = []
  for (const { s, e } of ranges) {
    if (merges.length >= most) break
    const row = places.get(s.r)
    // A region may reach beyond the last row.
    const end = places.get(e.r + 1) ?? shown.rows
    const rows = row === undefined ? 0 : Math.min(end, shown.rows) - row
    const columns = Math.min(e.c + 1, shown.columns) - s.c
    if (row !== undefined && rows > 0 && columns > 0 && rows * columns > 1)
      merges.push({ row, column: s.c, rows, columns })
  }
  return merges
}
