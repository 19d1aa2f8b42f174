import { whitePixels, type Pixels } from './Pixels'
import { NoPreview } from '../task'

/** Colour modes. */
const BITMAP = 0
const [GREY, INDEXED, RGB, CMYK, DUOTONE] = [1, 2, 3, 4, 8]
/** Channels that are read per mode; further channels are masks. */
const channelsOf: Record<number, number> = { [BITMAP]: 1, [GREY]: 1, [INDEXED]: 1, [RGB]: 3, [CMYK]: 4, [DUOTONE]: 1 }
/** Photoshop's own limits. */
const MOST = { channels: 56, side: 300_000 }
/** Resources: the presence of a composite, and a small JPEG after 28 bytes that describe it. */
const [VERSION_INFO, THUMBNAIL] = [1057, 1036]

/** Whether a file begins as a Photoshop file. */
export function isPsd(bytes: Buffer): boolean {
  return bytes.length > 40 && /^8BPS\0[\x01\x02]/.test(bytes.toString('latin1', 0, 6))
}

/**
 * The picture of a Photoshop file: its composite or, without one, the embedded thumbnail. Throws NoPreview: not_support for a file with neither,
 * too_large, failure.
 */
export function readPsd(bytes: Buffer): Pixels | Buffer {
  const isLarge = bytes[5] === 2
  const [channels, height, width] = [bytes.readUInt16BE(12), bytes.readUInt32BE(14), bytes.readUInt32BE(18)]
  const [depth, mode] = [bytes.readUInt16BE(22), bytes.readUInt16BE(24)]
  if (width > MOST.side || height > MOST.side) throw new NoPreview('failure', `${width} × ${height} pixels`)
  const [colours, resources, layers] = sectionsOf(bytes, isLarge)
  if (!hasComposite(bytes.subarray(resources.begin, resources.end))) {
    const thumbnail = resourceOf(bytes.subarray(resources.begin, resources.end), THUMBNAIL)
    if (thumbnail) return thumbnail.subarray(28)
    throw new NoPreview('not_support', 'saved without a composite')
  }
  const wanted = channelsOf[mode]
  if (wanted === undefined || channels < wanted || channels > MOST.channels || ![1, 8, 16, 32].includes(depth))
    throw new NoPreview('not_support', `mode ${mode} of ${channels} channels and ${depth} bits`)
  const opacity = hasOpacity(bytes.subarray(layers.begin, layers.end), isLarge) && channels > wanted ? [wanted] : []
  const pixels = whitePixels(width, height, opacity.length ? 4 : 3)
  const stride = Math.ceil((width * depth) / 8)
  const rows = rowsOf(bytes.subarray(layers.end), { rows: channels * height, stride, isLarge })
  const palette = bytes.subarray(colours.begin, colours.end)
  for (let y = 0; y < height; y += 1) {
    const channel = (at: number) => eightBits(rows(at * height + y), depth)
    const row = pixels.data.subarray(y * width * pixels.channels, (y + 1) * width * pixels.channels)
    const parts = Array.from({ length: wanted }, (_, at) => channel(at))
    paintRow(row, parts, { mode, palette, alpha: opacity.map(channel)[0] })
  }
  return pixels
}

interface Section {
  begin: number
  end: number
}

/** Colours, resources and layers, each preceded by its length. */
function sectionsOf(bytes: Buffer, isLarge: boolean): [Section, Section, Section] {
  let at = 26
  const next = (isLong: boolean): Section => {
    if (at + 8 > bytes.length) throw new NoPreview('failure', 'it is cut short')
    const length = isLong ? Number(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at)
    const begin = at + (isLong ? 8 : 4)
    at = begin + length
    if (at > bytes.length) throw new NoPreview('failure', 'it is cut short')
    return { begin, end: at }
  }
  return [next(false), next(false), next(isLarge)]
}

/** Whether the channel after the colours is the opacity of the composite: the number of layers is then negative. */
function hasOpacity(layers: Buffer, isLarge: boolean): boolean {
  const count = isLarge ? 8 : 4
  return layers.length >= count + 2 && layers.readInt16BE(count) < 0
}

function hasComposite(resources: Buffer): boolean {
  return resourceOf(resources, VERSION_INFO)?.[4] !== 0
}

function resourceOf(resources: Buffer, wanted: number): Buffer | null {
  for (let at = 0; at + 12 <= resources.length && resources.toString('latin1', at, at + 4) === '8BIM';) {
    const id = resources.readUInt16BE(at + 4)
    const size = at + 6 + Math.ceil((resources[at + 6]! + 1) / 2) * 2
    if (size + 4 > resources.length) return null
    const length = resources.readUInt32BE(size)
    if (id === wanted) return resources.subarray(size + 4, size + 4 + length)
    at = size + 4 + Math.ceil(length / 2) * 2
  }
  return null
}

/** Returns an unpacked row of a channel, shorter at the end of the file. */
function rowsOf(
  composite: Buffer,
  { rows, stride, isLarge }: { rows: number; stride: number; isLarge: boolean },
): (row: number) => Buffer {
  const packing = composite.length < 2 ? -1 : composite.readUInt16BE(0)
  if (packing === 0) return (row) => composite.subarray(2 + row * stride, 2 + (row + 1) * stride)
  if (packing !== 1) throw new NoPreview(packing < 0 ? 'failure' : 'not_support', `packing ${packing}`)
  const width = isLarge ? 4 : 2
  if (2 + rows * width > composite.length) throw new NoPreview('failure', 'it is cut short')
  const begins = new Float64Array(rows + 1)
  begins[0] = 2 + rows * width
  for (let row = 0; row < rows; row += 1) {
    begins[row + 1] = begins[row]! + composite.readUIntBE(2 + row * width, width)
  }
  return (row) => unpackBits(composite.subarray(begins[row], begins[row + 1]), stride)
}

/** PackBits, also used by TIFF. */
function unpackBits(bytes: Buffer, length: number): Buffer {
  const row = Buffer.alloc(length)
  let to = 0
  for (let at = 0; at < bytes.length && to < length;) {
    const head = bytes.readInt8(at)
    at += 1
    if (head >= 0) {
      to += bytes.copy(row, to, at, at + head + 1)
      at += head + 1
    } else if (head !== -128) {
      row.fill(bytes[at] ?? 0, to, Math.min(length, to + 1 - head))
      to += 1 - head
      at += 1
    }
  }
  return row.subarray(0, Math.min(to, length))
}

function eightBits(row: Buffer, depth: number): Buffer {
  if (depth === 8) return row
  const length = Math.floor((row.length * 8) / depth)
  const narrow = Buffer.alloc(length)
  for (let x = 0; x < length; x += 1) {
    if (depth === 1) narrow[x] = (row[x >> 3]! >> (7 - (x & 7))) & 1 ? 0 : 255
    else if (depth === 16) narrow[x] = row[x * 2]!
    else narrow[x] = 255 * Math.min(1, Math.max(0, row.readFloatBE(x * 4))) ** (1 / GAMMA)
  }
  return narrow
}

/** Takes the white out of a pixel that Photoshop laid over white, and sets its opacity. */
function withoutWhite(row: Buffer, at: number, opacity: number): void {
  for (let to = at; to < at + 3 && opacity > 0; to += 1) row[to] = Math.max(0, 255 - ((255 - row[to]!) * 255) / opacity)
  row[at + 3] = opacity
}

/** Values of 32 bits are linear light. */
const GAMMA = 2.2

interface Colouring {
  mode: number
  palette: Buffer
  /** Opacity of the row's pixels, if they may be transparent. */
  alpha: Buffer | undefined
}

/** Paints a row from the values of its channels. If a channel is cut short, the rest of the row stays white. */
function paintRow(row: Buffer, parts: readonly Buffer[], { mode, palette, alpha }: Colouring): void {
  const size = alpha ? 4 : 3
  const [first, second = first, third = first, black] = parts as [Buffer, Buffer?, Buffer?, Buffer?]
  const length = Math.min(row.length / size, ...parts.map((part) => part.length))
  const count = Math.floor(palette.length / 3)
  for (let x = 0, to = 0; x < length; x += 1, to += size) {
    // For ink, 0 means full.
    const light = black ? black[x]! / 255 : 1
    row[to] = mode === INDEXED ? palette[first[x]!]! : first[x]! * light
    row[to + 1] = mode === INDEXED ? palette[count + first[x]!]! : second[x]! * light
    row[to + 2] = mode === INDEXED ? palette[2 * count + first[x]!]! : third[x]! * light
    if (alpha) withoutWhite(row, to, alpha[x] ?? 255)
  }
}
