import { createReadStream } from 'node:fs'
import { NoPreview } from '../task'

/** A stored part of a sparse file, in bytes; the gaps between parts are zeros. */
export interface Piece {
  offset: number
  length: number
}

/** The place of a file's bytes in a tar. */
export interface Stored {
  begin: number
  /** bytes in the tar, and of the file */
  stored: number
  size: number
  /** For a sparse file: its parts in order, or `ahead` when their list precedes the data. */
  pieces: readonly Piece[] | 'ahead' | null
}

const BLOCK = 512
/** parts of one file */
const PIECES_AT_MOST = 100_000
const ZEROS = Buffer.alloc(64 * 1024)

/** The parts listed in a GNU header or in a block that continues it. @param at offset of the list @param room entries that fit */
export function piecesIn(block: Buffer, at: number, room: number, numberAt: (at: number) => number): Piece[] {
  const pieces: Piece[] = []
  for (let place = at; place < at + room * 24 && block[place] !== 0; place += 24)
    pieces.push({ offset: numberAt(place), length: numberAt(place + 12) })
  return pieces
}

/** The parts listed in pax fields (GNU formats 0.0, 0.1 and 1.0); null for a file without holes. */
export function piecesOf(fields: ReadonlyMap<string, string>): Stored['pieces'] {
  if (fields.get('GNU.sparse.major') === '1') return 'ahead'
  const map = fields.get('GNU.sparse.map')
  return map === undefined ? null : pairs(map.split(',').map(Number))
}

/** The bytes of a file, with zeros for its holes. Throws NoPreview failure. */
export async function* contentOf(path: string, { begin, stored, size, pieces }: Stored): AsyncGenerator<Buffer> {
  if (pieces === null) return yield* read(path, begin, stored)
  const ahead = pieces === 'ahead' ? await readMap(path, begin, stored) : { pieces, length: 0 }
  let from = begin + ahead.length
  let at = 0
  for (const { offset, length } of ahead.pieces) {
    if (!(offset >= at && length >= 0 && offset + length <= size && from + length <= begin + stored))
      throw new NoPreview('failure', 'the parts of a sparse file do not fit')
    yield* zeros(offset - at)
    yield* read(path, from, length)
    from += length
    at = offset + length
  }
  yield* zeros(size - at)
}

/** Reads decimal numbers, one per line: the count of parts, then each part; padded to a block. */
async function readMap(path: string, begin: number, stored: number): Promise<{ pieces: Piece[]; length: number }> {
  const numbers: number[] = []
  let length = 0
  let line = ''
  for await (const chunk of read(path, begin, stored)) {
    for (const byte of chunk) {
      length += 1
      if (byte !== 0x0a) line += String.fromCharCode(byte)
      else {
        if (!line.startsWith('#')) numbers.push(Number(line))
        line = ''
        if (numbers.length === 2 * (numbers[0] ?? Infinity) + 1)
          return { pieces: pairs(numbers.slice(1)), length: Math.ceil(length / BLOCK) * BLOCK }
      }
      if (line.length > BLOCK || !((numbers[0] ?? 0) <= PIECES_AT_MOST))
        throw new NoPreview('failure', 'the map of a sparse file is damaged')
    }
  }
  throw new NoPreview('failure', 'the map of a sparse file is cut short')
}

function pairs(numbers: readonly number[]): Piece[] {
  const pieces: Piece[] = []
  for (let at = 0; at + 1 < numbers.length; at += 2) pieces.push({ offset: numbers[at]!, length: numbers[at + 1]! })
  return pieces
}

async function* read(path: string, begin: number, length: number): AsyncGenerator<Buffer> {
  if (length > 0) yield* createReadStream(path, { start: begin, end: begin + length - 1 }) as AsyncIterable<Buffer>
}

function* zeros(length: number): Generator<Buffer> {
  for (let left = length; left > 0; left -= ZEROS.length) yield ZEROS.subarray(0, Math.min(left, ZEROS.length))
}
