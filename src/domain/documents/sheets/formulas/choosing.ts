import { criterionOf, wildcardsOf, type Spend } from './criteria'
import {
  compare,
  isMatrix,
  isProblem,
  problem,
  scalarOf,
  toBoolean,
  toNumber,
  type Matrix,
  type Problem,
  type Result,
  type Scalar,
} from './values'

/** Adds the numbers among the values of cells. @returns the first error among them */
export function addNumbers({ rows }: Matrix, numbers: number[]): Problem | null {
  for (const row of rows)
    for (const value of row) {
      if (isProblem(value)) return value
      if (typeof value === 'number') numbers.push(value)
    }
  return null
}

export function countBlank(range: Result): Scalar {
  const { rows, height, width } = matrixOf(range)
  const filled = rows.flat().filter((value) => value !== null && value !== '')
  return height * width - filled.length
}

export function countIf(range: Result, wanted: Result, spend: Spend): Scalar {
  const isWanted = criterionOf(scalarOf(wanted), spend)
  const { rows, height, width } = matrixOf(range)
  const values = rows.flat()
  return values.filter(isWanted).length + (isWanted(null) ? height * width - values.length : 0)
}

/** Runs with the numbers beside those cells of a range that are as wanted. */
export function ofChosen(
  [range, wanted, values = range]: readonly Result[],
  spend: Spend,
  run: (numbers: number[]) => Scalar,
) {
  const isWanted = criterionOf(scalarOf(wanted!), spend)
  const [tested, taken] = [matrixOf(range!), matrixOf(values!)]
  if (tested.height !== taken.height || tested.width !== taken.width) return problem('#VALUE!')
  const numbers: number[] = []
  for (const [down, row] of taken.rows.entries())
    for (const [across, value] of row.entries()) {
      if (!isWanted(tested.rows[down]?.[across] ?? null)) continue
      if (isProblem(value)) return value
      if (typeof value === 'number') numbers.push(value)
    }
  return run(numbers)
}

/** A value as a range of one cell. */
function matrixOf(value: Result): Matrix {
  return isMatrix(value) ? value : { rows: [[value]], height: 1, width: 1, work: 1 }
}

export function rank([value, range, order = null]: readonly Result[]): Scalar {
  const [number, numbers] = [toNumber(scalarOf(value!)), numbersIn(range!)]
  if (isProblem(number)) return number
  if (isProblem(numbers)) return numbers
  const isUp = toBoolean(scalarOf(order))
  if (isProblem(isUp)) return isUp
  if (!numbers.includes(number)) return problem('#N/A')
  return 1 + numbers.filter((each) => (isUp ? each < number : each > number)).length
}

/** The number at a place in the order of size. */
export function nth([range, place]: readonly Result[], spend: Spend, isFromLargest: boolean): Scalar {
  const [numbers, at] = [numbersIn(range!), toNumber(scalarOf(place!))]
  if (isProblem(numbers)) return numbers
  if (isProblem(at)) return at
  spend(4 * numbers.length)
  const index = Math.floor(at) - 1
  const ordered = Float64Array.from(numbers).sort()
  return ordered[isFromLargest ? ordered.length - 1 - index : index] ?? problem('#NUM!')
}

function numbersIn(range: Result): number[] | Problem {
  const numbers: number[] = []
  return addNumbers(matrixOf(range), numbers) ?? numbers
}

/** Finds a value in the first column of a table. Without FALSE at the end, the table is sorted, and the last that is not larger counts. */
export function lookUp([wanted, table, place, sorted = true]: readonly Result[], spend: Spend): Scalar {
  const [value, column, isSorted] = [scalarOf(wanted!), toNumber(scalarOf(place!)), toBoolean(scalarOf(sorted))]
  if (isProblem(value)) return value
  if (isProblem(column)) return column
  if (isProblem(isSorted)) return isSorted
  const { rows, width } = matrixOf(table!)
  if (column < 1) return problem('#VALUE!')
  if (Math.floor(column) > width) return problem('#REF!')
  const row = isSorted ? lastUpTo(rows, value) : rows.find(isFound(value, spend))
  return row === undefined ? problem('#N/A') : (row[Math.floor(column) - 1] ?? null)
}

type Row = readonly Scalar[]

function isFound(value: Scalar, spend: Spend): (row: Row) => boolean {
  const hasForm = typeof value === 'string' ? wildcardsOf(value, spend) : null
  return ([first = null]) => (hasForm ? hasForm(first) : isComparable(first, value) && compare(first, value) === 0)
}

function lastUpTo(rows: readonly Row[], value: Scalar): Row | undefined {
  let last: Row | undefined
  for (const row of rows) {
    const [first = null] = row
    if (isComparable(first, value) && compare(first, value) <= 0) last = row
  }
  return last
}

function isComparable(cell: Scalar, value: Scalar): boolean {
  return cell !== null && !isProblem(cell) && (value === null || typeof cell === typeof value)
}
