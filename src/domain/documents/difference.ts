import { diffArrays } from 'diff'

/** A piece of a text: a word, or the beginning or the end of a block. */
export interface Token {
  /** Equal tokens have equal keys. */
  key: string
  /** Where the token begins and ends in its document. */
  from: number
  to: number
  /** The end of a block. */
  isEnd?: boolean
}

/** What is between `earlierFrom` and `earlierTo` in the earlier text is between `from` and `to` in the later one. */
export interface Change {
  earlierFrom: number
  earlierTo: number
  from: number
  to: number
}

/** Changed tokens above which the rest counts as replaced: the search takes the square of their number. */
const EDITS_LIMIT = 4000

/** The smallest changes that make an earlier text a later one, in their order. Both lists cover their documents without gaps. */
export function changesBetween(earlier: readonly Token[], later: readonly Token[]): Change[] {
  const found = spansBetween(earlier, later).flatMap((span) => splitAtEnd(earlier, later, span))
  return found.map((span, at, spans) => {
    const room = {
      before: span.at - (spans[at - 1]?.end ?? 0),
      after: (spans[at + 1]?.at ?? earlier.length) - span.end,
    }
    const shift = shiftOf(earlier, later, span, room)
    return {
      earlierFrom: placeOf(earlier, span.at + shift),
      earlierTo: placeOf(earlier, span.end + shift),
      from: placeOf(later, span.atLater + shift),
      to: placeOf(later, span.endLater + shift),
    }
  })
}

/** Tokens of the earlier text that become tokens of the later one; the ends are exclusive. */
interface Span {
  at: number
  end: number
  atLater: number
  endLater: number
}

function spansBetween(earlier: readonly Token[], later: readonly Token[]): Span[] {
  const start = sharedStart(earlier, later)
  const shared = sharedEnd(earlier, later, start)
  const [middle, middleLater] = [
    earlier.slice(start, earlier.length - shared),
    later.slice(start, later.length - shared),
  ]
  const runs = diffArrays(keysOf(middle), keysOf(middleLater), { maxEditLength: EDITS_LIMIT }) ?? [
    { removed: true, added: false, count: middle.length },
    { removed: false, added: true, count: middleLater.length },
  ]
  const spans: Span[] = []
  let [at, atLater] = [start, start]
  for (const { removed, added, count } of runs) {
    if (removed || added) {
      const last = spans[spans.length - 1]
      const isNew = last === undefined || (last.end < at && last.endLater < atLater)
      const span = isNew ? { at, end: at, atLater, endLater: atLater } : last
      if (isNew) spans.push(span)
      if (removed) span.end += count
      else span.endLater += count
    }
    if (!added) at += count
    if (!removed) atLater += count
  }
  return spans
}

/**
 * Separates a change in a block from blocks that follow it: not `three</p><p>more` for `four`, but `three` for `four`, and then `<p>more</p>`. The
 * end of the block stays as it is.
 */
function splitAtEnd(earlier: readonly Token[], later: readonly Token[], span: Span): Span[] {
  const { at, end, atLater, endLater } = span
  const next = earlier[end]
  if (at === end || atLater === endLater || !next?.isEnd) return [span]
  const [own, ownLater] = [firstEnd(earlier, at, end), firstEnd(later, atLater, endLater)]
  if (own !== undefined && ownLater === undefined && earlier[own]!.key === next.key)
    return [
      { ...span, end: own },
      { at: own + 1, end: end + 1, atLater: endLater + 1, endLater: endLater + 1 },
    ]
  if (ownLater !== undefined && own === undefined && later[ownLater]!.key === next.key)
    return [
      { ...span, endLater: ownLater },
      { at: end + 1, end: end + 1, atLater: ownLater + 1, endLater: endLater + 1 },
    ]
  return [span]
}

/** The first end of a block between two indices; undefined without one. */
function firstEnd(tokens: readonly Token[], from: number, to: number): number | undefined {
  for (let at = from; at < to; at += 1) if (tokens[at]!.isEnd) return at
  return undefined
}

/**
 * Tokens by which a mere removal or addition can be moved, so that it is whole blocks: not `two</p><p>`, but `<p>two</p>`.
 * @param room unchanged tokens around
 */
function shiftOf(
  earlier: readonly Token[],
  later: readonly Token[],
  { at, end, atLater, endLater }: Span,
  room: { before: number; after: number },
): number {
  if (at !== end && atLater !== endLater) return 0
  const [list, first, last] = at === end ? [later, atLater, endLater] : [earlier, at, end]
  const isWhole = (shift: number) => !list[first + shift]!.isEnd && list[last + shift - 1]!.isEnd === true
  for (let shift = 0; ; shift -= 1) {
    if (isWhole(shift)) return shift
    if (-shift >= room.before || list[first + shift - 1]!.key !== list[last + shift - 1]!.key) break
  }
  for (let shift = 0; ; shift += 1) {
    if (isWhole(shift)) return shift
    if (shift >= room.after || list[first + shift]!.key !== list[last + shift]!.key) return 0
  }
}

/** Where the token of an index begins, or the text ends. */
function placeOf(tokens: readonly Token[], index: number): number {
  return tokens[index]?.from ?? tokens[tokens.length - 1]?.to ?? 0
}

function keysOf(tokens: readonly Token[]): string[] {
  return tokens.map(({ key }) => key)
}

function sharedStart(a: readonly Token[], b: readonly Token[]): number {
  const most = Math.min(a.length, b.length)
  let count = 0
  while (count < most && a[count]!.key === b[count]!.key) count += 1
  return count
}

function sharedEnd(a: readonly Token[], b: readonly Token[], start: number): number {
  const most = Math.min(a.length, b.length) - start
  let count = 0
  while (count < most && a[a.length - 1 - count]!.key === b[b.length - 1 - count]!.key) count += 1
  return count
}
