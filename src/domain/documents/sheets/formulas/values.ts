export const formulaErrors = [
  '#DIV/0!',
  '#VALUE!',
  '#REF!',
  '#NAME?',
  '#N/A',
  '#NUM!',
  '#CYCLE!',
  '#LIMIT!',
  '#ERROR!',
] as const
export type FormulaError = (typeof formulaErrors)[number]

/** Why a formula has no result. */
export interface Problem {
  error: FormulaError
}

/** The value of a cell; null for an empty one. */
export type Scalar = number | string | boolean | null | Problem

/** Values of a range, by rows. */
export interface Matrix {
  rows: readonly (readonly Scalar[])[]
}

/** What a part of a formula can be. */
export type Result = Scalar | Matrix

export const problem = (error: FormulaError): Problem => ({ error })

export function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'error' in value
}

export function isMatrix(value: Result): value is Matrix {
  return typeof value === 'object' && value !== null && 'rows' in value
}

/** The only value of a range of one cell; #VALUE! for other ranges. */
export function scalarOf(value: Result): Scalar {
  if (!isMatrix(value)) return value
  const [row] = value.rows
  return value.rows.length === 1 && row!.length === 1 ? row![0]! : problem('#VALUE!')
}

const numeric = /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*%?\s*$/i

/** The number that a text shows; null for other texts. */
export function numberIn(text: string): number | null {
  if (!numeric.test(text)) return null
  const trimmed = text.trim()
  const number = trimmed.endsWith('%') ? Number(trimmed.slice(0, -1)) / 100 : Number(trimmed)
  return Number.isFinite(number) ? number : null
}

export function toNumber(value: Scalar): number | Problem {
  if (typeof value === 'number' || isProblem(value)) return value
  if (typeof value === 'string') return numberIn(value) ?? problem('#VALUE!')
  return value === true ? 1 : 0
}

export function toText(value: Scalar): string {
  if (value === null) return ''
  if (isProblem(value)) return value.error
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return typeof value === 'number' ? generalNumber(value) : value
}

export function toBoolean(value: Scalar): boolean | Problem {
  if (isProblem(value) || typeof value === 'boolean') return value
  if (typeof value !== 'string') return value !== null && value !== 0
  const upper = value.toUpperCase()
  return upper === 'TRUE' ? true : upper === 'FALSE' ? false : problem('#VALUE!')
}

/** A number without the last digits, in which 0.1 + 0.2 differs from 0.3. */
export function generalNumber(value: number): string {
  return String(Number(value.toPrecision(12)))
}

/** A number as the result of a formula. */
export function numberResult(value: number): Scalar {
  return Number.isFinite(value) ? value : problem('#NUM!')
}

/** Numbers come before texts, texts before truth values, as in other programs. */
const rank = (value: Scalar) => (typeof value === 'number' ? 0 : typeof value === 'string' ? 1 : 2)

/** Negative, 0 or positive. An empty cell equals 0, '' and FALSE. */
export function compare(one: Scalar, other: Scalar): number {
  const [left, right] = [filled(one, other), filled(other, one)]
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (rank(left) !== rank(right)) return rank(left) - rank(right)
  const [a, b] = [toText(left).toLowerCase(), toText(right).toLowerCase()]
  return a < b ? -1 : a > b ? 1 : 0
}

function filled(value: Scalar, beside: Scalar): Scalar {
  if (value !== null) return value
  return typeof beside === 'string' ? '' : typeof beside === 'boolean' ? false : 0
}
