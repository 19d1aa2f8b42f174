/** Rows that are drawn around the one at the top of the view: enough for the tallest screen of the shortest rows. */
const DRAWN = { before: 12, all: 48 }

/** Which rows of a list of differing heights are drawn. @param at the row at the top of the view @returns the end not included */
export function drawnAround(at: number, count: number): { start: number; end: number } {
  const end = Math.min(count, Math.max(0, at - DRAWN.before) + DRAWN.all)
  return { start: Math.max(0, end - DRAWN.all), end }
}

/** Heights of rows that were drawn, by id; px. */
export type Heights = ReadonlyMap<number, number>

/** px of a row of one line; what a row counts as that was never drawn. Another number each time would move what stands below. */
const USUAL = 72

/** px that rows take up together. */
export function heightOf(ids: readonly number[], heights: Heights): number {
  return ids.reduce((sum, id) => sum + (heights.get(id) ?? USUAL), 0)
}

/** The row that stands at a distance from the top of the first; px. */
export function rowAt(ids: readonly number[], heights: Heights, distance: number): number {
  let bottom = 0
  const found = ids.findIndex((id) => (bottom += heights.get(id) ?? USUAL) > distance)
  return found < 0 ? Math.max(0, ids.length - 1) : found
}

/** A row that is to be brought into view; another turn does it once more. */
export interface BroughtRow {
  id: number
  turn: number
  place: 'end' | 'middle'
}
