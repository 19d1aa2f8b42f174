import { criterionOf } from './criteria'
import {
  compare,
  isMatrix,
  isProblem,
  numberIn,
  numberResult,
  problem,
  scalarOf,
  toBoolean,
  toNumber,
  toText,
  type Problem,
  type Result,
  type Scalar,
} from './values'

interface FormulaFunction {
  /** The least and most parts between its brackets. */
  least: number
  most?: number
  run(parts: readonly Result[]): Scalar
}

/** The functions of formulas. IF, IFS, IFERROR and ISERROR are in evaluate. */
export const functions: Record<string, FormulaFunction> = {
  SUM: { least: 1, run: (parts) => withNumbers(parts, (numbers) => sum(numbers)) },
  AVERAGE: { least: 1, run: (parts) => withNumbers(parts, (numbers) => mean(numbers)) },
  MIN: {
    least: 1,
    run: (parts) => withNumbers(parts, (numbers) => numbers.reduce((a, b) => Math.min(a, b), numbers[0] ?? 0)),
  },
  MAX: {
    least: 1,
    run: (parts) => withNumbers(parts, (numbers) => numbers.reduce((a, b) => Math.max(a, b), numbers[0] ?? 0)),
  },
  PRODUCT: {
    least: 1,
    run: (parts) => withNumbers(parts, (numbers) => numberResult(numbers.reduce((a, b) => a * b, 1))),
  },
  MEDIAN: { least: 1, run: (parts) => withNumbers(parts, median) },
  COUNT: { least: 1, run: (parts) => cellsOf(parts).filter((value) => typeof value === 'number').length },
  COUNTA: { least: 1, run: (parts) => cellsOf(parts).filter((value) => value !== null && value !== '').length },
  COUNTBLANK: { least: 1, run: (parts) => cellsOf(parts).filter((value) => value === null || value === '').length },
  COUNTIF: { least: 2, most: 2, run: ([range, wanted]) => chosen(range!, wanted!, range!).length },
  SUMIF: {
    least: 2,
    most: 3,
    run: ([range, wanted, values = range]) => sum(numbersIn(chosen(range!, wanted!, values!))),
  },
  AVERAGEIF: {
    least: 2,
    most: 3,
    run: ([range, wanted, values = range]) => mean(numbersIn(chosen(range!, wanted!, values!))),
  },
  RANK: { least: 2, most: 3, run: rank },
  LARGE: { least: 2, most: 2, run: ([range, place]) => nth(range!, place!, (a, b) => b - a) },
  SMALL: { least: 2, most: 2, run: ([range, place]) => nth(range!, place!, (a, b) => a - b) },
  ROUND: { least: 1, most: 2, run: (parts) => rounded(parts, Math.round) },
  ROUNDUP: { least: 1, most: 2, run: (parts) => rounded(parts, Math.ceil) },
  ROUNDDOWN: { least: 1, most: 2, run: (parts) => rounded(parts, Math.floor) },
  INT: ofNumbers(1, ([one]) => Math.floor(one!)),
  ABS: ofNumbers(1, ([one]) => Math.abs(one!)),
  SQRT: ofNumbers(1, ([one]) => Math.sqrt(one!)),
  POWER: ofNumbers(2, ([base, exponent]) => base! ** exponent!),
  MOD: ofNumbers(2, ([one, by]) => one! - by! * Math.floor(one! / by!)),
  AND: { least: 1, run: (parts) => truths(parts, (all) => all.every(Boolean)) },
  OR: { least: 1, run: (parts) => truths(parts, (all) => all.some(Boolean)) },
  NOT: { least: 1, most: 1, run: (parts) => truths(parts, ([one]) => !one) },
  CONCATENATE: { least: 1, run: joined },
  CONCAT: { least: 1, run: joined },
  LEN: ofText(1, 1, (text) => text.length),
  UPPER: ofText(1, 1, (text) => text.toUpperCase()),
  LOWER: ofText(1, 1, (text) => text.toLowerCase()),
  TRIM: ofText(1, 1, (text) => text.trim().replace(/ +/g, ' ')),
  VALUE: ofText(1, 1, (text) => numberIn(text) ?? problem('#VALUE!')),
  LEFT: ofText(1, 2, (text, count = 1) => text.slice(0, count)),
  RIGHT: ofText(1, 2, (text, count = 1) => (count === 0 ? '' : text.slice(-count))),
  MID: ofText(3, 3, (text, start = 1, count = 0) => text.slice(start - 1, start - 1 + count)),
  VLOOKUP: { least: 3, most: 4, run: lookUp },
}

const sum = (numbers: readonly number[]): Scalar => numberResult(numbers.reduce((a, b) => a + b, 0))

function mean(numbers: readonly number[]): Scalar {
  if (numbers.length === 0) return problem('#DIV/0!')
  return numberResult(numbers.reduce((a, b) => a + b, 0) / numbers.length)
}

function median(numbers: number[]): Scalar {
  if (numbers.length === 0) return problem('#NUM!')
  const ordered = numbers.sort((a, b) => a - b)
  const middle = ordered.length >> 1
  return ordered.length % 2 === 1 ? ordered[middle]! : (ordered[middle - 1]! + ordered[middle]!) / 2
}

/** All values of the parts. */
function cellsOf(parts: readonly Result[]): Scalar[] {
  return parts.flatMap((part) => (isMatrix(part) ? part.rows.flat() : [part]))
}

const numbersIn = (values: readonly Scalar[]) => values.filter((value) => typeof value === 'number')

/** Runs with the numbers of the parts: those of ranges, and parts that can be read as one. */
function withNumbers(parts: readonly Result[], run: (numbers: number[]) => Scalar): Scalar {
  const numbers: number[] = []
  for (const part of parts) {
    if (isMatrix(part)) {
      for (const row of part.rows)
        for (const value of row) {
          if (isProblem(value)) return value
          if (typeof value === 'number') numbers.push(value)
        }
      continue
    }
    if (part === null) continue
    const number = toNumber(part)
    if (isProblem(number)) return number
    numbers.push(number)
  }
  return run(numbers)
}

/** A function of so many numbers. */
function ofNumbers(count: number, run: (numbers: readonly number[]) => number): FormulaFunction {
  return {
    least: count,
    most: count,
    run(parts) {
      const numbers: number[] = []
      for (const part of parts) {
        const number = toNumber(scalarOf(part))
        if (isProblem(number)) return number
        numbers.push(number)
      }
      const result = run(numbers)
      return Number.isNaN(result) && numbers[1] === 0 ? problem('#DIV/0!') : numberResult(result)
    },
  }
}

/** A function of a text and of numbers that are not negative. */
function ofText(least: number, most: number, run: (text: string, ...numbers: number[]) => Scalar): FormulaFunction {
  return {
    least,
    most,
    run([first, ...others]) {
      const text = scalarOf(first!)
      if (isProblem(text)) return text
      const numbers: number[] = []
      for (const each of others) {
        const number = toNumber(scalarOf(each))
        if (isProblem(number)) return number
        if (number < 0) return problem('#VALUE!')
        numbers.push(Math.floor(number))
      }
      return run(toText(text), ...numbers)
    },
  }
}

/** The values beside those cells of a range that are as wanted. */
function chosen(range: Result, wanted: Result, values: Result): Scalar[] {
  const isWanted = criterionOf(scalarOf(wanted))
  const [tested, taken] = [cellsOf([range]), cellsOf([values])]
  return tested.flatMap((value, at) => (isWanted(value) && at < taken.length ? [taken[at]!] : []))
}

function rank([value, range, order = null]: readonly Result[]): Scalar {
  const number = toNumber(scalarOf(value!))
  if (isProblem(number)) return number
  const isUp = toBoolean(scalarOf(order))
  if (isProblem(isUp)) return isUp
  const numbers = numbersIn(cellsOf([range!]))
  if (!numbers.includes(number)) return problem('#N/A')
  return 1 + numbers.filter((each) => (isUp ? each < number : each > number)).length
}

function nth(range: Result, place: Result, order: (a: number, b: number) => number): Scalar {
  const at = toNumber(scalarOf(place))
  if (isProblem(at)) return at
  return numbersIn(cellsOf([range])).sort(order)[Math.floor(at) - 1] ?? problem('#NUM!')
}

function rounded([value, digits = 0]: readonly Result[], round: (value: number) => number): Scalar {
  const [number, places] = [toNumber(scalarOf(value!)), toNumber(scalarOf(digits))]
  if (isProblem(number)) return number
  if (isProblem(places)) return places
  const by = 10 ** Math.floor(places)
  // Halves round away from 0; 1.005 is a little less than it says.
  const size = Number((Math.abs(number) * by).toPrecision(15))
  return numberResult((Math.sign(number) * round(size)) / by)
}

function truths(parts: readonly Result[], run: (all: readonly boolean[]) => boolean): Scalar {
  const all: boolean[] = []
  for (const value of cellsOf(parts)) {
    if (value === null) continue
    const truth: boolean | Problem = toBoolean(value)
    if (isProblem(truth)) return truth
    all.push(truth)
  }
  return run(all)
}

function joined(parts: readonly Result[]): Scalar {
  const cells = cellsOf(parts)
  return cells.find(isProblem) ?? cells.map(toText).join('')
}

/** Finds a value in the first column of a table. Without FALSE at the end, the table is sorted, and the last that is not larger counts. */
function lookUp([wanted, table, place, sorted = true]: readonly Result[]): Scalar {
  const [value, column, isSorted] = [scalarOf(wanted!), toNumber(scalarOf(place!)), toBoolean(scalarOf(sorted))]
  for (const each of [value, column, isSorted]) if (isProblem(each)) return each
  if (!isMatrix(table!)) return problem('#VALUE!')
  let found: readonly Scalar[] | undefined
  for (const row of table.rows) {
    const order = row[0] === null ? NaN : compare(row[0]!, value)
    if (order === 0 || (isSorted === true && order < 0)) found = row
    if (order === 0 && isSorted === false) break
  }
  if (found === undefined) return problem('#N/A')
  return (column as number) >= 1 ? (found[Math.floor(column as number) - 1] ?? problem('#REF!')) : problem('#VALUE!')
}
