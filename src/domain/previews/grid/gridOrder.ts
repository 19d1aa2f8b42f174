import type { GridCell } from './cells'

/** Comparisons after which work may pause. */
const PART = 500

export interface GridSort {
  /** From 0. */
  column: number
  isDescending: boolean
}

type Key = number | string | null

/** Texts that people read as numbers: 1,234.50, ¥80, 12%. */
const NUMERIC = /^[-+]?[¥￥$€£]?\s?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?\s?%?$/

/** The key by which a cell is sorted; null for an empty cell. */
export function keyOf({ text, value }: GridCell): Key {
  if (value !== null) return value
  const shown = text.trim()
  if (shown === '') return null
  if (!NUMERIC.test(shown)) return shown
  const number = Number(shown.replace(/[¥￥$€£,%\s+]/g, ''))
  return shown.endsWith('%') ? number / 100 : number
}

/** The sort after a press on a column: upwards, downwards, and as in the file. */
export function sortAfter(sort: GridSort | null, column: number): GridSort | null {
  if (sort?.column !== column) return { column, isDescending: false }
  return sort.isDescending ? null : { column, isDescending: true }
}

/**
 * Sorts rows by a column: numbers before words, empty cells last, rows of equal keys in their order. Pauses often, so that a screen can be drawn
 * meanwhile.
 * @param compare for words
 * @returns the rows' indices in their new order
 */
export function* orderOf(
  keys: readonly Key[],
  isDescending: boolean,
  compare: (one: string, other: string) => number,
): Generator<void, Uint32Array> {
  // Each different word is compared only once with others, because many columns repeat few words.
  const ranks = new Map<string, number>()
  for (const key of keys) if (typeof key === 'string') ranks.set(key, 0)
  const words = [...ranks.keys()]
  const ordered = yield* merge(words.length, (one, other) => compare(words[one]!, words[other]!))
  ordered.forEach((word, rank) => ranks.set(words[word]!, rank))
  yield
  const kinds = new Uint8Array(keys.length)
  const values = new Float64Array(keys.length)
  keys.forEach((key, at) => {
    kinds[at] = key === null ? 2 : typeof key === 'number' ? 0 : 1
    values[at] = key === null ? 0 : typeof key === 'number' ? key : ranks.get(key)!
  })
  yield
  const turn = isDescending ? -1 : 1
  return yield* merge(keys.length, (one, other) => {
    const [kind, otherKind] = [kinds[one]!, kinds[other]!]
    if (kind === 2 || otherKind === 2) return kind - otherKind
    return turn * (kind - otherKind || values[one]! - values[other]!)
  })
}

/** A stable merge sort of the numbers below `length`. */
function* merge(length: number, compare: (one: number, other: number) => number): Generator<void, Uint32Array> {
  let from = Uint32Array.from({ length }, (_, at) => at)
  let to = new Uint32Array(length)
  let work = 0
  for (let width = 1; width < length; width *= 2) {
    for (let start = 0; start < length; start += 2 * width) {
      const middle = Math.min(start + width, length)
      const end = Math.min(start + 2 * width, length)
      let [left, right] = [start, middle]
      for (let at = start; at < end; at += 1) {
        const isLeft = left < middle && (right >= end || compare(from[left]!, from[right]!) <= 0)
        to[at] = isLeft ? from[left++]! : from[right++]!
        work += 1
        if (work % PART === 0) yield
      }
    }
    ;[from, to] = [to, from]
  }
  return from
}
