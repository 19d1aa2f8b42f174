import { functions } from './functions'
import type { Formula } from './parse'
import type { CellName } from './tokens'
import {
  compare,
  isMatrix,
  isProblem,
  numberResult,
  problem,
  scalarOf,
  toBoolean,
  toNumber,
  toText,
  type Result,
  type Scalar,
} from './values'

/** Reads the cells that a formula names. */
export interface CellReader {
  cell(cell: CellName): Scalar
  range(from: CellName, to: CellName): Result
}

/** The result of a formula. */
export function evaluate(formula: Formula, reader: CellReader): Result {
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

function call(name: string, parts: readonly Formula[], reader: CellReader): Result {
  const result = (at: number): Result => (parts[at] ? evaluate(parts[at], reader) : null)
  switch (name) {
    // Only the part that counts is computed.
    case 'IF': {
      if (parts.length < 2 || parts.length > 3) return problem('#VALUE!')
      const isTrue = toBoolean(scalarOf(result(0)))
      if (isProblem(isTrue)) return isTrue
      return isTrue ? result(1) : parts.length === 3 ? result(2) : false
    }
    case 'IFS': {
      for (let at = 0; at + 1 < parts.length; at += 2) {
        const isTrue = toBoolean(scalarOf(result(at)))
        if (isProblem(isTrue)) return isTrue
        if (isTrue) return result(at + 1)
      }
      return problem('#N/A')
    }
    case 'IFERROR': {
      const first = result(0)
      return isProblem(isMatrix(first) ? scalarOf(first) : first) ? result(1) : first
    }
    case 'ISERROR':
      return isProblem(scalarOf(result(0)))
  }
  const run = functions[name]
  if (run === undefined) return problem('#NAME?')
  if (parts.length < run.least || parts.length > (run.most ?? Infinity)) return problem('#VALUE!')
  return run.run(parts.map((_, at) => result(at)))
}

function combine(sign: string, left: Scalar, right: Scalar): Scalar {
  if (isProblem(left)) return left
  if (isProblem(right)) return right
  if (sign === '&') return toText(left) + toText(right)
  if ('=<>'.includes(sign[0]!)) return holds(sign, compare(left, right))
  const [one, other] = [toNumber(left), toNumber(right)]
  if (isProblem(one)) return one
  if (isProblem(other)) return other
  switch (sign) {
    case '+':
      return numberResult(one + other)
    case '-':
      return numberResult(one - other)
    case '*':
      return numberResult(one * other)
    case '/':
      return other === 0 ? problem('#DIV/0!') : numberResult(one / other)
    default:
      return numberResult(one ** other)
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
