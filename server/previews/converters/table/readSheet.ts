import { readFile } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { read, type CellObject } from '@e965/xlsx'
import { openZip } from '../archive/zipFile'
import { NoTable } from './NoTable'

/** Unpacked bytes of a workbook: a list of 10,000 people has some 10 MB. */
const MOST_BYTES = 48 * 1024 ** 2
/** entries of a workbook */
const MOST_ENTRIES = 1000
const WORKBOOK = /^xl\/workbook\.(xml|bin)$/i

/** The lines of the first sheet of an XLSX. A formula counts as its result. */
export async function readSheet(path: string, most: number): Promise<{ line: number; cells: string[] }[]> {
  await requireModest(path)
  const book = read(await readFile(path), {
    type: 'buffer',
    dense: true,
    sheets: 0,
    sheetRows: most + 1,
    cellFormula: false,
    cellHTML: false,
    cellNF: true,
  })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  if (!sheet) throw new NoTable('unreadable')
  const rows = (sheet['!data'] ?? []) as (CellObject | undefined)[][]
  if (rows.length > most) throw new NoTable('lines')
  return rows.flatMap((row, at) => (row ? [{ line: at + 1, cells: Array.from(row, textOf) }] : []))
}

/**
 * Refuses other archives, encrypted entries and workbooks that unpack to more than a list can have. Unpacks every entry once, because the sizes in
 * the directory may be lies.
 */
async function requireModest(path: string): Promise<void> {
  const { entries, fault, writeEntry } = await openZip(path)
  if (!entries.some(({ name }) => WORKBOOK.test(name))) throw new NoTable('kind')
  if (entries.some(({ isEncrypted }) => isEncrypted)) throw new NoTable('encrypted')
  if (fault) throw fault
  const all = entries.reduce((sum, { size }) => sum + size, 0)
  if (entries.length > MOST_ENTRIES || all > MOST_BYTES) throw new NoTable('large')
  for (const [at, { isFolder }] of entries.entries())
    if (!isFolder) await writeEntry(at, (bytes, ...through) => pipeline([bytes, ...through, nowhere()]))
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}

/** The text that a person sees. A long number is shown in full, where a spreadsheet shows 2.02E+11. */
function textOf(cell: CellObject | undefined): string {
  if (!cell || cell.v === undefined || cell.t === 'z') return ''
  if (cell.t === 'n' && (cell.z === undefined || cell.z === 'General' || /E\+\d+$/.test(cell.w ?? '')))
    return String(cell.v)
  return cell.t === 's' ? String(cell.v) : (cell.w ?? String(cell.v))
}
