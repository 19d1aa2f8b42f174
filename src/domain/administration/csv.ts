/** Tables for spreadsheets: UTF-8 with a byte order mark, without which Excel reads another encoding. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`
}

/** A spreadsheet runs a cell that begins like a formula, so such a cell gets an apostrophe, which spreadsheets hide. */
function cellOf(text: string): string {
  const safe = /^[\s]*[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n;]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe
}
