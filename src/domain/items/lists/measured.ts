/** Rows drawn around the topmost visible row: enough for the tallest screen with the shortest rows. */
const DRAWN = { before: 12, all: 48 }

/** The range of drawn rows in a list of differing heights. @param at the topmost visible row @returns the end not included */
export function drawnAround(at: number, count: number): { start: number; end: number } {
  const end = Math.min(count, Math.max(0, at - DRAWN.before) + DRAWN.all)
  return { start: Math.max(0, end - DRAWN.all), end }
}

/** Measured heights of rows by id; px. */
export type Heights = ReadonlyMap<number, number>

/** px; the assumed height of a row never drawn, equal to one line. It is constant, so that the rows below do not move. */
const USUAL = 72

/** The total height of the rows; px. */
export function heightOf(ids: readonly number[], heights: Heights): number {
  return ids.reduce((sum, id) => sum + (heights.get(id) ?? USUAL), 0)
}

/** The row at a distance from the top of the first row; px. */
export function rowAt(ids: readonly number[], heights: Heights, distance: number): number {
  let bottom = 0
  const found = ids.findIndex((id) => (bottom += heights.get(id) ?? USUAL) > distance)
  return found < 0 ? Math.max(0, ids.length - 1) : found
}

/** A row to scroll into view. A new `turn` repeats the scroll. */
export interface RevealedRow {
  id: number
  turn: number
  place: 'start' | 'middle' | 'end'
}
