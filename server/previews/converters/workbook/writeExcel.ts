import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { columnName } from '@/domain/previews/grid/cells'
import { COLUMN_WIDTH } from '@/domain/documents/sheets/content'
import { writtenFormula, type Axes } from '@/domain/documents/sheets/formulas/references'
import { isProblem, type FormulaError, type Scalar } from '@/domain/documents/sheets/formulas/values'
import type { BookCell, BookSheet } from './bookCells'
import { excelFormula } from './formulasOfExcel'
import { StyleList } from './StyleList'
import { sheetNames } from './sheetNames'
import { widthOfPixels } from './columnWidths'
import { escaped, HEAD, MAIN, packageParts, RELATIONS } from './packageParts'

/** px from which a sheet is printed on its side */
const WIDE = 800
/** Errors that Excel has not, as those that are nearest. */
const others: Partial<Record<FormulaError, string>> = { '#CYCLE!': '#NUM!', '#LIMIT!': '#NUM!', '#ERROR!': '#VALUE!' }

/**
 * Writes sheets as a workbook of Excel (OOXML), with formulas, their results, looks and widths. Our own writer: the free edition of SheetJS writes no
 * looks (decisions 351).
 */
export async function writeExcel(output: string, given: readonly BookSheet[]): Promise<void> {
  const styles = new StyleList()
  const texts = new TextList()
  // Excel opens no workbook without a sheet.
  const sheets =
    given.length > 0
      ? given.map((sheet) => sheetXml(sheet, styles, texts))
      : [`${HEAD}<worksheet ${MAIN}><sheetData/></worksheet>`]
  const names = sheetNames(given.length > 0 ? given.map(({ state }) => state.name) : [''])
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream, createWriteStream(output, { flags: 'wx' }))
  const parts = { ...packageParts(names), 'xl/styles.xml': styles.xml(), 'xl/sharedStrings.xml': texts.xml() }
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name)
  for (const [at, content] of sheets.entries()) zip.addBuffer(Buffer.from(content), `xl/worksheets/sheet${at + 1}.xml`)
  zip.end()
  await written
}

function sheetXml({ state, rows }: BookSheet, styles: StyleList, texts: TextList): string {
  const axes = { rows: state.rows(), columns: state.columns() }
  const lines = rows.map((row, at) => {
    const cells = row.map((cell, column) =>
      cell ? cellXml(cell, `${columnName(column)}${at + 1}`, axes, styles, texts) : '',
    )
    return row.length > 0 ? `<row r="${at + 1}">${cells.join('')}</row>` : ''
  })
  const used = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const widths = axes.columns.ids.map((id) => state.widthOf(id) ?? COLUMN_WIDTH.usual)
  const columns = widths.map((width, at) => {
    const digits = widthOfPixels(width).toFixed(2)
    return `<col min="${at + 1}" max="${at + 1}" width="${digits}" customWidth="1"/>`
  })
  const isWide = widths.slice(0, used).reduce((sum, width) => sum + width, 0) > WIDE
  return [
    `${HEAD}<worksheet ${MAIN} ${RELATIONS}><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`,
    viewXml(state.frozen(axes)),
    columns.length > 0 ? `<cols>${columns.join('')}</cols>` : '',
    `<sheetData>${lines.join('')}</sheetData>`,
    '<printOptions gridLines="1"/><pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>',
    `<pageSetup paperSize="9" orientation="${isWide ? 'landscape' : 'portrait'}" fitToHeight="0"/></worksheet>`,
  ].join('')
}

/** The rows and columns that do not scroll. */
function viewXml({ rows, columns }: { rows: number; columns: number }): string {
  if (rows === 0 && columns === 0) return ''
  const split = [columns > 0 && ` xSplit="${columns}"`, rows > 0 && ` ySplit="${rows}"`].filter(Boolean).join('')
  const active = rows === 0 ? 'topRight' : columns === 0 ? 'bottomLeft' : 'bottomRight'
  const pane = `<pane${split} topLeftCell="${columnName(columns)}${rows + 1}" activePane="${active}" state="frozen"/>`
  return `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`
}

function cellXml(
  { content, value, style }: BookCell,
  name: string,
  axes: Axes,
  styles: StyleList,
  texts: TextList,
): string {
  const formula = content && 'f' in content ? excelFormula(content.f, axes) : null
  const isLost = content !== null && 'f' in content && formula === null
  // A formula without a result here is written as a text, so that nothing is lost and nothing runs.
  const shown: Scalar = isLost && isProblem(value) ? writtenFormula(content.f, axes) : value
  const s = styles.add(style, shown)
  const f = formula === null ? '' : `<f>${escaped(formula)}</f>`
  if (shown === null) return `<c r="${name}" s="${s}"/>`
  if (typeof shown === 'number') return `<c r="${name}" s="${s}">${f}<v>${shown}</v></c>`
  if (typeof shown === 'boolean') return `<c r="${name}" s="${s}" t="b">${f}<v>${shown ? 1 : 0}</v></c>`
  if (isProblem(shown)) return `<c r="${name}" s="${s}" t="e">${f}<v>${others[shown.error] ?? shown.error}</v></c>`
  if (f !== '') return `<c r="${name}" s="${s}" t="str">${f}<v>${escaped(shown)}</v></c>`
  return `<c r="${name}" s="${s}" t="s"><v>${texts.add(shown)}</v></c>`
}

/** The texts of all cells, each once. */
class TextList {
  private readonly places = new Map<string, number>()

  add(text: string): number {
    const known = this.places.get(text)
    if (known !== undefined) return known
    this.places.set(text, this.places.size)
    return this.places.size - 1
  }

  xml(): string {
    const items = [...this.places.keys()].map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`)
    return `${HEAD}<sst ${MAIN}>${items.join('')}</sst>`
  }
}
