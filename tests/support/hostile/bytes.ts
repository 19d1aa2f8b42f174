import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import { chunk } from '../samples/samples'
import type { Packed } from '../samples/zip'

/** Deterministic pseudo-random bytes; with `lowest` 1 none is zero. */
export function randomBytes(length: number, lowest = 0): Buffer {
  let state = 42
  return Buffer.from(
    Array.from({ length }, () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return lowest + ((state >> 12) % (256 - lowest))
    }),
  )
}

const MiB = 1024 * 1024

/** MiB of one repeated piece, compressed a thousandfold. The checksum is wrong, because no reader gets that far. */
export function bomb(mebibytes: number, piece = ' '): Packed {
  const block = Buffer.alloc(MiB, piece)
  const squeezed = deflateRawSync(block, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  return {
    deflated: Buffer.concat([...Array.from({ length: mebibytes }, () => squeezed), Buffer.from([3, 0])]),
    size: mebibytes * MiB,
    sum: 0,
  }
}

const words16 = (...values: number[]) =>
  Buffer.concat(
    values.map((value) => {
      const two = Buffer.alloc(2)
      two.writeUInt16LE(value)
      return two
    }),
  )

/** A GIF of one colour that declares this size, with frames of one pixel each. */
export function gifOf(width: number, height: number, frames = 1): Buffer {
  const frame = Buffer.concat([
    Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c]),
    words16(0, 0, 1, 1),
    Buffer.from([0, 2, 2, 0x44, 1, 0]),
  ])
  return Buffer.concat([
    Buffer.from('GIF89a'),
    words16(width, height),
    Buffer.from([0x80, 0, 0, 200, 0, 0, 0, 0, 200]),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from([0x3b]),
  ])
}

interface PngParts {
  /** Bits of a grey pixel. */
  bits?: 1 | 8
  /** Chunks between the header and the pixels. */
  before?: Buffer[]
  pixels?: Buffer
}

/** A PNG of black pixels. */
export function pngOf(width: number, height: number, { bits = 8, before = [], pixels }: PngParts = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bits, 0, 0, 0, 0], 8)
  const row = 1 + Math.ceil((width * bits) / 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...before,
    chunk('IDAT', pixels ?? deflateSync(Buffer.alloc(row * height))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
