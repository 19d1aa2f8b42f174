import { computed, makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import type { GridBlock, GridSheet } from '@/contract/previews/grid'
import { cellAt, cellsOf, columnName } from '@/domain/previews/grid/cells'
import {
  cellBeside,
  extentOf,
  layoutOf,
  NO_SHEET,
  rowNumber,
  scrollTo,
  visibleRows,
  windowOf,
  type GridExtent,
  type GridLayout,
  type GridPlace,
  type GridView,
  type GridWindow,
} from '@/domain/previews/grid/gridLayout'
import { sortAfter, type GridSort } from '@/domain/previews/grid/gridOrder'
import type { PreviewError } from '@/domain/previews/generation'
import type { ReadingPlace } from '@/domain/previews/readingColumn'
import type { Found } from '@/domain/previews/readingFind'
import type { Platform } from '@/platform/Platform'
import { ReadingFind } from '../reading/ReadingFind'
import type { PreviewTarget } from '../representationRequest'
import { GridBlocks } from './GridBlocks'
import { pause } from './inSlices'
import { orderRows } from './orderRows'

interface Dependencies {
  api: Api
  platform: Pick<Platform, 'clock'>
}

/** Rows that are searched before the phone may draw. */
const SEARCHED = 1000
/** Rows that are loaded before they are searched. */
const AHEAD = 8 * SEARCHED

/** A table on the screen: its sheet, the cells near the screen, the chosen cell, and the order of its rows (AH-37). */
export class GridStore {
  /** The index of the shown sheet. */
  at = 0
  /** The chosen cell, which is shown in full. */
  chosen: GridPlace | null = null
  /** Where the screen must scroll to, px; another object with every jump. */
  goal: { left: number; top: number } | null = null
  sort: GridSort | null = null
  isSorting = false
  /** Whether rows are missing that sorting needs. */
  isSortIncomplete = false
  readonly find: ReadingFind
  readonly blocks: GridBlocks
  /** The order of the rows from `start` on; null: as in the file. */
  private order: { start: number; rows: Uint32Array } | null = null
  /** px that the table is scrolled, and of the screen */
  private scrolled = { left: 0, top: 0 }
  private screen: GridExtent = { width: 1, height: 1 }
  private scale = 1
  private turn = 0
  private jumps = 0

  constructor(
    private readonly deps: Dependencies,
    opened: { target: PreviewTarget; first: GridBlock },
    fail: (reason: PreviewError) => void,
  ) {
    const { api, platform } = deps
    this.blocks = new GridBlocks(api, platform.clock, opened.target, opened.first, {
      onRenewed: () => this.onRenewed(),
      failed: fail,
    })
    this.find = new ReadingFind(this, platform.clock)
    makeAutoObservable<this, 'deps' | 'order' | 'scrolled' | 'screen' | 'turn' | 'jumps'>(this, {
      chosen: observable.ref,
      goal: observable.ref,
      sort: observable.ref,
      order: observable.ref,
      scrolled: observable.ref,
      screen: observable.ref,
      window: computed.struct,
      visible: computed.struct,
      find: false,
      blocks: false,
      deps: false,
      turn: false,
      jumps: false,
    })
  }

  get sheet(): GridSheet {
    return this.blocks.sheets[this.at] ?? NO_SHEET
  }

  get layout(): GridLayout {
    return layoutOf(this.sheet, this.screen, this.scale)
  }

  get extent(): GridExtent {
    return extentOf(this.layout)
  }

  /** The rows and columns that are rendered. */
  get window(): GridWindow {
    return windowOf(this.layout, this.view)
  }

  /** The rows on the screen; the end is not included. */
  get visible(): { start: number; end: number } {
    return visibleRows(this.layout, this.view)
  }

  /** Whether rows on the screen are still loading. */
  get isLoading(): boolean {
    const { rows } = this.sheet
    if (rows === 0) return !this.blocks.isWhole
    const { start, end } = this.visible
    return end > start && (this.rowAt(start) === null || this.rowAt(end - 1) === null)
  }

  get isSorted(): boolean {
    return this.order !== null
  }

  /** The number that the file gives to a shown row, from 1. */
  numberOf(row: number): number {
    return rowNumber(this.sheet, this.sourceOf(row))
  }

  /** A shown row, packed; null while it is loading. */
  rowAt(row: number): string | null {
    return this.blocks.rowOf(this.at, this.sourceOf(row))
  }

  /** The name of the chosen cell, such as B12, and its text. */
  get chosenCell(): { name: string; text: string } | null {
    const { chosen } = this
    if (chosen === null) return null
    const row = this.rowAt(chosen.row)
    const name = `${columnName(chosen.column)}${this.numberOf(chosen.row)}`
    return { name, text: row === null ? '' : cellAt(row, chosen.column).text }
  }

  /** Loads what is rendered. Call after each change of the rendered rows. */
  fetchShown() {
    const { at, sheet, layout, window } = this
    this.blocks.fetchRows(at, 0, layout.frozenRows)
    // All rows of a sorted sheet are there.
    if (this.order === null && sheet.rows > 0) this.blocks.fetchRows(at, window.top, window.bottom)
  }

  /** px of the screen, and the scale of the user's letters */
  fit({ width, height }: GridExtent, scale: number) {
    if (width === this.screen.width && height === this.screen.height && scale === this.scale) return
    this.screen = { width, height }
    this.scale = scale
  }

  /** px */
  onScroll(left: number, top: number) {
    this.scrolled = { left, top }
  }

  show(sheet: number) {
    if (sheet === this.at) return
    this.at = sheet
    this.chosen = null
    this.unsort()
    this.jump(0, 0)
    this.find.onTextChanged()
  }

  choose(place: GridPlace | null) {
    this.chosen = place
  }

  /** Chooses a neighbour of the chosen cell. */
  move(down: number, across: number) {
    const { layout, chosen, visible } = this
    if (layout.rows === 0 || layout.lefts.length === 1) return
    this.chosen = cellBeside(layout, chosen ?? { row: visible.start - down, column: -across }, down, across)
    this.scrollTo(this.chosen)
  }

  /** Sorts by a column: upwards, downwards, then as in the file. The frozen rows stay. */
  async sortBy(column: number) {
    await this.apply(sortAfter(this.sort, column))
  }

  private async apply(sort: GridSort | null) {
    this.turn += 1
    if (sort === null) return this.sorted(null, null)
    const { at, turn, sheet, layout, blocks } = this
    this.isSorting = true
    this.sort = sort
    const rows = { sheet: at, start: layout.frozenRows, end: sheet.rows }
    const isCanceled = () => turn !== this.turn
    const order = await orderRows(blocks, rows, sort, this.deps.platform.clock, isCanceled)
    if (!isCanceled()) this.sorted(sort, order && { start: rows.start, rows: order })
  }

  /** The number of parts that the search looks through one after another. */
  get pieceCount(): number {
    return Math.ceil(this.sheet.rows / SEARCHED)
  }

  /** For the search. */
  get place(): ReadingPlace {
    const row = this.chosen?.row ?? this.visible.start
    return { piece: Math.floor(row / SEARCHED), block: row }
  }

  async findIn(piece: number, finder: RegExp, most: number): Promise<Found[] | null> {
    const [start, end] = [piece * SEARCHED, Math.min((piece + 1) * SEARCHED, this.sheet.rows)]
    const { at, order } = this
    if (order === null) {
      void this.blocks.fetchAll(at, start, end + AHEAD)
      if (!(await this.blocks.fetchAll(at, start, end))) return null
    }
    await pause(this.deps.platform.clock)
    const found: Found[] = []
    for (let row = start; row < end && found.length < most; row += 1) {
      const packed = at === this.at ? this.rowAt(row) : null
      if (packed === null || packed.search(finder) < 0) continue
      for (const [column, { text }] of cellsOf(packed).entries())
        if (text.search(finder) >= 0 && found.length < most) found.push({ piece, block: row, nth: column })
    }
    return found
  }

  /** Shows a found cell. */
  reveal({ block: row }: ReadingPlace, column: number) {
    this.chosen = { row, column }
    this.scrollTo(this.chosen)
  }

  dispose() {
    this.turn += 1
    this.find.stop()
    this.blocks.dispose()
  }

  private get view(): GridView {
    return { ...this.scrolled, ...this.screen }
  }

  /** The place of a shown row in the file's order. */
  private sourceOf(row: number): number {
    const { order } = this
    return order === null || row < order.start ? row : order.start + (order.rows[row - order.start] ?? 0)
  }

  private sorted(sort: GridSort | null, order: { start: number; rows: Uint32Array } | null) {
    this.isSorting = false
    this.isSortIncomplete = sort !== null && order === null
    this.sort = order === null ? null : sort
    this.order = order
    this.chosen = null
    this.jump(this.scrolled.left, 0)
    this.find.onTextChanged()
  }

  private unsort() {
    this.turn += 1
    this.isSorting = false
    this.isSortIncomplete = false
    this.sort = null
    this.order = null
  }

  private scrollTo(place: GridPlace) {
    const to = scrollTo(this.layout, this.view, place)
    if (to) this.jump(to.left, to.top)
  }

  private jump(left: number, top: number) {
    // A scroll-view ignores a position equal to the last one.
    this.jumps += 1
    this.goal = { left, top: top + (this.jumps % 2) / 2 }
    this.scrolled = { left, top }
  }

  private onRenewed() {
    const { sort } = this
    if (this.at >= this.blocks.sheets.length) this.at = 0
    this.unsort()
    if (sort) void this.apply(sort)
    this.find.onTextChanged()
  }
}
