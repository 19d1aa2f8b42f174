import { functions } from '@/domain/documents/sheets/formulas/functions'
import { parseFormula, type Formula } from '@/domain/documents/sheets/formulas/parse'
import { writtenFormula, type Axes } from '@/domain/documents/sheets/formulas/references'
import { tokensOf } from '@/domain/documents/sheets/formulas/tokens'
import { isProblem } from '@/domain/documents/sheets/formulas/values'

/** The least and most parts of the functions that our engine has apart from the others, and of those of which Excel demands more. */
const counts: Record<string, readonly [least: number, most?: number]> = {
  IF: [2, 3],
  IFS: [2],
  IFERROR: [2, 2],
  ISERROR: [1, 1],
  ROUND: [2, 2],
  ROUNDUP: [2, 2],
  ROUNDDOWN: [2, 2],
}
/** Parts that must be cells, by their place: Excel does not open a file in which they are not. */
const cells: Record<string, readonly number[]> = {
  COUNTBLANK: [0],
  COUNTIF: [0],
  SUMIF: [0, 2],
  AVERAGEIF: [0, 2],
  RANK: [1],
}
/** Most parts of a function in Excel. */
const MOST = 255
/** Functions that Excel got later, with the prefix by which files name them. */
const LATER = new Set(['IFS', 'CONCAT'])

/** Whether our engine and Excel both compute a stored formula. Nothing else is in a file that we write: Excel would run it, or refuse the file. */
export function isOfExcel(stored: string): boolean {
  const formula = parseFormula(stored)
  return formula !== null && isKnown(formula)
}

function isKnown(formula: Formula): boolean {
  switch (formula.kind) {
    case 'value':
      return !isProblem(formula.value)
    case 'cell':
    case 'range':
      return true
    case 'negated':
    case 'percent':
      return isKnown(formula.part)
    case 'binary':
      return isKnown(formula.left) && isKnown(formula.right)
    case 'call':
      return isKnownCall(formula.name, formula.parts) && formula.parts.every(isKnown)
  }
}

function isKnownCall(name: string, parts: readonly Formula[]): boolean {
  const own = Object.hasOwn(functions, name) ? functions[name]! : null
  const [least, most = MOST] = Object.hasOwn(counts, name) ? counts[name]! : own ? [own.least, own.most] : [Infinity]
  if (parts.length < least || parts.length > most || (name === 'IFS' && parts.length % 2 === 1)) return false
  return (cells[name] ?? []).every((at) => {
    const kind = parts[at]?.kind
    return kind === undefined || kind === 'cell' || kind === 'range'
  })
}

/** A stored formula as a file of Excel contains it, without `=`; null if Excel does not compute it. */
export function excelFormula(stored: string, axes: Axes): string | null {
  if (!isOfExcel(stored)) return null
  const tokens = tokensOf(writtenFormula(stored, axes), false)
  // A cell that somebody deleted.
  if (tokens.some(({ kind }) => kind === 'error')) return null
  return tokens
    .map(({ kind, text }) => {
      if (kind !== 'name') return text
      const name = text.toUpperCase()
      return LATER.has(name) ? `_xlfn.${name}` : name
    })
    .join('')
}
