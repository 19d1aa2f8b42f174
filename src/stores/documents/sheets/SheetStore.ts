import { computed, makeAutoObservable, observable } from 'mobx'
import type * as Y from 'yjs'
import type { GridSheet } from '@/contract/previews/grid'
import type { Axis } from '@/domain/documents/sheets/Axis'
import type { SheetState } from '@/domain/documents/sheets/bookState'
import { COLUMN_WIDTH, type Alignment, type CellStyle } from '@/domain/documents/sheets/content'
import { writtenIn } from '@/domain/documents/sheets/entering'
import { Calculation } from '@/domain/documents/sheets/formulas/Calculation'
import type { Scalar } from '@/domain/documents/sheets/formulas/values'
import { alignmentOf, shownText } from '@/domain/documents/sheets/showing'
import { columnName } from '@/domain/previews/grid/cells'
import {
  extentOf,
  layoutOf,
  NO_SHEET,
  scrollTo,
  visibleRows,
  windowOf,
  type GridExtent,
  type GridLayout,
  type GridPlace,
  type GridView,
  type GridWindow,
} from '@/domain/previews/grid/gridLayout'
import { Draft } from './Draft'
import type { Area, CellEdit, CellId } from './sheetEdits'

/** A cell as it is drawn. */
export interface ShownCell {
  value: Scalar
  text: string
  align: Alignment
  style: CellStyle
}

/** What a sheet needs of its workbook. */
interface Book {
  write(sheet: SheetState, edits: readonly CellEdit[]): void
  step(run: () => void): void
  act(run: () => void): void
}

/** px of the place below the last row */
const FOOT = 60
const NO_STYLE: CellStyle = {}

type Hidden = 'book' | 'calculation' | 'scrolled' | 'screen'

/** The shown sheet of a workbook: its cells, the chosen ones, and what is written. */
export class SheetStore {
  readonly id: string
  readonly draft: Draft
  rows: Axis
  columns: Axis
  /** Another number after each change of a cell. */
  turn = 0
  /** The chosen cell, which is written, and the opposite corner of the chosen ones. */
  private anchor: CellId | null = null
  private head: CellId | null = null
  /** Where the table must scroll to, px; another object with every jump. */
  goal: { left: number; top: number } | null = null
  private readonly calculation: Calculation
  private scrolled = { left: 0, top: 0 }
  private screen: GridExtent = { width: 1, height: 1 }
  private scale = 1

  constructor(
    readonly state: SheetState,
    private readonly book: Book,
  ) {
    this.id = state.id
    this.rows = state.rows()
    this.columns = state.columns()
    this.draft = new Draft(this)
    this.calculation = new Calculation(state.calculated(this.rows, this.columns))
    makeAutoObservable<this, Hidden | 'anchor' | 'head'>(this, {
      id: false,
      state: false,
      draft: false,
      book: false,
      calculation: false,
      rows: observable.ref,
      columns: observable.ref,
      anchor: observable.ref,
      head: observable.ref,
      goal: observable.ref,
      scrolled: observable.ref,
      screen: observable.ref,
      window: computed.struct,
      area: computed.struct,
      chosen: computed.struct,
      chosenId: computed.struct,
      valueOf: false,
      shownOf: false,
      contentOf: false,
      styleOf: false,
      writtenIn: false,
    })
  }

  // Where things are

  get layout(): GridLayout {
    void this.turn
    const widths = this.columns.ids.map((id) => ({ pixels: this.state.widthOf(id) ?? COLUMN_WIDTH.usual, columns: 1 }))
    const { rows, columns } = this.frozen
    const frozen = { frozen_rows: rows, frozen_columns: columns }
    const sheet: GridSheet = { ...NO_SHEET, ...frozen, rows: this.rows.length, columns: this.columns.length, widths }
    return layoutOf(sheet, this.screen, this.scale)
  }

  /** How many of the first rows and columns do not scroll. */
  get frozen(): { rows: number; columns: number } {
    void this.turn
    return this.state.frozen(this)
  }

  get extent(): GridExtent {
    const { width, height } = extentOf(this.layout)
    return { width, height: height + FOOT }
  }

  get window(): GridWindow {
    return windowOf(this.layout, this.view)
  }

  private get view(): GridView {
    return { ...this.scrolled, ...this.screen }
  }

  fit(screen: GridExtent, scale: number) {
    if (screen.width !== this.screen.width || screen.height !== this.screen.height) this.screen = screen
    this.scale = scale
  }

  onScroll(left: number, top: number) {
    const before = this.window
    this.scrolled = { left, top }
    if (this.window !== before) this.calculation.renew()
  }

  // What is chosen

  /** The index of the chosen cell; the nearest one after it was deleted. */
  get chosen(): GridPlace | null {
    return this.anchor && this.placeOf(this.anchor)
  }

  get chosenId(): CellId | null {
    return this.chosen && this.idAt(this.chosen)
  }

  get area(): Area | null {
    const one = this.chosen
    if (!one) return null
    // Undo can take away the row or column of the opposite corner.
    const other = (this.head && this.placeOf(this.head)) ?? one
    return {
      top: Math.min(one.row, other.row),
      bottom: Math.max(one.row, other.row),
      left: Math.min(one.column, other.column),
      right: Math.max(one.column, other.column),
    }
  }

  /** The name of the chosen cell, such as B7. */
  get chosenName(): string {
    return this.chosen ? this.nameOf(this.chosen) : ''
  }

  /** The chosen cell as people write it. */
  get written(): string {
    void this.turn
    return this.chosenId ? this.writtenIn(this.chosenId) : ''
  }

  nameOf({ row, column }: GridPlace): string {
    return `${columnName(column)}${row + 1}`
  }

  /** Chooses a cell, after what is being written is stored. */
  choose(place: GridPlace) {
    const id = this.idAt(place)
    if (id === null) return
    if (!this.draft.commit()) this.draft.moveTo(id)
    this.anchor = id
    this.head = id
    this.reveal(place)
  }

  /** Chooses all cells between the chosen one and another. */
  extend(place: GridPlace) {
    const id = this.idAt(place)
    if (id === null || !this.anchor) return
    this.head = id
    this.reveal(place)
  }

  chooseArea({ top, bottom, left, right }: Area) {
    this.choose({ row: top, column: left })
    this.head = this.idAt({ row: bottom, column: right })
  }

  move(down: number, across: number, isExtending = false) {
    const from = isExtending ? this.head && this.placeOf(this.head) : this.chosen
    if (!from) return
    const row = within(from.row + down, this.rows.length)
    const place = { row, column: within(from.column + across, this.columns.length) }
    if (isExtending) this.extend(place)
    else this.choose(place)
  }

  placeOf({ row, column }: CellId): GridPlace | null {
    const [down, across] = [this.rows.spanOf(row), this.columns.spanOf(column)]
    if (!down || !across || this.rows.length === 0 || this.columns.length === 0) return null
    return { row: within(down.first, this.rows.length), column: within(across.first, this.columns.length) }
  }

  idAt({ row, column }: GridPlace): CellId | null {
    const [down, across] = [this.rows.ids[row], this.columns.ids[column]]
    return down === undefined || across === undefined ? null : { row: down, column: across }
  }

  private reveal(place: GridPlace) {
    const goal = scrollTo(this.layout, this.view, place)
    if (goal) this.goal = goal
  }

  // What cells hold

  valueOf({ row, column }: CellId): Scalar {
    return this.calculation.valueOf(row, column)
  }

  shownOf(id: CellId): ShownCell {
    const [value, style] = [this.valueOf(id), this.styleOf(id)]
    return { value, text: shownText(value, style), align: alignmentOf(value, style), style }
  }

  contentOf({ row, column }: CellId) {
    return this.state.contentOf(row, column)
  }

  styleOf({ row, column }: CellId): CellStyle {
    return this.state.styleOf(row, column) ?? NO_STYLE
  }

  writtenIn(id: CellId): string {
    return writtenIn(this.contentOf(id), this.styleOf(id), this)
  }

  write(edits: readonly CellEdit[]) {
    this.book.write(this.state, edits)
  }

  /** Several changes as one step of one's own. */
  step(run: () => void) {
    this.book.step(run)
  }

  /** One step of one's own. */
  act(run: (state: SheetState) => void) {
    this.book.act(() => run(this.state))
  }

  /** Parts of the sheet changed, by whomever. */
  changed(events: readonly Y.YEvent<Y.AbstractType<unknown>>[]) {
    const { state } = this
    const lines = new Set<unknown>([state.map, state.ids('rows'), state.ids('columns'), state.part('deleted')])
    if (events.some(({ target }) => lines.has(target))) this.linesChanged()
    const cells = state.part('cells')
    for (const { target, changes } of events)
      if (target === cells) this.calculation.change(new Set(changes.keys.keys()))
    this.turn += 1
  }

  /** Rows or columns changed: the rows on the screen stay where they are. */
  private linesChanged() {
    const { start } = visibleRows(this.layout, this.view)
    const first = this.rows.ids[start]
    const before = { rows: this.rows, columns: this.columns }
    this.rows = this.state.rows()
    this.columns = this.state.columns()
    this.calculation.reset(this.state.calculated(this.rows, this.columns))
    this.draft.follow(before)
    const now = first === undefined ? null : this.rows.spanOf(first)
    const { left, top } = this.scrolled
    if (now && now.first !== start && top > 0) this.goal = { left, top: top + (now.first - start) * this.layout.row }
  }
}

function within(index: number, length: number): number {
  return Math.min(Math.max(index, 0), length - 1)
}
