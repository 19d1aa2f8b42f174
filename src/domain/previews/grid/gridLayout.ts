import type { GridMerge, GridSheet } from '@/contract/previews/grid'

/** px at a text scale of 1 */
export const GRID_ROW = 36
/** px of the row with the letters of the columns, which a finger can press, and of the line below */
export const GRID_HEAD = 45
/** The largest share of the screen that frozen rows and columns cover. */
const MOST_FROZEN = { across: 0.5, down: 0.4 }
/** Rows and columns that are drawn or left out together, so that most scrolling changes nothing. */
const STEP = { rows: 8, columns: 4 }
/** px of the narrowest column with numbers of rows, and of a digit */
const NUMBERS = { least: 44, around: 18, digit: 9 }

/** Stands for a sheet that is gone. */
export const NO_SHEET: GridSheet = {
  name: '',
  rows: 0,
  columns: 0,
  widths: [],
  frozen_rows: 0,
  frozen_columns: 0,
  merges: [],
  skips: [],
  blocks: [],
}

/** Where the columns of a sheet are, px. */
export interface GridLayout {
  /** The left edge of each column, from the first, and the right edge of the last. */
  lefts: readonly number[]
  /** The column with the numbers of the rows. */
  numbers: number
  head: number
  row: number
  rows: number
  frozenRows: number
  frozenColumns: number
}

export interface GridExtent {
  width: number
  height: number
}

/** px */
export interface GridView extends GridExtent {
  left: number
  top: number
}

/** A cell by its place in the table as shown, from 0. */
export interface GridPlace {
  row: number
  column: number
}

/** Ranges of rows and columns; the ends are not included. */
export interface GridWindow {
  top: number
  bottom: number
  left: number
  right: number
}

/** @param scale of the user's letters */
export function layoutOf(sheet: GridSheet, screen: GridExtent, scale: number): GridLayout {
  const lefts = [0]
  for (const { pixels, columns } of sheet.widths)
    for (let at = 0; at < columns && lefts.length <= sheet.columns; at += 1)
      lefts.push(lefts[lefts.length - 1]! + Math.round(pixels * scale))
  const digits = String(sheet.rows + (sheet.skips[sheet.skips.length - 1]?.by ?? 0)).length
  const numbers = Math.round(Math.max(NUMBERS.least, NUMBERS.around + digits * NUMBERS.digit) * scale)
  const [head, row] = [Math.round(GRID_HEAD * scale), Math.round(GRID_ROW * scale)]
  const fits = (column: number) => numbers + lefts[column]! <= screen.width * MOST_FROZEN.across
  let frozenColumns = Math.min(sheet.frozen_columns, lefts.length - 1)
  while (frozenColumns > 0 && !fits(frozenColumns)) frozenColumns -= 1
  const room = Math.floor((screen.height * MOST_FROZEN.down - head) / row)
  const frozenRows = Math.max(0, Math.min(sheet.frozen_rows, sheet.rows, room))
  return { lefts, numbers, head, row, rows: sheet.rows, frozenRows, frozenColumns }
}

/** px of the whole table */
export function extentOf({ lefts, numbers, head, row, rows }: GridLayout): GridExtent {
  return { width: numbers + lefts[lefts.length - 1]!, height: head + rows * row }
}

/** px that the frozen rows and columns cover, with the letters and numbers beside them */
export function frozenOf({ lefts, numbers, head, row, frozenRows, frozenColumns }: GridLayout): GridExtent {
  return { width: numbers + lefts[frozenColumns]!, height: head + frozenRows * row }
}

/** The rows and columns near the screen that scroll: those on it, and as many again beside it. */
export function windowOf(layout: GridLayout, { left, top, width, height }: GridView): GridWindow {
  const { lefts, numbers, head, row, rows, frozenRows, frozenColumns } = layout
  const first = Math.floor((top - head - height / 2) / row / STEP.rows) * STEP.rows
  const last = Math.ceil((top - head + 1.5 * height) / row / STEP.rows) * STEP.rows
  const columns = lefts.length - 1
  const from = columnAt(lefts, left - numbers - width / 4)
  const to = columnAt(lefts, left - numbers + 1.25 * width)
  return {
    top: within(first, frozenRows, rows),
    bottom: within(last, frozenRows, rows),
    left: within(Math.floor(from / STEP.columns) * STEP.columns, frozenColumns, columns),
    right: within(Math.ceil((to + 1) / STEP.columns) * STEP.columns, frozenColumns, columns),
  }
}

/** The rows and columns on the screen that scroll. */
export function visibleRows(layout: GridLayout, { top, height }: GridView): { start: number; end: number } {
  const { row, rows, head, frozenRows } = layout
  const start = within(Math.floor(top / row) + frozenRows, frozenRows, rows)
  return { start, end: within(Math.ceil((top + height - head) / row), frozenRows, rows) }
}

/** The column at a place, px from the left edge of the first. */
function columnAt(lefts: readonly number[], place: number): number {
  let [low, high] = [0, lefts.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (lefts[middle + 1]! <= place) low = middle + 1
    else high = middle
  }
  return low
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(least, most))
}

/** How the table must scroll so that a cell is seen, px; null if the cell is on the screen. */
export function scrollTo(layout: GridLayout, view: GridView, cell: GridPlace): { left: number; top: number } | null {
  const frozen = frozenOf(layout)
  const { lefts, numbers, head, row, frozenRows, frozenColumns } = layout
  const [x, y] = [numbers + lefts[cell.column]!, head + cell.row * row]
  const wide = lefts[cell.column + 1]! - lefts[cell.column]!
  const isAcross = cell.column >= frozenColumns && (x < view.left + frozen.width || x + wide > view.left + view.width)
  const isDown = cell.row >= frozenRows && (y < view.top + frozen.height || y + row > view.top + view.height)
  if (!isAcross && !isDown) return null
  const middle = (view.height + frozen.height) / 2
  return {
    left: isAcross ? Math.max(0, x - frozen.width - (view.width - frozen.width) / 4) : view.left,
    top: isDown ? Math.max(0, y - middle) : view.top,
  }
}

/** The neighbour of a cell, within the table; hidden columns, which have no width, are passed over. */
export function cellBeside({ rows, lefts }: GridLayout, from: GridPlace, down: number, across: number): GridPlace {
  const columns = lefts.length - 1
  const row = within(from.row + down, 0, rows - 1)
  let column = within(from.column + across, 0, columns - 1)
  while (lefts[column] === lefts[column + 1] && within(column + across, 0, columns - 1) !== column) column += across
  return { row, column }
}

/** The merged cells that reach into ranges of rows and columns. */
export function mergesIn(merges: readonly GridMerge[], { top, bottom, left, right }: GridWindow): GridMerge[] {
  return merges.filter(
    ({ row, column, rows, columns }) =>
      row < bottom && row + rows > top && column < right && column + columns > left && rows * columns > 1,
  )
}

/** The number that the file gives to a row, from 1. @param row its place in the table, from 0 */
export function rowNumber({ skips }: Pick<GridSheet, 'skips'>, row: number): number {
  let [low, high] = [0, skips.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (skips[middle]!.from <= row) low = middle + 1
    else high = middle
  }
  return row + 1 + (low === 0 ? 0 : skips[low - 1]!.by)
}
