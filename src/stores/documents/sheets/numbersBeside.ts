import type { GridPlace } from '@/domain/previews/grid/gridLayout'
import type { SheetStore } from './SheetStore'

/** The name of the numbers above the chosen cell of a sheet, or else at its left; null without any. */
export function numbersBeside(sheet: SheetStore): string | null {
  const { chosen } = sheet
  if (chosen === null) return null
  const hasNumber = (place: GridPlace) => {
    const id = sheet.idAt(place)
    return id !== null && typeof sheet.valueOf(id) === 'number'
  }
  for (const [down, across] of [
    [-1, 0],
    [0, -1],
  ] as const) {
    const last = { row: chosen.row + down, column: chosen.column + across }
    const first = { ...last }
    while (hasNumber(first)) {
      first.row += down
      first.column += across
    }
    const from = { row: first.row - down, column: first.column - across }
    if (from.row + from.column < chosen.row + chosen.column) return `${sheet.nameOf(from)}:${sheet.nameOf(last)}`
  }
  return null
}
