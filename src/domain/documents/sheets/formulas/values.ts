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

/** The values of cells that a formula names: a range, or one cell as a part of a function. */
export interface Matrix {
  /** By rows, without the empty cells below and to the right of everything that the sheet holds. */
  rows: readonly (readonly Scalar[])[]
  /** Rows and columns of the range, also the empty ones. */
  height: number
  width: number
  /** What it costs to go through the values, in the units of `Calculation`. */
  work: number
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
  return value.height === 1 && value.width === 1 ? (value.rows[0]?.[0] ?? null) : problem('#VALUE!')
}

/** What it costs to read a value, in the units of `Calculation`. */
export const workOf = (value: unknown) => (typeof value === 'string' ? 1 + (value.length >> 5) : 1)

/** Digits of the longest number that is exact. Longer ones are numbers of people and cards, which are texts. */
export const NUMBER_DIGITS = 15
/** A zero before other digits belongs to a number that names something. */
export const NAMING = /^[-+]?0\d/
const numeric = /^[-+]?(?:(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?\s*%?$/i

/** How many digits of a number's text count: zeros before the others do not. */
export function digitsOf(text: string): number {
  return text.replace(/e.*$|\D/gi, '').replace(/^0+/, '').length
}

/** The number that a text shows; null for other texts, and for more digits than a number can have. */
export function numberIn(text: string): number | null {
  const trimmed = text.trim()
  if (!numeric.test(trimmed) || digitsOf(trimmed) > NUMBER_DIGITS) return null
  const number = parseFloat(trimmed.replace(/,/g, ''))
  if (!Number.isFinite(number)) return null
  return trimmed.endsWith('%') ? number / 100 : number
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

/** A number with all its digits, unless it has the many of a fraction's result, such as 0.1 + 0.2: these are rounded to 12. */
export function generalNumber(value: number): string {
  const exact = String(value)
  const isExact = Number.isSafeInteger(value) || digitsOf(exact) <= NUMBER_DIGITS
  return (isExact ? exact : String(Number(value.toPrecision(12)))).replace('e', 'E')
}

/** Numbers whose difference is a smaller part of them are equal: 0.1 + 0.2 and 0.3. */
const EQUAL = 2 ** -48

/** The difference of two numbers; 0 if they differ only as 0.1 + 0.2 and 0.3 do. */
export function difference(left: number, right: number): number {
  const result = left - right
  if (Number.isInteger(left) && Number.isInteger(right)) return result
  return Math.abs(result) < Math.abs(left) * EQUAL ? 0 : result
}

/** The sum of numbers, with the digits that are lost when a small one is added to a large one; 0 if less than these is left. */
export function sumOf(numbers: readonly number[]): number {
  let [sum, lost, largest] = [0, 0, 0]
  for (const number of numbers) {
    const [next, size] = [sum + number, Math.abs(number)]
    lost += Math.abs(sum) >= size ? sum - next + number : number - next + sum
    sum = next
    if (size > largest) largest = size
  }
  const result = sum + lost
  return Math.abs(result) < largest * EQUAL ? 0 : result
}

/** A number as the result of a formula. */
export function numberResult(value: number): Scalar {
  return Number.isFinite(value) ? value : problem('#NUM!')
}

/** characters of a text that a formula makes: texts of texts would otherwise double with every cell */
const RESULT_LIMIT = 32_767

/** A text as the result of a formula. */
export function textResult(text: string): Scalar {
  return text.length <= RESULT_LIMIT ? text : problem('#LIMIT!')
}

/** Numbers come before texts, texts before truth values, as in other programs. */
const rank = (value: Scalar) => (typeof value === 'number' ? 0 : typeof value === 'string' ? 1 : 2)

/** Negative, 0 or positive. An empty cell equals 0, '' and FALSE. */
export function compare(one: Scalar, other: Scalar): number {
  const [left, right] = [filled(one, other), filled(other, one)]
  if (typeof left === 'number' && typeof right === 'number') return difference(left, right)
  if (rank(left) !== rank(right)) return rank(left) - rank(right)
  const [a, b] = [toText(left).toLowerCase(), toText(right).toLowerCase()]
  return a < b ? -1 : a > b ? 1 : 0
}

function filled(value: Scalar, beside: Scalar): Scalar {
  if (value !== null) return value
  return typeof beside === 'string' ? '' : typeof beside === 'boolean' ? false : 0
}
