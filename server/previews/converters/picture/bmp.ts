import { NoPreview } from '../task'
import { whitePixels, type Pixels } from './Pixels'

/** Bytes of the file header, which precedes the bitmap header, and the known sizes of the bitmap header. */
const FILE_HEAD = 14
const HEADS = [12, 16, 40, 52, 56, 64, 108, 124]
/** Compressions of pixels. */
const RGB = 0
const RLE8 = 1
const RLE4 = 2
const BITFIELDS = 3
const [JPEG, PNG] = [4, 5]
const ALPHA_BITFIELDS = 6

interface Head {
  size: number
  width: number
  height: number
  isTopDown: boolean
  bits: number
  packing: number
  /** The bit masks of red, green, blue and alpha in a pixel of 16 or 32 bits. */
  masks: readonly number[]
  /** Offset of the colour table, and bytes per colour. */
  colours: number
  colourSize: 3 | 4
  colourCount: number
}

/** Whether a file begins as a BMP of Windows or OS/2. */
export function isBmp(bytes: Buffer): boolean {
  return bytes.length > 26 && bytes.toString('latin1', 0, 2) === 'BM' && HEADS.includes(bytes.readUInt32LE(FILE_HEAD))
}

/** The pixels of a BMP. Pixels that are missing at the end are white. A wrapped JPEG or PNG is returned unchanged. Throws NoPreview. */
export function readBmp(bytes: Buffer): Pixels | Buffer {
  const bitmap = bytes.subarray(FILE_HEAD)
  const head = readHead(bitmap)
  const begin = bytes.readUInt32LE(10) - FILE_HEAD
  if (head.packing === JPEG || head.packing === PNG) return bitmap.subarray(begin)
  return readPixels(bitmap, head, begin)
}

/** The pixels of an icon's bitmap. The bitmap has twice the icon's height: its second half masks transparent pixels. Throws NoPreview. */
export function readIconBitmap(bitmap: Buffer): Pixels {
  const whole = readHead(bitmap)
  const head = { ...whole, height: Math.floor(whole.height / 2), masks: whole.bits === 32 ? ARGB : whole.masks }
  if (head.width > ICON || head.height > ICON) throw new NoPreview('too_large', `an icon of ${head.width} pixels`)
  const begin = head.colours + head.colourCount * head.colourSize
  const { data, width, height, channels } = readPixels(bitmap, head, begin)
  const pixels = whitePixels(width, height, 4)
  const mask = bitmap.subarray(begin + height * strideOf(head))
  const stride = strideOf({ width, bits: 1 })
  let isSeen = false
  for (let at = 0; at < width * height; at += 1) {
    data.copy(pixels.data, at * 4, at * channels, at * channels + channels)
    const [x, y] = [at % width, height - 1 - Math.floor(at / width)]
    if (channels === 3) pixels.data[at * 4 + 3] = ((mask[y * stride + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1 ? 0 : 255
    isSeen ||= pixels.data[at * 4 + 3] !== 0
  }
  // Old icons of 32 bits leave alpha at 0.
  if (!isSeen) for (let at = 3; at < pixels.data.length; at += 4) pixels.data[at] = 255
  return pixels
}

/** pixels per side; Windows has none larger than 256 */
const ICON = 1024
const ARGB = [0xff0000, 0xff00, 0xff, 0xff000000]

function readHead(bitmap: Buffer): Head {
  const size = bitmap.length < 16 ? 0 : bitmap.readUInt32LE(0)
  if (!HEADS.includes(size) || size > bitmap.length) throw new NoPreview('failure', `a head of ${size} bytes`)
  if (size === 12) {
    const [width, height, bits] = [bitmap.readUInt16LE(4), bitmap.readInt16LE(6), bitmap.readUInt16LE(10)]
    const plain = { packing: RGB, masks: masksOf(bits), colours: 12, colourSize: 3 as const }
    return { size, width, ...uprightOf(height), bits, ...plain, colourCount: bits > 8 ? 0 : 2 ** bits }
  }
  const field = (at: number) => (at + 4 <= size ? bitmap.readUInt32LE(at) : 0)
  const bits = bitmap.readUInt16LE(14)
  const packing = field(16)
  const hasMasks = packing === BITFIELDS || packing === ALPHA_BITFIELDS
  // In OS/2 this number means another compression.
  if (packing > ALPHA_BITFIELDS || (hasMasks && size === 64)) throw new NoPreview('not_support', `packing ${packing}`)
  const behind = hasMasks && size < 52 ? (packing === BITFIELDS ? 12 : 16) : 0
  const fields = [40, 44, 48, 52].map((at) =>
    at + 4 <= size + behind && at + 4 <= bitmap.length ? bitmap.readUInt32LE(at) : 0,
  )
  return {
    size,
    width: bitmap.readInt32LE(4),
    ...uprightOf(bitmap.readInt32LE(8)),
    bits,
    packing,
    masks: hasMasks ? fields : masksOf(bits),
    colours: size + behind,
    colourSize: 4,
    colourCount: Math.min(256, field(32) || (bits > 8 ? 0 : 2 ** bits)),
  }
}

/** A negative height means that the top row comes first. */
function uprightOf(height: number) {
  return { height: Math.abs(height), isTopDown: height < 0 }
}

function masksOf(bits: number): readonly number[] {
  return bits === 16 ? [0x7c00, 0x3e0, 0x1f, 0] : [0xff0000, 0xff00, 0xff, 0]
}

/** Rows are padded to multiples of four bytes. */
function strideOf({ width, bits }: Pick<Head, 'width' | 'bits'>): number {
  return Math.ceil((width * bits) / 32) * 4
}

function readPixels(bitmap: Buffer, head: Head, begin: number): Pixels {
  const { width, height, bits, packing, masks, isTopDown } = head
  const pixels = whitePixels(width, height, bits > 8 && bits !== 24 && masks[3] !== 0 ? 4 : 3)
  if (![1, 2, 4, 8, 16, 24, 32].includes(bits)) throw new NoPreview('not_support', `${bits} bits a pixel`)
  const { data, channels } = pixels
  const place = (x: number, y: number) => ((isTopDown ? y : height - 1 - y) * width + x) * channels
  if (begin >= bitmap.length) throw new NoPreview('failure', 'its pixels are not there')
  if (bits <= 8) {
    const paint = painter(bitmap, head, (x, y) => (x < width && y < height ? place(x, y) : -1), data)
    if (packing === RLE8 || packing === RLE4) unpackRuns(bitmap.subarray(begin), packing === RLE4, height, paint)
    else eachIndex(bitmap.subarray(begin), head, paint)
    return pixels
  }
  const stride = strideOf(head)
  const parts = masks.slice(0, channels).map(scaleOf)
  for (let y = 0; y < height && begin + y * stride < bitmap.length; y += 1) {
    const row = bitmap.subarray(begin + y * stride, begin + (y + 1) * stride)
    const whole = Math.min(width, Math.floor((row.length * 8) / bits))
    for (let x = 0, to = place(0, y); x < whole; x += 1, to += channels) {
      const pixel =
        bits === 24 ? row.readUIntLE(x * 3, 3) : bits === 16 ? row.readUInt16LE(x * 2) : row.readUInt32LE(x * 4)
      for (let part = 0; part < channels; part += 1) data[to + part] = parts[part]!(pixel)
    }
  }
  return pixels
}

/** A function that scales the bits of a mask to 0 … 255. */
function scaleOf(mask: number): (pixel: number) => number {
  const lowest = (mask & -mask) >>> 0 || 1
  const most = (mask >>> 0) / lowest || 1
  return (pixel) => ((((pixel & mask) >>> 0) / lowest) * 255) / most
}

type Paint = (x: number, y: number, index: number) => void

function painter(bitmap: Buffer, head: Head, place: (x: number, y: number) => number, data: Buffer): Paint {
  const { colours, colourSize, colourCount } = head
  return (x, y, index) => {
    const to = place(x, y)
    const from = colours + Math.min(index, colourCount - 1) * colourSize
    if (to < 0 || from + 3 > bitmap.length) return
    data[to] = bitmap[from + 2]!
    data[to + 1] = bitmap[from + 1]!
    data[to + 2] = bitmap[from]!
  }
}

function eachIndex(bytes: Buffer, head: Head, paint: Paint): void {
  const { width, height, bits } = head
  const stride = strideOf(head)
  const most = 2 ** bits - 1
  for (let y = 0; y < height && y * stride < bytes.length; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const byte = bytes[y * stride + Math.floor((x * bits) / 8)]
      if (byte === undefined) return
      paint(x, y, (byte >> (8 - bits - ((x * bits) % 8))) & most)
    }
  }
}

/** Decodes runs of one or two colours, literal pixels, and jumps. */
function unpackRuns(bytes: Buffer, isHalf: boolean, height: number, paint: Paint): void {
  let [x, y] = [0, 0]
  for (let at = 0; at + 1 < bytes.length && y < height;) {
    const [count, value] = [bytes[at]!, bytes[at + 1]!]
    at += 2
    if (count > 0) {
      for (let step = 0; step < count; step += 1) paint(x++, y, isHalf ? (step & 1 ? value & 15 : value >> 4) : value)
    } else if (value === 0) {
      x = 0
      y += 1
    } else if (value === 1) return
    else if (value === 2) {
      x += bytes[at] ?? 0
      y += bytes[at + 1] ?? 0
      at += 2
    } else {
      for (let step = 0; step < value; step += 1) {
        const byte = bytes[at + (isHalf ? step >> 1 : step)] ?? 0
        paint(x++, y, isHalf ? (step & 1 ? byte & 15 : byte >> 4) : byte)
      }
      at += Math.ceil((isHalf ? Math.ceil(value / 2) : value) / 2) * 2
    }
  }
}
