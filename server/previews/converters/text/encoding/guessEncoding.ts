import { hasFrames, isFrame } from './frames'
import { decodeIso2022Kr } from './escapes'
import { decodeJohab } from './johab'
import { isShifting, resynchronise } from './resynchronise'
import { decodeMazovia, tableDecoder } from './tableDecoder'
import { anySystem, writingSystems, type SystemName, type WritingSystem } from './writingSystems'

/** Decodes bytes; a byte that is no letter becomes U+FFFD. */
export type Decode = (bytes: Buffer) => string

export interface Candidate {
  /** A label of the Encoding Standard, or a name of ours for a decoder of ours. */
  encoding: string
  system: SystemName | 'any'
  /** The cost before the first letter. An encoding that is rare among our users costs more. */
  prior: number
  decode?: Decode
}

/** Languages that share an encoding. The letters of one language are better evidence than those of all of them. */
const OF_WEST: readonly SystemName[] = ['german', 'french', 'italian', 'nordic', 'icelandic', 'iberian']
const OF_CENTRE: readonly SystemName[] = ['czech', 'slovak', 'polish', 'southSlavic', 'hungarian', 'romanian']
const OF_BALTIC: readonly SystemName[] = ['latvian', 'estonian']

/** An encoding with the system that is supposed first, and with others. */
function latin(
  how: Pick<Candidate, 'encoding' | 'decode'>,
  prior: number,
  first: SystemName,
  others: readonly SystemName[],
): Candidate[] {
  return [{ ...how, system: first, prior }, ...others.map((system) => ({ ...how, system, prior: prior + 0.5 }))]
}

/** Encodings that contain ASCII. */
const candidates: readonly Candidate[] = [
  { encoding: 'utf-8', system: 'any', prior: 0 },
  { encoding: 'gb18030', system: 'simplified', prior: 1 },
  { encoding: 'big5', system: 'traditional', prior: 2.5 },
  { encoding: 'shift_jis', system: 'japanese', prior: 2.5 },
  { encoding: 'euc-jp', system: 'japanese', prior: 3 },
  { encoding: 'euc-kr', system: 'korean', prior: 2.5 },
  { encoding: 'johab', system: 'korean', prior: 6, decode: decodeJohab },
  { encoding: 'windows-1251', system: 'cyrillic', prior: 2.5 },
  { encoding: 'koi8-r', system: 'cyrillic', prior: 3 },
  { encoding: 'koi8-u', system: 'cyrillic', prior: 5 },
  { encoding: 'ibm866', system: 'cyrillic', prior: 4 },
  { encoding: 'iso-8859-5', system: 'cyrillic', prior: 6 },
  { encoding: 'x-mac-cyrillic', system: 'cyrillic', prior: 6 },
  { encoding: 'ibm855', system: 'cyrillic', prior: 7, decode: tableDecoder('cp855') },
  { encoding: 'rk1048', system: 'kazakh', prior: 7, decode: tableDecoder('rk1048') },
  ...latin({ encoding: 'windows-1252', decode: decodeWestern }, 2.5, 'western', OF_WEST),
  ...latin({ encoding: 'iso-8859-15' }, 4, 'western', OF_WEST),
  ...latin({ encoding: 'windows-1250' }, 5, 'central', OF_CENTRE),
  ...latin({ encoding: 'iso-8859-2' }, 6, 'central', OF_CENTRE),
  ...latin({ encoding: 'windows-1257' }, 6, 'lithuanian', OF_BALTIC),
  ...latin({ encoding: 'iso-8859-4' }, 7, 'lithuanian', OF_BALTIC),
  { encoding: 'iso-8859-3', system: 'maltese', prior: 7 },
  { encoding: 'iso-8859-3', system: 'esperanto', prior: 7 },
  { encoding: 'iso-8859-14', system: 'welsh', prior: 8 },
  { encoding: 'iso-8859-16', system: 'romanian', prior: 7, decode: tableDecoder('iso-8859-16') },
  { encoding: 'windows-1254', system: 'turkish', prior: 6 },
  { encoding: 'windows-1258', system: 'vietnamese', prior: 6 },
  { encoding: 'viscii', system: 'wholeVietnamese', prior: 7, decode: tableDecoder('viscii') },
  { encoding: 'tcvn', system: 'wholeVietnamese', prior: 7, decode: tableDecoder('tcvn') },
  { encoding: 'windows-874', system: 'thai', prior: 4 },
  { encoding: 'windows-1253', system: 'greek', prior: 4 },
  { encoding: 'iso-8859-7', system: 'greek', prior: 5 },
  { encoding: 'windows-1255', system: 'hebrew', prior: 4 },
  { encoding: 'windows-1256', system: 'arabic', prior: 4 },
  { encoding: 'iso-8859-6', system: 'arabic', prior: 5 },
  ...latin({ encoding: 'macintosh' }, 7, 'western', OF_WEST),
  ...latin({ encoding: 'ibm850', decode: tableDecoder('cp850') }, 8, 'western', OF_WEST),
  ...latin({ encoding: 'ibm852', decode: tableDecoder('cp852') }, 9, 'central', OF_CENTRE),
  ...latin({ encoding: 'x-mac-ce', decode: tableDecoder('maccenteuro') }, 9, 'central', OF_CENTRE),
  { encoding: 'mazovia', system: 'polish', prior: 10, decode: decodeMazovia },
  { encoding: 'ibm737', system: 'greek', prior: 8, decode: tableDecoder('cp737') },
  { encoding: 'ibm857', system: 'turkish', prior: 9, decode: tableDecoder('cp857') },
  { encoding: 'ibm862', system: 'hebrew', prior: 8, decode: tableDecoder('cp862') },
  { encoding: 'ibm775', system: 'lithuanian', prior: 9, decode: tableDecoder('cp775') },
]

/** The first encoding of DOS, for texts whose frames and shadows show that they are of DOS. */
const FRAMED: Candidate = { encoding: 'ibm437', system: 'western', prior: 0, decode: tableDecoder('cp437') }

const wide: readonly Candidate[] = [
  { encoding: 'utf-16le', system: 'any', prior: 2 },
  { encoding: 'utf-16be', system: 'any', prior: 4 },
]

/** costs of what no text contains, or nearly none */
const COST = { ascii: 3.5, replacement: 18, control: 12, nul: 8, reserved: 20, sameFrame: 1 }
/** Signs that are set side by side in lines. */
const LINE_SIGN = /[\u2500-\u25ff]/
/** costs of unlikely neighbours */
const NEXT = {
  capitalInWord: 6,
  firstCapital: 0.5,
  capitalLetter: 0.1,
  mixedWord: 6,
  besideLatin: 3,
  besideDigit: 5,
  accentPair: 1.5,
  unpairedQuote: 3,
}

/** bytes of evidence that are weighed */
const EVIDENCE = 48 * 1024
const WINDOW = 4096
/** A declared encoding is believed unless another one is so much likelier. */
const DECLARED = { times: 1.15, more: 40 }

/**
 * The likeliest encoding of a text without a byte order mark, by the words with other bytes than ASCII in the whole text.
 * @param declared the encoding that the text names for itself
 * @param further candidates beside the usual ones
 */
export function guessEncoding(bytes: Buffer, declared?: string, further: readonly Candidate[] = []): Candidate {
  const words = wordsWithEvidence(bytes)
  if (hasFrames(words)) return guessFramed(words)
  const all = [...candidates, ...further]
  const texts = new Map<string, string>()
  const costs = all.map((candidate) => costOf(words, candidate, texts))
  const least = Math.min(...costs)
  const named = all.findIndex(({ encoding }) => encoding === declared)
  const best =
    all[named >= 0 && costs[named]! <= least * DECLARED.times + DECLARED.more ? named : costs.indexOf(least)]!
  const sample = windowsOf(bytes)
  const narrowCost = costOf(sample, best)
  const wider = wide
    .map((candidate) => ({ candidate, cost: costOf(sample, candidate) }))
    .sort((one, other) => one.cost - other.cost)[0]!
  return wider.cost < narrowCost ? wider.candidate : best
}

/** The likeliest encoding of DOS, by the letters among the frames. */
function guessFramed(words: Buffer): Candidate {
  const letters = words.filter((byte) => !isFrame(byte))
  if (!letters.some((byte) => byte > 127)) return FRAMED
  const ofDos = [FRAMED, ...candidates.filter(({ encoding }) => encoding.startsWith('ibm') || encoding === 'mazovia')]
  const costs = ofDos.map((candidate) => costOf(Buffer.from(letters), candidate))
  return ofDos[costs.indexOf(Math.min(...costs))]!
}

/** The words that contain bytes above 127, evenly from the whole text. Bytes below 48 are part of no letter in any candidate. */
function wordsWithEvidence(bytes: Buffer): Buffer {
  const words: Buffer[] = []
  let total = 0
  let start = 0
  let isPlain = true
  for (let at = 0; at <= bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte > 127) isPlain = false
    if (byte >= 48 && at - start < WINDOW) continue
    if (!isPlain) {
      words.push(bytes.subarray(start, Math.min(at + 1, bytes.length)))
      total += at + 1 - start
    }
    start = at + 1
    isPlain = true
  }
  const step = Math.max(1, Math.ceil(total / EVIDENCE))
  return Buffer.concat(words.filter((_, at) => at % step === 0).flatMap((word) => [word, Buffer.from('\n')]))
}

/** Parts at even positions, evenly from the whole text. */
function windowsOf(bytes: Buffer): Buffer {
  if (bytes.length <= EVIDENCE) return bytes.subarray(0, bytes.length & ~1)
  const count = EVIDENCE / WINDOW
  const step = Math.floor(bytes.length / count) & ~1
  return Buffer.concat(Array.from({ length: count }, (_, at) => bytes.subarray(at * step, at * step + WINDOW)))
}

/** Encodings that their bytes reveal, so that nobody has to guess them. */
const revealed: readonly Candidate[] = [{ encoding: 'iso-2022-kr', system: 'any', prior: 0, decode: decodeIso2022Kr }]

/** How to decode an encoding that nobody has to guess. */
export function candidateOf(encoding: string): Candidate {
  return (
    [...candidates, ...wide, ...revealed].find((one) => one.encoding === encoding) ?? {
      encoding,
      system: 'any',
      prior: 0,
    }
  )
}

/** Decodes bytes by a guess. */
export function decodeAs(bytes: Buffer, { encoding, system, decode = decoderOf(encoding) }: Candidate): string {
  const text = decode(bytes)
  if (!text.includes('\ufffd') || !isShifting(encoding)) return text
  const { costs, other } = systemOf(system)
  return resynchronise(bytes, encoding, (letter) => costOfLetter(letter, costs, other))
}

function systemOf(name: Candidate['system']): WritingSystem {
  return name === 'any' ? anySystem() : writingSystems[name]()
}

/** @param texts by encoding, as other candidates decoded these bytes */
function costOf(bytes: Buffer, candidate: Candidate, texts = new Map<string, string>()): number {
  const { costs, other, kind } = systemOf(candidate.system)
  const text = texts.get(candidate.encoding) ?? decodeAs(bytes, candidate)
  texts.set(candidate.encoding, text)
  let cost = candidate.prior
  let before = ''
  for (const letter of text) {
    if (letter < '\x80') cost += costOfAscii(letter, before)
    else if (letter === '\ufffd') cost += COST.replacement
    else if (letter < '\xa0' || isPrivate(letter)) cost += COST.reserved
    else if (letter === before && kind === 'syllables' && LINE_SIGN.test(letter)) cost += COST.sameFrame
    else cost += costOfLetter(letter, costs, other)
    cost += costOfNeighbours(before, letter, kind)
    before = letter
  }
  return cost + NEXT.unpairedQuote * Math.abs(countOf(text, '«') - countOf(text, '»'))
}

function countOf(text: string, sign: string): number {
  return text.split(sign).length - 1
}

function costOfAscii(letter: string, before: string): number {
  if (letter === '\0') return before === '\0' ? 0 : COST.nul
  return letter >= ' ' || letter === '\n' || letter === '\r' || letter === '\t' ? COST.ascii : COST.control
}

/** The cost of a letter that is no ASCII. */
export function costOfLetter(letter: string, costs: WritingSystem['costs'], other: number): number {
  const own = costs.get(letter)
  if (own !== undefined) return own
  const small = letter.toLowerCase()
  const cost = small === letter ? undefined : costs.get(small)
  return cost === undefined ? other : cost + NEXT.capitalLetter
}

function costOfNeighbours(before: string, letter: string, kind: WritingSystem['kind']): number {
  if (before < '\x80' && letter < '\x80') return 0
  const isFirst = !isLetter(before)
  if (kind === 'letters' && (isDigit(before) || isDigit(letter))) return NEXT.besideDigit
  // A sign of money stands there, not a capital.
  if (kind === 'accents' && ((isDigit(before) && isCapital(letter)) || (isCapital(before) && isDigit(letter))))
    return NEXT.besideDigit
  if (!isLetter(letter)) return 0
  if (isFirst) return isCapital(letter) ? NEXT.firstCapital : 0
  const isMixed = before < '\x80' || letter < '\x80'
  if (kind === 'syllables') return isMixed ? NEXT.besideLatin : 0
  const capital = isCapital(letter) && !isCapital(before) ? NEXT.capitalInWord : 0
  if (kind === 'letters') return capital + (isMixed ? NEXT.mixedWord : 0)
  return capital + (isMixed ? 0 : NEXT.accentPair)
}

function isLetter(letter: string): boolean {
  return letter < '\x80' ? /^[a-z]/i.test(letter) : /^\p{L}/u.test(letter)
}

function isDigit(letter: string): boolean {
  return letter >= '0' && letter <= '9'
}

function isCapital(letter: string): boolean {
  return letter !== letter.toLowerCase()
}

function isPrivate(letter: string): boolean {
  return letter >= '\ue000' && letter <= '\uf8ff'
}

function decoderOf(encoding: string): Decode {
  return (bytes) => new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes)
}

/** The letters of windows-1252 from 128 to 159. Node decodes these bytes as control characters. */
const WESTERN = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

function decodeWestern(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\x80-\x9f]/g, (letter) => WESTERN[letter.charCodeAt(0) - 128]!)
}
