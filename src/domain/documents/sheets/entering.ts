import {
  CELL_TEXT_LIMIT,
  FORMULA_LIMIT,
  isCellContent,
  type CellContent,
  type CellStyle,
  type NumberFormat,
} from './content'
import { movedFormula, renamedFormula, storedFormula, writtenFormula, type Axes } from './formulas/references'
import { withoutNoise } from './formulas/rounding'
import { digitsOf, NAMING, NUMBER_DIGITS } from './formulas/values'

const PLAIN = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d{1,3})?$/i
const GROUPED = /^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
/** A number of a phone with the code of its country. */
const PHONE = /^\+\d{8,}$/
const FORMULA = /^[=＝]./s
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
  if (FORMULA.test(written) && written.length <= FORMULA_LIMIT) {
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
  if ((!isGrouped && !PLAIN.test(digits)) || NAMING.test(digits) || PHONE.test(digits)) return null
  if (digitsOf(digits) > NUMBER_DIGITS) return null
  const number = Number(digits.replace(/,/g, ''))
  const v = isPercent ? withoutNoise(number / 100) : number
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
  if (typeof v === 'number')
    return format === 'percent' && Number.isFinite(v * 100) ? `${withoutNoise(v * 100)}%` : String(v)
  const read = enteredIn(v, axes).content
  const isSame = read !== null && 'v' in read && read.v === v
  return isSame ? v : AS_TEXT + v
}

/** What somebody is writing, after rows or columns were inserted or deleted: a formula goes on naming its cells. */
export function renamedCells(written: string, before: Axes, now: Axes): string {
  return FORMULA.test(written) ? renamedFormula(written, before, now) : written
}

/** A cell's content as a copy in another place: formulas move along (formulas/references). */
export function copiedContent(content: CellContent, from: Axes, to: Axes, down: number, across: number): CellContent {
  if (!('f' in content)) return content
  const f = movedFormula(content.f, from, to, down, across)
  // Ids differ in length.
  return f.length <= FORMULA_LIMIT ? { f } : { v: writtenFormula(content.f, from) }
}
