/** Encodings whose letters have several bytes and no own form for the first byte: one lost byte shifts all that follows. */
const shifting = ['gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr'] as const
type Shifting = (typeof shifting)[number]

/** bytes of a letter, the most frequent first */
const LENGTHS: Record<Shifting, readonly number[]> = {
  gb18030: [2, 4],
  big5: [2],
  shift_jis: [2, 1],
  'euc-jp': [2, 3],
  'euc-kr': [2],
}
/** costs of a byte that is left out and of a letter that the encoding does not have */
const COST = { stray: 24, missing: 40 }
/** bytes that are decided together, at most, and the bytes behind them that are considered */
const RUN = 2000
const MARGIN = 100

export function isShifting(encoding: string): encoding is Shifting {
  return (shifting as readonly string[]).includes(encoding)
}

/**
 * Decodes a text with stray or lost bytes. Between two ASCII bytes below 48, which are part of no letter, it chooses the likeliest division into
 * letters; a byte outside of every letter becomes U+FFFD.
 * @param costOf the cost of a letter
 */
export function resynchronise(bytes: Buffer, encoding: Shifting, costOf: (letter: string) => number): string {
  const decoder = new TextDecoder(encoding)
  const known = new Map<number, { text: string; cost: number }>()
  const read = (at: number, length: number) => {
    const key = bytes.readUIntBE(at, length) * 8 + length
    const found = known.get(key)
    if (found) return found
    const text = decodeOne(decoder, bytes.subarray(at, at + length))
    const made = { text, cost: text === '' ? COST.missing : costOf(text) }
    known.set(key, made)
    return made
  }
  const parts: string[] = []
  for (let start = 0; start < bytes.length;) {
    let end = start + 1
    while (end < bytes.length && bytes[end - 1]! >= 48 && end - start < RUN + MARGIN) end += 1
    const { text, next } = divide(bytes, start, end, LENGTHS[encoding], read)
    parts.push(text)
    start = next
  }
  return parts.join('')
}

function decodeOne(decoder: TextDecoder, bytes: Buffer): string {
  const text = decoder.decode(bytes)
  return text !== '\ufffd' && Array.from(text).length === 1 ? text : ''
}

type Read = (at: number, length: number) => { text: string; cost: number }

/** The cheapest division of a run into letters. @returns the letters, and where the next run begins */
function divide(bytes: Buffer, start: number, end: number, lengths: readonly number[], read: Read) {
  const least = new Float64Array(end - start + 1)
  const texts: string[] = []
  const taken: number[] = []
  for (let at = end - 1; at >= start; at -= 1) {
    const here = at - start
    const isAscii = bytes[at]! < 128
    least[here] = least[here + 1]! + (isAscii ? 3.5 : COST.stray)
    texts[here] = isAscii ? String.fromCharCode(bytes[at]!) : '\ufffd'
    taken[here] = 1
    if (isAscii) continue
    for (const length of lengths) {
      if (at + length > end) continue
      const { text, cost } = read(at, length)
      if (text === '' || cost + least[here + length]! >= least[here]!) continue
      least[here] = cost + least[here + length]!
      texts[here] = text
      taken[here] = length
    }
  }
  let text = ''
  let here = 0
  for (; here < Math.min(end - start, RUN); here += taken[here]!) text += texts[here]!
  return { text, next: start + here }
}
