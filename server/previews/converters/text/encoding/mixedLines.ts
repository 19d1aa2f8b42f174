import { isUtf8 } from 'node:buffer'
import { decodeAs, guessEncoding } from './guessEncoding'

/** Letters of three bytes, or of two, from which a line is no UTF-8 by coincidence. */
const CERTAIN = { three: 2, two: 10 }
/** bytes above 127 that show another encoding */
const EVIDENCE = 4

/**
 * Decodes a text whose lines have two encodings, UTF-8 and another, as logs of several programs have. Returns null for any other text, also for UTF-8
 * with damaged letters.
 */
export function decodeMixedLines(bytes: Buffer): string | null {
  // UTF-16 ends its lines otherwise.
  if (bytes.includes(0)) return null
  const parts = partsOf(bytes)
  const others = Buffer.concat(parts.filter(({ isCertain }) => !isCertain).map(({ lines }) => lines))
  if (others.length === bytes.length || !isOther(others)) return null
  const guess = guessEncoding(others)
  if (guess.system === 'any') return null
  return parts.map(({ lines, isCertain }) => (isCertain ? lines.toString() : decodeAs(lines, guess))).join('')
}

interface Part {
  lines: Buffer
  isCertain: boolean
}

/** Neighbouring lines that are, or are not, UTF-8 for certain. */
function partsOf(bytes: Buffer): Part[] {
  const parts: Part[] = []
  let begin = 0
  let isCertain = false
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(0x0a, start) + 1 || bytes.length
    const line = isCertainLine(bytes.subarray(start, end))
    if (line !== isCertain && start > begin) {
      parts.push({ lines: bytes.subarray(begin, start), isCertain })
      begin = start
    }
    isCertain = line
    start = end
  }
  return [...parts, { lines: bytes.subarray(begin), isCertain }]
}

function isCertainLine(line: Buffer): boolean {
  const leads = { three: 0, two: 0 }
  for (const byte of line) {
    if (byte >= 0xe0) leads.three += 1
    else if (byte >= 0xc0) leads.two += 1
  }
  return (leads.three >= CERTAIN.three || leads.two >= CERTAIN.two) && isUtf8(line)
}

/** Whether most letters of these lines are no UTF-8, so that they are not damaged. */
function isOther(lines: Buffer): boolean {
  let [wrong, right] = [0, 0]
  for (const letter of lines.toString()) {
    if (letter === '\ufffd') wrong += 1
    else if (letter > '\x7f') right += 1
  }
  return wrong >= EVIDENCE && wrong > right
}
