/** The beginning of a formula. Spreadsheets in East Asian languages read full-width signs, too. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/
const NUMBER = /^-?\d+(\.\d+)?(e[-+]?\d+)?%?$/

/** Tables for spreadsheets: UTF-8 with a byte order mark, without which Excel reads another encoding. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`
}

/** The text of a cell without the apostrophe that `csvOf` puts before what a spreadsheet would run as a formula. */
export function withoutApostrophe(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell
}

function cellOf(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n;]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe
}
