import { tokensOf, type CellName, type Token } from './tokens'
import { numberResult, problem, type FormulaError, type Scalar } from './values'

export type Formula =
  | { kind: 'value'; value: Scalar }
  | { kind: 'cell'; cell: CellName }
  | { kind: 'range'; from: CellName; to: CellName }
  | { kind: 'call'; name: string; parts: readonly Formula[] }
  | { kind: 'negated'; part: Formula }
  | { kind: 'percent'; part: Formula }
  | { kind: 'binary'; sign: string; left: Formula; right: Formula }

/** Levels of parts within one another. */
const MOST_DEPTH = 60
/** Signs between two parts, from those that bind least. */
const levels = [['=', '<>', '<', '>', '<=', '>='], ['&'], ['+', '-'], ['*', '/'], ['^']]

/** A stored formula; null if it is none. */
export function parseFormula(stored: string): Formula | null {
  const reader = new Reader(tokensOf(stored, true).filter(({ kind }) => kind !== 'space'))
  try {
    return reader.whole()
  } catch (error) {
    if (error instanceof Malformed) return null
    throw error
  }
}

class Malformed extends Error {}

class Reader {
  private at = 0
  private depth = 0

  constructor(private readonly tokens: readonly Token[]) {}

  whole(): Formula {
    const formula = this.binary(0)
    if (this.at < this.tokens.length) throw new Malformed()
    return formula
  }

  private binary(level: number): Formula {
    const signs = levels[level]
    if (signs === undefined) return this.signed()
    let left = this.binary(level + 1)
    for (let sign = this.sign(signs); sign !== null; sign = this.sign(signs))
      left = { kind: 'binary', sign, left, right: this.binary(level + 1) }
    return left
  }

  private signed(): Formula {
    const sign = this.sign(['-', '+'])
    if (sign === null) return this.percents()
    const part = this.deeper(() => this.signed())
    return sign === '-' ? { kind: 'negated', part } : part
  }

  private percents(): Formula {
    let part = this.single()
    for (let count = 0; this.sign(['%']); count += 1) {
      if (count === MOST_DEPTH) throw new Malformed()
      part = { kind: 'percent', part }
    }
    return part
  }

  private single(): Formula {
    const token = this.tokens[this.at]
    this.at += 1
    switch (token?.kind) {
      case 'number':
        return { kind: 'value', value: numberResult(token.value) }
      case 'text':
        return { kind: 'value', value: token.value }
      case 'error':
        return this.gone(token.text as FormulaError)
      case 'cell':
        return this.reference(token.cell)
      case 'name':
        return this.named(token.text.toUpperCase())
      case 'sign':
        if (token.text !== '(') break
        return this.deeper(() => {
          const inner = this.binary(0)
          this.need(')')
          return inner
        })
      case 'space':
      case undefined:
    }
    throw new Malformed()
  }

  /** An error in place of a cell, perhaps as the beginning of a range. */
  private gone(error: FormulaError): Formula {
    if (!this.sign([':'])) return { kind: 'value', value: problem(error) }
    const token = this.tokens[this.at]
    this.at += 1
    if (token?.kind !== 'cell' && token?.kind !== 'error') throw new Malformed()
    return { kind: 'value', value: problem('#REF!') }
  }

  private reference(from: CellName): Formula {
    if (!this.sign([':'])) {
      if (from.row === '' || from.column === '') throw new Malformed()
      return { kind: 'cell', cell: from }
    }
    const token = this.tokens[this.at]
    this.at += 1
    if (token?.kind === 'error') return { kind: 'value', value: problem('#REF!') }
    if (token?.kind !== 'cell') throw new Malformed()
    const { row, column } = token.cell
    if ((row === '') !== (from.row === '') || (column === '') !== (from.column === '')) throw new Malformed()
    return { kind: 'range', from, to: token.cell }
  }

  private named(name: string): Formula {
    if (this.sign(['('])) return this.deeper(() => ({ kind: 'call', name, parts: this.parts() }))
    if (name === 'TRUE' || name === 'FALSE') return { kind: 'value', value: name === 'TRUE' }
    return { kind: 'value', value: problem('#NAME?') }
  }

  private parts(): Formula[] {
    const parts: Formula[] = []
    if (this.sign([')'])) return parts
    do parts.push(this.isAtEndOfPart() ? { kind: 'value', value: null } : this.binary(0))
    while (this.sign([',']))
    this.need(')')
    return parts
  }

  private isAtEndOfPart(): boolean {
    const token = this.tokens[this.at]
    return token?.kind === 'sign' && (token.text === ',' || token.text === ')')
  }

  /** Passes one of the signs, if it is next. */
  private sign(signs: readonly string[]): string | null {
    const token = this.tokens[this.at]
    if (token?.kind !== 'sign' || !signs.includes(token.text)) return null
    this.at += 1
    return token.text
  }

  private need(sign: string): void {
    if (!this.sign([sign])) throw new Malformed()
  }

  private deeper(read: () => Formula): Formula {
    if (this.depth === MOST_DEPTH) throw new Malformed()
    this.depth += 1
    const formula = read()
    this.depth -= 1
    return formula
  }
}
