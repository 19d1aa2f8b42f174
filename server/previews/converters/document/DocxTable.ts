import type { ReadingBlock, ReadingRun } from '@/contract/previews/reading'
import { textOfRuns, weightOfCells } from '@/domain/previews/readingBlocks'
import { firstOfRuns } from '../reading/flatten'

/** Columns of a table, characters of a cell and of a row, rows and weight of a block, and the weight of a header that each block repeats. */
const DIVIDED = { columns: 60, cell: 4000, row: 16_000, rows: 50, weight: 3000, header: 2000 }
/** As many columns as Word has. The text of further cells belongs to the last column. */
const UNDIVIDED = { ...DIVIDED, columns: 63, rows: Infinity, weight: Infinity }

type Cells = ReadingRun[][]

/** A table of a document while it is read. Rows of a single cell, which only frame a text, are no table. */
export class DocxTable {
  private row: { cells: ReadingBlock[][]; count: number; isHeader: boolean } | null = null
  private cell: ReadingBlock[] | null = null
  private spanned = 1
  private header: Cells = []
  private rows: Cells[] = []
  private weight = 0
  private isBegun = false
  private isFlushed = false
  /** The pictures of the cells, which follow their rows. */
  private pictures: ReadingBlock[] = []

  private readonly most: typeof DIVIDED

  /** @param isUndivided whether the table stays one block, with all its text */
  constructor(private readonly isUndivided: boolean) {
    this.most = isUndivided ? UNDIVIDED : DIVIDED
  }

  get isInCell(): boolean {
    return this.cell !== null
  }

  beginRow(): void {
    this.row = { cells: [], count: 0, isHeader: false }
  }

  markHeader(): void {
    if (this.row && !this.isBegun) this.row.isHeader = true
  }

  beginCell(): void {
    this.cell = []
    this.spanned = 1
  }

  /** A cell over several columns. */
  span(columns: number): void {
    if (columns > 1) this.spanned = Math.min(this.most.columns, columns)
  }

  add(block: ReadingBlock): void {
    this.cell?.push(block)
  }

  endCell(): void {
    const { row, cell } = this
    this.cell = null
    if (!row || !cell) return
    if (row.cells.length >= this.most.columns) {
      if (this.isUndivided) for (const block of cell) row.cells.at(-1)!.push(block)
      return
    }
    row.cells.push(cell)
    row.count += 1
    for (let more = 1; more < this.spanned && row.cells.length < this.most.columns; more += 1) row.cells.push([])
  }

  /** @returns finished blocks */
  endRow(): ReadingBlock[] {
    const { row } = this
    this.row = null
    this.cell = null
    if (row === null) return []
    if (row.count <= 1) return [...this.flush(), ...(row.cells[0] ?? [])]
    let left = this.most.row
    const cells = row.cells.map((blocks) => {
      for (const block of blocks) if (block.kind === 'picture') this.pictures.push(block)
      const whole = runsOf(blocks)
      if (this.isUndivided) return whole
      const runs = firstOfRuns(whole, Math.min(this.most.cell, left))
      left -= textOfRuns(runs).length
      return runs
    })
    if (row.isHeader && this.rows.length === 0 && weightOfCells(cells) <= this.most.header) this.header = cells
    else {
      this.rows.push(cells)
      this.weight += weightOfCells(cells)
    }
    this.isBegun = true
    return this.rows.length >= this.most.rows || this.weight >= this.most.weight ? this.flush() : []
  }

  /** @returns the last blocks */
  end(): ReadingBlock[] {
    this.endCell()
    return [...this.endRow(), ...(this.rows.length > 0 || !this.isFlushed ? this.flush() : [])]
  }

  private flush(): ReadingBlock[] {
    const { rows, pictures, header } = this
    this.rows = []
    this.pictures = []
    this.weight = 0
    const isEmpty = rows.length === 0 && (header.length === 0 || this.isFlushed)
    if (!isEmpty) this.isFlushed = true
    return isEmpty ? pictures : [{ kind: 'table', header, rows }, ...pictures]
  }
}

/** The text of a cell: its paragraphs one below the other, and tables within it as lines. */
function runsOf(blocks: readonly ReadingBlock[]): ReadingRun[] {
  const runs: ReadingRun[] = []
  const line = (more: readonly ReadingRun[]) => {
    if (runs.length > 0) runs.push({ text: '\n' })
    runs.push(...more)
  }
  for (const block of blocks) {
    if (block.kind === 'table')
      for (const row of [block.header, ...block.rows]) {
        if (row.length > 0) line([{ text: row.map(textOfRuns).join(' | ') }])
      }
    else if (block.kind === 'text' && block.sign !== undefined) line([{ text: `${block.sign} ` }, ...block.runs])
    else if (block.kind !== 'rule' && block.kind !== 'picture') line(block.runs)
  }
  return runs
}
