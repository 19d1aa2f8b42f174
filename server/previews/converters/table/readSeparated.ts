import { CsvError, parse } from 'csv-parse/sync'
import { readColumns } from '@/domain/administration/import/columns'
import { NoTable } from './NoTable'

const separators = [',', ';', '\t']
/** lines by which the separator is found */
const SAMPLE = 12
/** The first line by which some spreadsheets name the separator. */
const NAMED = /^sep=(.)\r?\n/i

/** The lines of a text with separated values. The separator is the one that shows the most known headings. */
export function readSeparated(text: string, most: number) {
  const [head = '', named] = NAMED.exec(text) ?? []
  // The first line still counts, so that faults name the line that an editor shows.
  const content = head === '' ? text : `\n${text.slice(head.length)}`
  const separator = named ?? bestOf(separators.map((each) => ({ separator: each, rank: rank(content, each) })))
  const rows = lines(content, separator, most + 1)
  if (rows.length > most) throw new NoTable('lines')
  return rows
}

function bestOf(ranked: { separator: string; rank: number }[]): string {
  return ranked.reduce((best, each) => (each.rank > best.rank ? each : best)).separator
}

/** Known headings count more than the number of columns. */
function rank(text: string, separator: string): number {
  try {
    const rows = lines(text, separator, SAMPLE)
    const found = readColumns(rows)
    const known = found.ok ? found.columns.filter(({ field }) => field !== null).length : 0
    return known * 1000 + Math.max(0, ...rows.map(({ cells }) => Math.min(cells.length, 999)))
  } catch {
    return -1
  }
}

function lines(text: string, separator: string, most: number): { line: number; cells: string[] }[] {
  try {
    const records = parse(text, {
      delimiter: separator,
      to: most,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }) as unknown as { info: { lines: number }; record: string[] }[]
    return records.map(({ info, record }) => {
      // The number of the record's last line: a cell in quotes may have several lines.
      const breaks = record.reduce((count, cell) => count + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
      return { line: info.lines - breaks, cells: record }
    })
  } catch (error) {
    if (error instanceof CsvError) throw new NoTable('unreadable')
    throw error
  }
}
