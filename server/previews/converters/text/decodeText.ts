import { NoPreview } from '../task'

const marks: [number[], string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]
/** Share of replacement characters above which a file is no text. */
const UNREADABLE = 0.05
/** bytes that are checked for UTF-16 without a byte order mark */
const SAMPLE = 4096

/**
 * Decodes a file of unknown encoding: by its byte order mark, otherwise as UTF-16 if a zero byte occurs in the sample, otherwise as strict UTF-8,
 * otherwise as GB18030, the encoding of Chinese Windows. Throws NoPreview extension_not_correct for bytes that are no text.
 */
export function decodeText(bytes: Buffer): string {
  const encoding = encodingOf(bytes)
  if (encoding === null) throw new NoPreview('extension_not_correct', 'zero bytes in a text')
  const text = new TextDecoder(encoding).decode(bytes)
  if (encoding === 'gb18030' && isNoise(text)) throw new NoPreview('extension_not_correct', 'bytes that are no letters')
  return text
}

function isNoise(text: string): boolean {
  return (text.match(/\ufffd/g)?.length ?? 0) > Math.max(8, text.length * UNREADABLE)
}

function encodingOf(bytes: Buffer): string | null {
  const encoded = marks.find(([bom]) => bom.every((byte, at) => bytes[at] === byte))
  if (encoded) return encoded[1]
  const sample = bytes.subarray(0, SAMPLE)
  if (sample.includes(0)) return utf16Of(sample)
  return isStrict(bytes, 'utf-8') ? 'utf-8' : 'gb18030'
}

/**
 * The variant of UTF-16; null for another encoding. In UTF-16 the zero bytes of Latin letters, digits and line ends are all at even or all at odd
 * positions.
 */
function utf16Of(sample: Buffer): string | null {
  let even = 0
  let odd = 0
  sample.forEach((byte, at) => {
    if (byte !== 0) return
    if (at % 2 === 0) even += 1
    else odd += 1
  })
  if (even === 0) return 'utf-16le'
  return odd === 0 ? 'utf-16be' : null
}

function isStrict(bytes: Buffer, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
