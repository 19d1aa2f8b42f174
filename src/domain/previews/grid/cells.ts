/** A cell of a table. */
export interface GridCell {
  text: string
  /** The number behind the text, by which it is sorted; null for words. */
  value: number | null
}

/** Stands between two cells of a packed row. */
const BETWEEN = '\t'
/** Stands before a number, and between its text and its value where they differ. JSON does not lengthen this character. */
const NUMBER = '\x7f'
/** Characters that no cell may contain: the two above, controls except line ends, and halves of letters. */
const FORBIDDEN = /[\0-\x08\x0b-\x1f\x7f\ud800-\udfff]/gu

const EMPTY: GridCell = { text: '', value: null }

/** A cell as part of a packed row. A row is a string of its cells, because a phone stores 100,000 strings more easily than a million cells. */
export function packCell({ text, value }: GridCell): string {
  const clean = text.replace(/\r\n?/g, '\n').replace(/\t/g, ' ').replace(FORBIDDEN, '')
  if (value === null || !Number.isFinite(value)) return clean
  return String(value) === clean ? NUMBER + clean : `${NUMBER}${clean}${NUMBER}${value}`
}

/** Packed cells as a packed row, without the empty cells at the end. */
export function packRow(cells: readonly string[]): string {
  let { length } = cells
  while (length > 0 && cells[length - 1] === '') length -= 1
  return cells.slice(0, length).join(BETWEEN)
}

/** The cells of a packed row, up to the last that is not empty. */
export function cellsOf(row: string): GridCell[] {
  return row === '' ? [] : row.split(BETWEEN).map(cellOf)
}

/** A cell of a packed row, by its column from 0. */
export function cellAt(row: string, column: number): GridCell {
  let start = 0
  for (let before = 0; before < column; before += 1) {
    const next = row.indexOf(BETWEEN, start)
    if (next < 0) return EMPTY
    start = next + 1
  }
  const end = row.indexOf(BETWEEN, start)
  return cellOf(end < 0 ? row.slice(start) : row.slice(start, end))
}

function cellOf(packed: string): GridCell {
  if (packed[0] !== NUMBER) return packed === '' ? EMPTY : { text: packed, value: null }
  const [, text = '', value = text] = packed.split(NUMBER)
  return { text, value: Number(value) }
}

/** The letters of a column, from 0: A, B … Z, AA. */
export function columnName(column: number): string {
  let name = ''
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name
  return name
}
