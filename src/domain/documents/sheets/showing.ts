import type { Alignment, CellStyle, NumberFormat } from './content'
import { roundTo } from './formulas/rounding'
import { generalNumber, toText, type Scalar } from './formulas/values'

/** The text of a cell on the screen. */
export function shownText(value: Scalar, { format }: CellStyle): string {
  return typeof value === 'number' && format !== undefined ? formatted(value, format) : toText(value)
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
