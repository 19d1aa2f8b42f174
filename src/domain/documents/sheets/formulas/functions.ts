import { addNumbers, countBlank, countIf, lookUp, nth, ofChosen, rank } from './choosing'
import type { Spend } from './criteria'
import { roundTo, withoutNoise } from './rounding'
import {
  isMatrix,
  isProblem,
  numberIn,
  numberResult,
  problem,
  scalarOf,
  sumOf,
  textResult,
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
  /** @param spend counts work beside that of reading the parts; throws OutOfWork */
  run(parts: readonly Result[], spend: Spend): Scalar
}

/** The functions of formulas. IF, IFS, IFERROR and ISERROR are in evaluate. */
export const functions: Record<string, FormulaFunction> = {
  TRUE: { least: 0, most: 0, run: () => true },
  FALSE: { least: 0, most: 0, run: () => false },
  SUM: ofAll((numbers) => sumOf(numbers)),
  AVERAGE: ofAll((numbers) => mean(numbers)),
  MIN: ofAll((numbers) => numbers.reduce((a, b) => Math.min(a, b), numbers[0] ?? 0)),
  MAX: ofAll((numbers) => numbers.reduce((a, b) => Math.max(a, b), numbers[0] ?? 0)),
  PRODUCT: ofAll((numbers) => (numbers.length === 0 ? 0 : numbers.reduce((a, b) => a * b, 1))),
  MEDIAN: ofAll(median),
  COUNT: { least: 1, run: count },
  COUNTA: { least: 1, run: (parts) => valuesOf(parts).filter((value) => value !== null).length },
  COUNTBLANK: { least: 1, most: 1, run: ([range]) => countBlank(range!) },
  COUNTIF: { least: 2, most: 2, run: ([range, wanted], spend) => countIf(range!, wanted!, spend) },
  SUMIF: { least: 2, most: 3, run: (parts, spend) => checked(ofChosen(parts, spend, sumOf)) },
  AVERAGEIF: { least: 2, most: 3, run: (parts, spend) => checked(ofChosen(parts, spend, mean)) },
  RANK: { least: 2, most: 3, run: rank },
  LARGE: { least: 2, most: 2, run: (parts, spend) => nth(parts, spend, true) },
  SMALL: { least: 2, most: 2, run: (parts, spend) => nth(parts, spend, false) },
  ROUND: { least: 1, most: 2, run: (parts) => rounded(parts, Math.round) },
  ROUNDUP: { least: 1, most: 2, run: (parts) => rounded(parts, Math.ceil) },
  ROUNDDOWN: { least: 1, most: 2, run: (parts) => rounded(parts, Math.floor) },
  INT: ofNumbers(1, ([one]) => Math.floor(withoutNoise(one!))),
  ABS: ofNumbers(1, ([one]) => Math.abs(one!)),
  SQRT: ofNumbers(1, ([one]) => Math.sqrt(one!)),
  POWER: ofNumbers(2, ([base, exponent]) => powerOf(base!, exponent!)),
  MOD: ofNumbers(2, ([one, by]) => (by === 0 ? problem('#DIV/0!') : one! - by! * Math.floor(one! / by!))),
  AND: { least: 1, run: (parts) => truths(parts, (all) => all.every(Boolean)) },
  OR: { least: 1, run: (parts) => truths(parts, (all) => all.some(Boolean)) },
  NOT: { least: 1, most: 1, run: ([one]) => not(toBoolean(scalarOf(one!))) },
  CONCATENATE: { least: 1, run: joined },
  CONCAT: { least: 1, run: joined },
  LEN: ofText(1, 1, (text) => text.length),
  UPPER: ofText(1, 1, (text) => textResult(text.toUpperCase())),
  LOWER: ofText(1, 1, (text) => textResult(text.toLowerCase())),
  TRIM: ofText(1, 1, (text) => text.trim().replace(/ +/g, ' ')),
  VALUE: ofText(1, 1, (text) => numberIn(text) ?? problem('#VALUE!')),
  LEFT: ofText(1, 2, (text, length = 1) => text.slice(0, length)),
  RIGHT: ofText(1, 2, (text, length = 1) => (length === 0 ? '' : text.slice(-length))),
  MID: ofText(3, 3, (text, start, length) => {
    return start! < 1 ? problem('#VALUE!') : text.slice(start! - 1, start! - 1 + length!)
  }),
  VLOOKUP: { least: 3, most: 4, run: lookUp },
}

export function powerOf(base: number, exponent: number): Scalar {
  return base === 0 && exponent < 0 ? problem('#DIV/0!') : numberResult(base ** exponent)
}

const not = (truth: boolean | Problem): Scalar => (isProblem(truth) ? truth : !truth)

function mean(numbers: readonly number[]): Scalar {
  return numbers.length === 0 ? problem('#DIV/0!') : sumOf(numbers) / numbers.length
}

function median(numbers: readonly number[]): Scalar {
  if (numbers.length === 0) return problem('#NUM!')
  const ordered = Float64Array.from(numbers).sort()
  const middle = ordered.length >> 1
  return ordered.length % 2 === 1 ? ordered[middle]! : (ordered[middle - 1]! + ordered[middle]!) / 2
}

/** All values of the parts, without the empty cells around what a sheet holds. */
function valuesOf(parts: readonly Result[]): Scalar[] {
  return parts.flatMap((part) => (isMatrix(part) ? part.rows.flat() : [part]))
}

/** A function of all numbers in its parts: those that cells hold, and what can be read as a number elsewhere. */
function ofAll(run: (numbers: readonly number[]) => Scalar): FormulaFunction {
  return {
    least: 1,
    run(parts, spend) {
      const numbers: number[] = []
      for (const part of parts) {
        const error = isMatrix(part) ? addNumbers(part, numbers) : addNumber(part, numbers)
        if (error) return error
      }
      spend(numbers.length)
      return checked(run(numbers))
    },
  }
}

function addNumber(value: Scalar, numbers: number[]): Problem | null {
  if (value === null) return null
  const number = toNumber(value)
  if (isProblem(number)) return number
  numbers.push(number)
  return null
}

const checked = (value: Scalar): Scalar => (typeof value === 'number' ? numberResult(value) : value)

/** A function of so many numbers. */
function ofNumbers(length: number, run: (numbers: readonly number[]) => Scalar): FormulaFunction {
  return {
    least: length,
    most: length,
    run(parts) {
      const numbers: number[] = []
      for (const part of parts) {
        const number = toNumber(scalarOf(part))
        if (isProblem(number)) return number
        numbers.push(number)
      }
      return checked(run(numbers))
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

function count(parts: readonly Result[]): number {
  const isNumber = (value: Scalar) => typeof value === 'number'
  return parts.reduce<number>((total, part) => {
    if (isMatrix(part)) return total + part.rows.flat().filter(isNumber).length
    return total + (part !== null && isNumber(toNumber(part)) ? 1 : 0)
  }, 0)
}

function rounded([value, digits = 0]: readonly Result[], round: (size: number) => number): Scalar {
  const [number, places] = [toNumber(scalarOf(value!)), toNumber(scalarOf(digits))]
  if (isProblem(number)) return number
  return isProblem(places) ? places : numberResult(roundTo(number, places, round))
}

/** Runs with the truth values of the parts; texts that cells hold are none. */
function truths(parts: readonly Result[], run: (all: readonly boolean[]) => boolean): Scalar {
  const all: boolean[] = []
  for (const part of parts)
    for (const value of valuesOf([part])) {
      if (value === null || (isMatrix(part) && typeof value === 'string')) continue
      const truth = toBoolean(value)
      if (isProblem(truth)) return truth
      all.push(truth)
    }
  return all.length === 0 ? problem('#VALUE!') : run(all)
}

function joined(parts: readonly Result[]): Scalar {
  let text = ''
  for (const value of valuesOf(parts)) {
    if (isProblem(value)) return value
    const longer = textResult(text + toText(value))
    if (typeof longer !== 'string') return longer
    text = longer
  }
  return text
}
