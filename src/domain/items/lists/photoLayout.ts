import { civilDate, localDay } from '@/domain/format/time'

/** Pictures of one month, by their places in the grid: from `from`, up to but not including `to`. */
export interface PhotoMonth {
  year: number
  /** 1 to 12 */
  month: number
  from: number
  to: number
}

/** A month's heading, or a row of pictures; px from the top of the grid. */
export interface PhotoLine {
  top: number
  height: number
  /** Set on a heading. */
  month?: PhotoMonth
  from: number
  to: number
}

export interface PhotoCells {
  /** Pictures per row. */
  columns: number
  /** px of a cell's side, with the gap after it */
  cell: number
}

/** Pictures per row of an upright phone. */
export const FEWEST_COLUMNS = 3
export const MOST_COLUMNS = 5

/** px; a wider grid has more pictures per row instead of larger ones. */
const PHONE = 480
/** How far two fingers must move apart or together for one step. */
const PINCH = 1.25

/**
 * Groups pictures by month.
 * @param dates seconds, newest first @param zone minutes to add to UTC at a moment in ms
 */
export function monthsOf(dates: readonly number[], zone: (at: number) => number): PhotoMonth[] {
  const months: PhotoMonth[] = []
  dates.forEach((seconds, index) => {
    const { year, month } = civilDate(localDay(seconds, zone(seconds * 1000)))
    const last = months[months.length - 1]
    if (last && last.year === year && last.month === month) last.to = index + 1
    else months.push({ year, month, from: index, to: index + 1 })
  })
  return months
}

/** The cells of a grid. @param width px @param perRow pictures per row of an upright phone */
export function cellsOf(width: number, perRow: number): PhotoCells {
  const columns = Math.max(perRow, Math.floor(width / (Math.min(width, PHONE) / perRow)))
  return { columns, cell: width / columns }
}

/** All lines, from the top. @param head px of a heading */
export function linesOf(months: readonly PhotoMonth[], { columns, cell }: PhotoCells, head: number): PhotoLine[] {
  const lines: PhotoLine[] = []
  let top = 0
  const add = (line: Omit<PhotoLine, 'top'>) => {
    lines.push({ ...line, top })
    top += line.height
  }
  for (const month of months) {
    add({ height: head, month, from: month.from, to: month.from })
    for (let from = month.from; from < month.to; from += columns)
      add({ height: cell, from, to: Math.min(month.to, from + columns) })
  }
  return lines
}

/** px */
export function heightOf(lines: readonly PhotoLine[]): number {
  const last = lines[lines.length - 1]
  return last ? last.top + last.height : 0
}

/** The lines between two heights, px. */
export function linesBetween(lines: readonly PhotoLine[], top: number, bottom: number): readonly PhotoLine[] {
  return lines.slice(lineAt(lines, top), lineAt(lines, bottom) + 1)
}

/** The index of the line at a height, px; the first above the grid, the last below it. */
function lineAt(lines: readonly PhotoLine[], y: number): number {
  let [low, high] = [0, Math.max(0, lines.length - 1)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (lines[middle]!.top <= y) low = middle
    else high = middle - 1
  }
  return low
}

/** The picture at a point of the grid, px; in a heading, or beside the last picture of a row, the one before. */
export function photoAt(lines: readonly PhotoLine[], { cell }: PhotoCells, x: number, y: number): number {
  const line = lines[lineAt(lines, y)]
  if (!line) return 0
  if (line.month) return Math.max(0, line.from - 1)
  return Math.max(line.from, Math.min(line.to - 1, line.from + Math.floor(x / cell)))
}

/** The middle of a picture, px. */
export function middleOf(lines: readonly PhotoLine[], { cell }: PhotoCells, index: number): { x: number; y: number } {
  const line = lineOf(lines, index)
  return { x: (index - (line?.from ?? 0) + 0.5) * cell, y: (line?.top ?? 0) + cell / 2 }
}

/** The line that contains a picture. */
export function lineOf(lines: readonly PhotoLine[], index: number): PhotoLine | undefined {
  return lines.find((line) => line.from <= index && index < line.to)
}

/** Pictures per row after a pinch; the same number while the fingers have moved too little. @param growth of the distance between two fingers */
export function pinchedColumns(perRow: number, growth: number): number {
  if (growth >= PINCH) return Math.max(FEWEST_COLUMNS, perRow - 1)
  return growth <= 1 / PINCH ? Math.min(MOST_COLUMNS, perRow + 1) : perRow
}
