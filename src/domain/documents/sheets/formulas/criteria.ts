import { compare, difference, isProblem, NAMING, numberIn, toText, type Scalar } from './values'

/** Counts the work of a comparison, in the units of `Calculation`. */
export type Spend = (work: number) => void

const SIGNS = /^(<>|<=|>=|=|<|>)?(.*)$/s

/** Whether a cell is as COUNTIF and SUMIF want it: equal, or `>=60`; `*` and `?` stand for any letters, `~` takes their meaning away. */
export function criterionOf(wanted: Scalar, spend: Spend): (value: Scalar) => boolean {
  if (isProblem(wanted)) return (value) => isProblem(value) && value.error === wanted.error
  if (typeof wanted === 'boolean') return (value) => value === wanted
  if (typeof wanted !== 'string') return (value) => sameNumber(value, wanted ?? 0)
  const [, sign = '=', text = ''] = SIGNS.exec(wanted)!
  const number = plainNumberIn(text)
  if (sign === '=' || sign === '<>') {
    const isEqual = number === null ? patternOf(text, spend) : (value: Scalar) => sameNumber(value, number)
    return sign === '=' ? isEqual : (value) => !isEqual(value)
  }
  return (value) => {
    if (number !== null ? typeof value !== 'number' : typeof value !== 'string') return false
    const order = compare(value, number ?? text)
    if (order === 0) return sign.endsWith('=')
    return order < 0 === (sign[0] === '<')
  }
}

const plainNumberIn = (text: string) => (NAMING.test(text.trim()) ? null : numberIn(text))

function sameNumber(value: Scalar, number: number): boolean {
  const own = typeof value === 'string' ? plainNumberIn(value) : value
  return typeof own === 'number' && difference(own, number) === 0
}

/** Whether a text has the form of another one, with `*`, `?` and `~`; null if that one has none of them. */
export function wildcardsOf(text: string, spend: Spend): ((value: Scalar) => boolean) | null {
  if (!/[*?~]/.test(text)) return null
  const letters = lettersOf(text.toLowerCase())
  return (value) => typeof value === 'string' && matches(value.toLowerCase(), letters, spend)
}

function patternOf(text: string, spend: Spend): (value: Scalar) => boolean {
  if (text === '') return (value) => value === null || value === ''
  const wanted = text.toLowerCase()
  return wildcardsOf(text, spend) ?? ((value) => toText(value).toLowerCase() === wanted)
}

const ANY = Symbol('any letters')
const ONE = Symbol('any letter')
type Letter = string | typeof ANY | typeof ONE

function lettersOf(pattern: string): Letter[] {
  const letters: Letter[] = []
  for (let at = 0; at < pattern.length; at += 1) {
    const letter = pattern[at]!
    if (letter === '~' && '*?~'.includes(pattern[at + 1] ?? ' ')) letters.push(pattern[(at += 1)]!)
    else letters.push(letter === '*' ? ANY : letter === '?' ? ONE : letter)
  }
  return letters
}

/** Without regular expressions, which some patterns would keep busy for ever. */
function matches(text: string, pattern: readonly Letter[], spend: Spend): boolean {
  let [at, of] = [0, 0]
  let star: { of: number; at: number } | null = null
  while (at < text.length) {
    if (pattern[of] === ANY) {
      star = { of, at }
      of += 1
    } else if (pattern[of] === ONE || pattern[of] === text[at]) {
      at += 1
      of += 1
    } else if (star) {
      spend((at - star.at) >> 3)
      star.at += 1
      at = star.at
      of = star.of + 1
    } else return false
  }
  while (pattern[of] === ANY) of += 1
  return of === pattern.length
}
