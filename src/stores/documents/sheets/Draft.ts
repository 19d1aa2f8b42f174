import { makeAutoObservable, observable } from 'mobx'
import type { Axis } from '@/domain/documents/sheets/Axis'
import type { CellStyle } from '@/domain/documents/sheets/content'
import { enteredIn, renamedCells } from '@/domain/documents/sheets/entering'
import type { Axes } from '@/domain/documents/sheets/formulas/references'
import type { CellEdit, CellId } from './sheetEdits'

/** What a draft needs of its sheet. */
interface Sheet {
  readonly rows: Axis
  readonly columns: Axis
  readonly chosenId: CellId | null
  /** The chosen cell as people write it. */
  readonly written: string
  writtenIn(cell: CellId): string
  styleOf(cell: CellId): CellStyle
  write(edits: readonly CellEdit[]): void
}

/** After one of these, the next part of a formula is a cell. */
const BEFORE_CELL = /[=(,;:+\-*/^&<>＝（，；：＋－＊／＾＆＜＞×÷≤≥≠]\s*$/

/** What somebody writes into a cell and has not ended yet. Nobody else sees it. */
export class Draft {
  /** null while nothing is written */
  text: string | null = null
  /** The cell that is written; null after somebody deleted it, until another one is chosen. */
  cell: CellId | null = null
  /** The cell as it was when it was opened. What nobody changed here is not stored: somebody else may have changed it there. */
  private opened = ''
  /** Where the caret must stand; another object with every jump. */
  caret: { at: number } | null = null
  /** The cell's name that a tap has put before the caret: the next tap replaces it. */
  private named: { start: number; end: number } | null = null

  constructor(private readonly sheet: Sheet) {
    makeAutoObservable<this, 'sheet' | 'named'>(this, {
      cell: observable.ref,
      caret: observable.ref,
      named: false,
      sheet: false,
    })
  }

  get isOpen(): boolean {
    return this.text !== null
  }

  /** What is written, where it differs from what the cell held; '' for nothing. */
  get changedText(): string {
    return this.text === null || this.text === this.opened ? '' : this.text
  }

  /** Takes over words of a sheet that is gone, until a cell is chosen. */
  adopt(text: string) {
    if (text === '') return
    this.text = text
    this.opened = ''
  }

  write(text: string) {
    if (this.text === null) {
      this.cell = this.sheet.chosenId
      this.opened = this.sheet.written
    }
    this.text = text
    this.named = null
  }

  /** Begins with a text, and puts the caret at its end. */
  begin(text: string) {
    this.write(text)
    this.caret = { at: text.length }
  }

  /** Opens the chosen cell as it is. */
  open() {
    if (this.text === null && this.sheet.chosenId) this.begin(this.sheet.written)
  }

  /** Names a cell in the formula that is written, if the caret stands where one can be. @param caret index in the text @returns whether it did */
  name(cells: string, caret: number): boolean {
    const { text, named } = this
    if (text === null || !/^[=＝]/.test(text)) return false
    const isSecond = named !== null && named.end === caret
    if (!isSecond && !BEFORE_CELL.test(text.slice(0, caret))) return false
    const start = isSecond ? named.start : caret
    this.text = text.slice(0, start) + cells + text.slice(caret)
    this.named = { start, end: start + cells.length }
    this.caret = { at: this.named.end }
    return true
  }

  /** Ends writing and stores the cell. @returns false: the cell is gone, and the words stay */
  commit(): boolean {
    const { text, opened, cell, sheet } = this
    if (text === null) return true
    if (cell === null) return false
    this.discard()
    if (text === opened) return true
    const { content, format } = enteredIn(text, sheet)
    const style = sheet.styleOf(cell)
    sheet.write([{ ...cell, content, ...(format && !style.format && { style: { ...style, format } }) }])
    return true
  }

  discard() {
    this.text = null
    this.cell = null
    this.named = null
  }

  /** The words of a deleted cell go into another one. */
  moveTo(cell: CellId) {
    this.cell = cell
    this.opened = this.sheet.writtenIn(cell)
  }

  /**
   * Rows or columns were inserted or deleted: a formula that is written goes on naming its cells.
   * @param before the rows and columns until then
   */
  follow(before: Axes) {
    const { text, cell, sheet } = this
    if (text === null) return
    const isCellGone =
      cell !== null && (sheet.rows.indexOf(cell.row) === null || sheet.columns.indexOf(cell.column) === null)
    if (isCellGone && text === this.opened) return this.discard()
    if (isCellGone) this.cell = null
    this.text = renamedCells(text, before, sheet)
    this.opened = renamedCells(this.opened, before, sheet)
    this.named = null
  }
}
