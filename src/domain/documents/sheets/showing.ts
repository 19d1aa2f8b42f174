import type { Alignment, CellStyle, NumberFormat } from './content'
import { roundTo } from './formulas/rounding'
import { generalNumber, toText, type Scalar } from './formulas/values'

/** The text of a cell on the screen. */
export function shownText(value: Scalar, { format }: CellStyle): string {
  return typeof value === 'number' && format !== undefined ? formatted(value, format) : toText(value)
}

/** In place of a number that has no room: a part of it would be another number. */
export const NO_ROOM = '####'

/** A number as a cell shows it: with fewer decimals where it has no room and no format of its own; NO_ROOM where that does not help. */
export function fittingNumber(value: number, style: CellStyle, fits: (text: string) => boolean): string {
  const text = shownText(value, style)
  if (fits(text)) return text
  const decimals = style.format === undefined && !text.includes('E') ? (text.split('.')[1]?.length ?? 0) : 0
  for (let left = decimals - 1; left >= 0; left -= 1) {
    const rounded = roundTo(value, left)
    const shorter = toText(rounded)
    if (rounded !== 0 && fits(shorter)) return shorter
  }
  return NO_ROOM
}

/** Numbers lie at the right, truth values and errors in the middle. */
export function alignmentOf(value: Scalar, { align }: CellStyle): Alignment {
  if (align) return align
  if (typeof value === 'number') return 'right'
  return typeof value === 'string' || value === null ? 'left' : 'center'
}

function formatted(value: number, format: NumberFormat): string {
  const percent = roundTo(value * 100, 2)
  switch (format) {
    case 'percent':
      return Number.isFinite(percent) ? `${generalNumber(percent)}%` : generalNumber(value)
    case 'fixed':
      return roundTo(value, 2).toFixed(2)
    case 'grouped':
      return grouped(value)
  }
}

function grouped(value: number): string {
  const text = generalNumber(roundTo(value, 2))
  if (text.includes('E')) return text
  const [whole, rest] = text.split('.')
  return whole!.replace(/\B(?=(\d{3})+$)/g, ',') + (rest === undefined ? '' : `.${rest}`)
}
