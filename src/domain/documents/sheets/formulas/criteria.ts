import { compare, isProblem, numberIn, toText, type Scalar } from './values'

const SIGNS = /^(<>|<=|>=|=|<|>)?(.*)$/s

/** Whether a cell is as COUNTIF and SUMIF want it: equal, or `>=60`; `*` and `?` stand for any letters. */
export function criterionOf(wanted: Scalar): (value: Scalar) => boolean {
  if (typeof wanted !== 'string') return (value) => value !== null && !isProblem(value) && compare(value, wanted) === 0
  const [, sign = '=', text = ''] = SIGNS.exec(wanted)!
  const number = numberIn(text)
  if (sign === '=' || sign === '<>') {
    const isEqual = number === null ? patternOf(text) : (value: Scalar) => sameNumber(value, number)
    return sign === '=' ? isEqual : (value) => !isEqual(value)
  }
  return (value) => {
    if (number !== null ? typeof value !== 'number' : typeof value !== 'string') return false
    const order = compare(value, number ?? text)
    if (order === 0) return sign.endsWith('=')
    return order < 0 === (sign[0] === '<')
  }
}

function sameNumber(value: Scalar, number: number): boolean {
  return value === number || (typeof value === 'string' && numberIn(value) === number)
}

function patternOf(text: string): (value: Scalar) => boolean {
  if (text === '') return (value) => value === null || value === ''
  const wanted = text.toLowerCase()
  if (!/[*?]/.test(wanted)) return (value) => toText(value).toLowerCase() === wanted
  return (value) => matches(toText(value).toLowerCase(), wanted)
}

/** Without regular expressions, which some patterns would keep busy for ever. */
function matches(text: string, pattern: string): boolean {
  let [at, of] = [0, 0]
  let star: { of: number; at: number } | null = null
  while (at < text.length) {
    if (of < pattern.length && pattern[of] === '*') {
      star = { of, at }
      of += 1
    } else if (of < pattern.length && (pattern[of] === '?' || pattern[of] === text[at])) {
      at += 1
      of += 1
    } else if (star) {
      star.at += 1
      at = star.at
      of = star.of + 1
    } else return false
  }
  while (pattern[of] === '*') of += 1
  return of === pattern.length
}
