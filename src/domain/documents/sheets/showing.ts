import type { Alignment, CellStyle, NumberFormat } from './content'
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
  switch (format) {
    case 'percent':
      return `${generalNumber(Number((value * 100).toFixed(2)))}%`
    case 'fixed':
      return value.toFixed(2)
    case 'grouped':
      return grouped(value)
  }
}

function grouped(value: number): string {
  const [whole, rest] = generalNumber(Number(value.toFixed(2))).split('.')
  if (!/^-?\d+$/.test(whole!)) return generalNumber(value)
  return whole!.replace(/\B(?=(\d{3})+$)/g, ',') + (rest === undefined ? '' : `.${rest}`)
}
