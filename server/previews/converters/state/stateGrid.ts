import { packCell, packRow } from '@/domain/previews/grid/cells'
import { sheetsIn, type SheetState } from '@/domain/documents/sheets/bookState'
import { COLUMN_WIDTH } from '@/domain/documents/sheets/content'
import { Calculation } from '@/domain/documents/sheets/formulas/Calculation'
import { shownText } from '@/domain/documents/sheets/showing'
import { MOST, usualFrozen, type TableBook, type TableSheet } from '../grid/tableSheet'
import { openState } from './openState'

/** Rows whose formulas may take as much work as those on a screen of the editor. */
export const SCREEN = 100

/**
 * A workbook that people edit together (yxls), with the results of its formulas. Throws NoPreview for other bytes.
 * @param mostRows null for all that are shown
 */
export async function readStateGrid(input: string, mostRows: number | null): Promise<TableBook> {
  const sheets = sheetsIn(await openState(input))
  const made = sheets.slice(0, MOST.sheets).map((sheet) => tableOf(sheet, mostRows))
  return {
    sheets: made.map(({ sheet }) => sheet),
    isCut: sheets.length > MOST.sheets || made.some(({ isCut }) => isCut),
  }
}

function tableOf(sheet: SheetState, mostRows: number | null): { sheet: TableSheet; isCut: boolean } {
  const [rows, columns] = [sheet.rows(), sheet.columns()]
  const calculation = new Calculation(sheet.calculated(rows, columns))
  const shownColumns = columns.ids.slice(0, MOST.columns)
  const most = mostRows ?? MOST.rows
  const packed = rows.ids.slice(0, most).map((row, down) => {
    if (down % SCREEN === 0) calculation.renew()
    return packRow(
      shownColumns.map((column) => {
        const value = calculation.valueOf(row, column)
        const text = shownText(value, sheet.styleOf(row, column) ?? {}).slice(0, MOST.text)
        return packCell({ text, value: typeof value === 'number' ? value : null })
      }),
    )
  })
  while (packed.at(-1) === '') packed.pop()
  const used = packed.reduce((width, row) => Math.max(width, row.split('\t').length), 0)
  const widths = shownColumns.slice(0, used).map((column) => ({
    pixels: sheet.widthOf(column) ?? COLUMN_WIDTH.usual,
    columns: 1,
  }))
  const frozen = sheet.frozen({ rows, columns })
  const shown = {
    name: sheet.name,
    columns: used,
    widths,
    merges: [],
    skips: [],
    ...(frozen.rows > 0 || frozen.columns > 0 ? within(frozen) : usualFrozen(packed, used)),
    rows: packed,
  }
  return { sheet: shown, isCut: rows.length > most || columns.length > MOST.columns }
}

function within({ rows, columns }: { rows: number; columns: number }) {
  return { frozen_rows: Math.min(rows, MOST.frozen.rows), frozen_columns: Math.min(columns, MOST.frozen.columns) }
}
