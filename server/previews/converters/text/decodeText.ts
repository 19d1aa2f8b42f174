import { isAscii, isUtf8 } from 'node:buffer'
import type { TextEncoding } from '@/contract/previews/previews'
import { NoPreview } from '../task'
import { declaredEncoding } from './encoding/declaredEncoding'
import { decodeEscapes } from './encoding/escapes'
import { candidateOf, decodeAs, guessEncoding } from './encoding/guessEncoding'
import { decodeMixedLines } from './encoding/mixedLines'
import { decodeUtf7 } from './encoding/utf7'

const signatures: [number[], (bytes: Buffer) => string][] = [
  [[0xff, 0xfe, 0, 0], (bytes) => decodeUtf32(bytes.subarray(4), 'readUInt32LE')],
  [[0, 0, 0xfe, 0xff], (bytes) => decodeUtf32(bytes.subarray(4), 'readUInt32BE')],
  [[0xef, 0xbb, 0xbf], (bytes) => new TextDecoder('utf-8').decode(bytes)],
  [[0xff, 0xfe], (bytes) => new TextDecoder('utf-16le').decode(bytes)],
  [[0xfe, 0xff], (bytes) => new TextDecoder('utf-16be').decode(bytes)],
]
/** Share of signs that are no letters above which a file is no text; a short text may have some. */
const UNREADABLE = { share: 0.05, few: 2, short: 0.25 }
/** bytes above 127 from which valid UTF-8 is no coincidence */
const CERTAIN = 64

/**
 * Decodes a file of unknown encoding: by its byte order mark, or else by the evidence of the whole text (decisions 89). A byte that is no letter
 * becomes one U+FFFD. Throws NoPreview extension_not_correct for bytes that are no text.
 * @param chosen the encoding that the reader chose: no evidence counts, and any bytes are shown
 */
export function decodeText(bytes: Buffer, chosen?: TextEncoding): string {
  if (chosen !== undefined) return decodeAs(bytes, candidateOf(chosen)).replace(/^\ufeff/, '')
  const signature = signatures.find(([bom]) => bom.every((byte, at) => bytes[at] === byte))
  const announced = signature?.[1](bytes)
  if (announced !== undefined && !isNoise(announced, CONTROL)) return announced
  // Some programs put the mark of UTF-8 before a text in another encoding.
  const rest = bytes.subarray(signature?.[0].length ?? 0)
  const text = decodeUnmarked(rest)
  if (isNoise(text, isUtf8(rest) ? CONTROL : STRANGE))
    throw new NoPreview('extension_not_correct', 'bytes that are no letters')
  return text
}

function decodeUnmarked(bytes: Buffer): string {
  const escaped = decodeEscapes(bytes) ?? decodeUnmarkedUtf32(bytes)
  if (escaped !== null) return escaped
  const plain = bytes.toString('latin1')
  // Control characters stand in no text of ASCII, but in UTF-16.
  if (isAscii(bytes) && !CONTROLS.test(plain)) return decodeUtf7(plain) ?? plain
  if (!plain.includes('\0') && isUtf8(bytes) && highBytes(bytes) >= CERTAIN) return bytes.toString()
  return decodeMixedLines(bytes) ?? decodeAs(bytes, guessEncoding(bytes, declaredEncoding(bytes)))
}

const CONTROLS = /[\0-\x07\x0e-\x1a\x1c-\x1f]/
/** What no text contains often. Runs of zeros, which crashes leave in logs, count once. */
const CONTROL = /\0+|[\x01-\x07\x0e-\x19\x1c-\x1f\ufffd]/g
/** Also code points without a letter, which show that a guessed encoding is wrong. */
const STRANGE = /\0+|[\x01-\x07\x0e-\x19\x1c-\x1f\ufffd\p{Cn}\p{Co}\p{Cs}]/gu
const ZEROS = /^\0*$/

function isNoise(text: string, pattern: RegExp): boolean {
  if (ZEROS.test(text)) return text.length > 0
  const found = text.match(pattern) ?? []
  const noise = found.length
  // A long run of zeros does not make the rest of a program a text.
  const length = text.length - found.reduce((sum, each) => sum + each.length - 1, 0)
  const { share, few, short } = UNREADABLE
  return noise > few + length * share || (noise > 1 && noise > length * short)
}

function highBytes(bytes: Buffer): number {
  let count = 0
  for (let at = 0; at < bytes.length && count < CERTAIN; at += 1) if (bytes[at]! > 127) count += 1
  return count
}

function decodeUtf32(bytes: Buffer, read: 'readUInt32LE' | 'readUInt32BE'): string {
  const letters: string[] = []
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const codePoint = bytes[read](at)
    letters.push(codePoint > 0x10ffff ? '\ufffd' : String.fromCodePoint(codePoint))
  }
  return letters.join('')
}

/** Decodes UTF-32 without a byte order mark. Returns null if the bytes have any code point without a letter. */
function decodeUnmarkedUtf32(bytes: Buffer): string | null {
  if (bytes.length < 8 || bytes.length % 4 > 0) return null
  for (const read of ['readUInt32LE', 'readUInt32BE'] as const) {
    let at = 0
    while (at < bytes.length && isLetter(bytes[read](at))) at += 4
    if (at === bytes.length) return decodeUtf32(bytes, read)
  }
  return null
}

function isLetter(codePoint: number): boolean {
  return codePoint >= 9 && codePoint < 0x40000 && (codePoint < 0xd800 || codePoint > 0xdfff)
}
