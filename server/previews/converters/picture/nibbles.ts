import sharp from 'sharp'
import { IMAGE_PREVIEW_PIXEL_LIMIT } from '@/domain/previews/limits'
import type { Pixels } from './Pixels'

/** Tags of TIFF. */
const [BITS, COLOURS, SAMPLES, PLANES, EXTRA] = [258, 262, 277, 284, 338]
/** A tag that nobody knows. */
const NONE = 65_000
/** Values of tags. */
const [WHITE_IS_ZERO, BLACK_IS_ZERO, MULTIPLIED] = [0, 1, 1]
const LARGEST_DIRECTORY = 4096

interface Nibbles {
  /** The same TIFF, whose two numbers of four bits are one of eight. */
  bytes: Buffer
  isInverted: boolean
  /** Whether the levels are multiplied by the opacity. */
  isMultiplied: boolean
}

/** A TIFF with a level and an opacity of four bits each, which libvips does not read. Returns null for any other file. */
export function nibblesOf(file: Buffer): Nibbles | null {
  if (!/^(II\*\0|MM\0\*)/.test(file.toString('latin1', 0, 4)) || file.length < 16) return null
  const isLittle = file[0] === 0x49
  const two = (at: number) => (isLittle ? file.readUInt16LE(at) : file.readUInt16BE(at))
  const four = (at: number) => (isLittle ? file.readUInt32LE(at) : file.readUInt32BE(at))
  const start = four(4)
  if (start + 2 > file.length) return null
  const count = two(start)
  if (count > LARGEST_DIRECTORY || start + 2 + count * 12 > file.length) return null
  const places = new Map<number, number>()
  for (let at = start + 2; at < start + 2 + count * 12; at += 12) places.set(two(at), at)
  const values = (tag: number) => {
    const at = places.get(tag)
    return at === undefined ? [] : [two(at + 8), two(at + 10)].slice(0, four(at + 4))
  }
  const isPlanar = values(PLANES)[0] === 2
  const [colours = NONE] = values(COLOURS)
  if (values(BITS).join() !== '4,4' || values(SAMPLES)[0] !== 2 || isPlanar || colours > BLACK_IS_ZERO) return null
  const isMultiplied = values(EXTRA)[0] === MULTIPLIED
  const bytes = Buffer.from(file)
  const write = (value: number, at: number) =>
    isLittle ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at)
  for (const [tag, value] of [
    [BITS, 8],
    [SAMPLES, 1],
    [COLOURS, BLACK_IS_ZERO],
  ] as const)
    write(value, places.get(tag)! + 8)
  // The number of its values.
  const bitsCount = places.get(BITS)! + 4
  if (isLittle) bytes.writeUInt32LE(1, bitsCount)
  else bytes.writeUInt32BE(1, bitsCount)
  if (places.has(EXTRA)) write(NONE, places.get(EXTRA)!)
  return { bytes, isInverted: colours === WHITE_IS_ZERO, isMultiplied }
}

/** The pixels of such a TIFF. @param failOn `none` to read as much as possible of a damaged picture */
export async function readNibbles(
  { bytes, isInverted, isMultiplied }: Nibbles,
  failOn: 'error' | 'none',
): Promise<Pixels> {
  const { data, info } = await sharp(bytes, { failOn, limitInputPixels: IMAGE_PREVIEW_PIXEL_LIMIT })
    .autoOrient()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const pixels = Buffer.alloc(width * height * 4)
  for (let at = 0; at < width * height; at += 1) {
    const pair = data[at * channels]!
    const [level, opacity] = [(isInverted ? 15 - (pair >> 4) : pair >> 4) * 17, (pair & 15) * 17]
    const light = isMultiplied && opacity > 0 ? Math.min(255, Math.round((level * 255) / opacity)) : level
    pixels.fill(light, at * 4, at * 4 + 3)
    pixels[at * 4 + 3] = opacity
  }
  return { data: pixels, width, height, channels: 4 }
}
