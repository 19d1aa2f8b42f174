import { functions, powerOf } from './functions'
import type { Formula } from './parse'
import type { CellName } from './tokens'
import {
  compare,
  difference,
  isMatrix,
  isProblem,
  numberResult,
  problem,
  scalarOf,
  textResult,
  toBoolean,
  toNumber,
  toText,
  workOf,
  type Result,
  type Scalar,
} from './values'

/** Reads the cells that a formula names. */
export interface CellReader {
  cell(cell: CellName): Scalar
  range(from: CellName, to: CellName): Result
  /** Counts work. @throws OutOfWork */
  spend(work: number): void
}

/** The result of a formula. @throws OutOfWork */
export function evaluate(formula: Formula, reader: CellReader): Result {
  const result = resultOf(formula, reader)
  reader.spend(workOf(result))
  return result
}

function resultOf(formula: Formula, reader: CellReader): Result {
  switch (formula.kind) {
    case 'value':
      return formula.value
    case 'cell':
      return reader.cell(formula.cell)
    case 'range':
      return reader.range(formula.from, formula.to)
    case 'negated': {
      const number = toNumber(scalarOf(evaluate(formula.part, reader)))
      return isProblem(number) ? number : -number
    }
    case 'percent': {
      const number = toNumber(scalarOf(evaluate(formula.part, reader)))
      return isProblem(number) ? number : number / 100
    }
    case 'binary': {
      const left = scalarOf(evaluate(formula.left, reader))
      return combine(formula.sign, left, scalarOf(evaluate(formula.right, reader)))
    }
    case 'call':
      return call(formula.name, formula.parts, reader)
  }
}

/** Functions that compute only the parts that count, by the least and most parts between their brackets. */
const lazyFunctions: Record<string, [least: number, most: number, run: (parts: LazyParts) => Result]> = {
  IF: [
    2,
    3,
    ({ length, result }) => {
      const isTrue = toBoolean(scalarOf(result(0)))
      if (isProblem(isTrue)) return isTrue
      return isTrue ? result(1) : length === 3 ? result(2) : false
    },
  ],
  IFS: [
    2,
    Infinity,
    ({ length, result }) => {
      for (let at = 0; at + 1 < length; at += 2) {
        const isTrue = toBoolean(scalarOf(result(at)))
        if (isProblem(isTrue)) return isTrue
        if (isTrue) return result(at + 1)
      }
      return problem('#N/A')
    },
  ],
  IFERROR: [
    1,
    2,
    ({ result }) => {
      const first = result(0)
      return isProblem(scalarOf(first)) ? result(1) : first
    },
  ],
  ISERROR: [1, 1, ({ result }) => isProblem(scalarOf(result(0)))],
}

interface LazyParts {
  length: number
  /** Computes a part; null for one that is not there. */
  result(at: number): Result
}

function call(name: string, parts: readonly Formula[], reader: CellReader): Result {
  const result = (at: number): Result => {
    const part = parts[at]
    if (part === undefined) return null
    // Functions treat what a cell holds as they treat a range: texts are no numbers there.
    return part.kind === 'cell' ? reader.range(part.cell, part.cell) : evaluate(part, reader)
  }
  const { length } = parts
  const lazy = lazyFunctions[name]
  if (lazy) {
    const [least, most, run] = lazy
    return length < least || length > most ? problem('#VALUE!') : run({ length, result })
  }
  const known = functions[name]
  if (known === undefined) return problem('#NAME?')
  if (length < known.least || length > (known.most ?? Infinity)) return problem('#VALUE!')
  const results = parts.map((_, at) => result(at))
  for (const each of results) if (isMatrix(each)) reader.spend(each.work)
  return known.run(results, reader.spend)
}

function combine(sign: string, left: Scalar, right: Scalar): Scalar {
  if (isProblem(left)) return left
  if (isProblem(right)) return right
  if (sign === '&') return textResult(toText(left) + toText(right))
  if ('=<>'.includes(sign[0]!)) return holds(sign, compare(left, right))
  const [one, other] = [toNumber(left), toNumber(right)]
  if (isProblem(one)) return one
  if (isProblem(other)) return other
  switch (sign) {
    case '+':
      return numberResult(difference(one, -other))
    case '-':
      return numberResult(difference(one, other))
    case '*':
      return numberResult(one * other)
    case '/':
      return other === 0 ? problem('#DIV/0!') : numberResult(one / other)
    default:
      return powerOf(one, other)
  }
}

function holds(sign: string, order: number): boolean {
  switch (sign) {
    case '=':
      return order === 0
    case '<>':
      return order !== 0
    case '<':
      return order < 0
    case '>':
      return order > 0
    case '<=':
      return order <= 0
    default:
      return order >= 0
  }
}
