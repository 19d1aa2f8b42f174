import { readIconBitmap } from './bmp'
import type { Pixels } from './Pixels'
import { NoPreview } from '../task'

const HEAD = 6
const PLACE = 16

/** Whether a file begins as an icon of Windows. */
export function isIco(bytes: Buffer): boolean {
  return bytes.length > HEAD + PLACE && bytes.readUInt32LE(0) === 0x10000 && bytes[4] !== 0 && bytes[HEAD + 3] === 0
}

/** The largest picture of an icon: its pixels, or a PNG. Throws NoPreview. */
export function readIco(bytes: Buffer): Pixels | Buffer {
  const places = Array.from({ length: bytes.readUInt16LE(4) }, (_, at) => HEAD + at * PLACE)
    .filter((at) => at + PLACE <= bytes.length)
    // 0 means 256.
    .map((at) => ({ side: bytes[at] || 256, bits: bytes.readUInt16LE(at + 6), at }))
    .sort((one, other) => other.side - one.side || other.bits - one.bits)
  const { at } = places[0]!
  const begin = bytes.readUInt32LE(at + 12)
  const picture = bytes.subarray(begin, begin + bytes.readUInt32LE(at + 8))
  if (picture.length === 0) throw new NoPreview('failure', 'its picture is not there')
  return picture.toString('latin1', 1, 4) === 'PNG' ? picture : readIconBitmap(picture)
}
