import {
  CELL_TEXT_LIMIT,
  FORMULA_LIMIT,
  isCellContent,
  type CellContent,
  type CellStyle,
  type NumberFormat,
} from './content'
import { storedFormula, writtenFormula, type Axes } from './formulas/references'
import { generalNumber } from './formulas/values'

/** Digits of the longest number: longer ones are numbers of people and cards, which must keep each digit. */
const DIGITS = 15
const PLAIN = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,3})?$/i
const GROUPED = /^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
/** A zero before other digits belongs to a number that names something. */
const NAMING = /^[-+]?0\d/
/** Before a text that would otherwise be read as something else. */
const AS_TEXT = "'"

/** What somebody wrote into a cell. */
export interface Entered {
  /** null: nothing */
  content: CellContent | null
  /** The way of writing the number shows how it is shown. */
  format?: NumberFormat
}

/** Reads what somebody wrote into a cell: a formula after `=`, a number, a truth value, or a text. */
export function enteredIn(written: string, axes: Axes): Entered {
  if (/^[=＝]./s.test(written)) {
    const f = storedFormula(written, axes)
    return { content: f.length <= FORMULA_LIMIT ? { f } : textOf(written) }
  }
  const trimmed = written.trim()
  if (trimmed === '') return { content: null }
  if (written[0] === AS_TEXT) return { content: textOf(written.slice(1)) }
  if (/^(true|false)$/i.test(trimmed)) return { content: { v: trimmed.toLowerCase() === 'true' } }
  return numberOf(trimmed) ?? { content: textOf(written) }
}

function numberOf(text: string): Entered | null {
  const isPercent = text.endsWith('%')
  const digits = isPercent ? text.slice(0, -1).trim() : text
  const isGrouped = GROUPED.test(digits)
  if ((!isGrouped && !PLAIN.test(digits)) || NAMING.test(digits)) return null
  if (digits.replace(/e.*$|\D/gi, '').length > DIGITS) return null
  const number = Number(digits.replace(/,/g, ''))
  const v = isPercent ? Number((number / 100).toPrecision(DIGITS)) : number
  if (!Number.isFinite(v)) return null
  return { content: { v }, ...(isPercent ? { format: 'percent' } : isGrouped ? { format: 'grouped' } : {}) }
}

function textOf(text: string): CellContent | null {
  const content = { v: text.slice(0, CELL_TEXT_LIMIT) }
  return isCellContent(content) ? content : null
}

/** A cell as somebody would write it: the opposite of `enteredIn`. */
export function writtenIn(content: CellContent | null, { format }: CellStyle, axes: Axes): string {
  if (content === null) return ''
  if ('f' in content) return writtenFormula(content.f, axes)
  const { v } = content
  if (typeof v === 'boolean') return v ? 'TRUE' : 'FALSE'
  if (typeof v === 'number') return format === 'percent' ? `${generalNumber(v * 100)}%` : String(v)
  const read = enteredIn(v, axes).content
  const isSame = read !== null && 'v' in read && read.v === v
  return isSame ? v : AS_TEXT + v
}
