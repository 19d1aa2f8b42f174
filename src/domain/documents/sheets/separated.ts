/** Other programs run such a text as a formula. */
const RUNS = /^\s*(?:=.|[+\-@].*[(|!])/s

/** Cells as other programs paste them: separated by tabs and line ends, in quotes where they hold these. What would run there gets an apostrophe. */
export function separatedText(cells: readonly (readonly string[])[]): string {
  return cells.map((row) => row.map(quoted).join('\t')).join('\n')
}

function quoted(text: string): string {
  const safe = RUNS.test(text) ? `'${text}` : text
  return /[\t\r\n"]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe
}

/** The cells of a pasted text; a text without tabs and line ends is one cell. */
export function separatedCells(pasted: string): string[][] {
  const text = pasted.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at <= text.length) {
    const { cell, end } = cellFrom(text, at)
    row.push(cell)
    at = end + 1
    if (text[end] !== '\t') {
      rows.push(row)
      row = []
    }
  }
  return rows
}

function cellFrom(text: string, start: number): { cell: string; end: number } {
  if (text[start] === '"') {
    let end = start + 1
    while (end < text.length && !(text[end] === '"' && text[end + 1] !== '"')) end += text[end] === '"' ? 2 : 1
    const next = text[end + 1]
    if (end < text.length && (next === undefined || next === '\t' || next === '\n'))
      return { cell: text.slice(start + 1, end).replace(/""/g, '"'), end: end + 1 }
  }
  let end = start
  while (end < text.length && text[end] !== '\t' && text[end] !== '\n') end += 1
  return { cell: text.slice(start, end), end }
}
