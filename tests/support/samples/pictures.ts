import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { chunk, photo } from './samples'

/** Pictures in formats that libvips does not read: the left half red, the right half blue. */

const [WIDTH, HEIGHT] = [64, 48]
const isLeft = (x: number) => x < WIDTH / 2

/** A BMP of 24 bits. @param width that it declares @param height that it declares */
export function bmp(width = WIDTH, height = HEIGHT): Buffer {
  const head = Buffer.alloc(54)
  head.write('BM')
  const fields = { 2: 54 + WIDTH * HEIGHT * 3, 10: 54, 14: 40, 18: width, 22: height, 26: 1 + (24 << 16) }
  for (const [at, value] of Object.entries(fields)) head.writeUInt32LE(value, Number(at))
  const row = Array.from({ length: WIDTH }, (_, x) => (isLeft(x) ? [0, 0, 255] : [255, 0, 0])).flat()
  return Buffer.concat([head, Buffer.alloc(WIDTH * HEIGHT * 3, Buffer.from(row))])
}

/** An icon with a small and a large picture; the large one is a PNG, as usual since Windows Vista. */
export async function ico(): Promise<Buffer> {
  const large = await sharp(await photo({ width: 256, height: 256 }))
    .png()
    .toBuffer()
  const small = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'lime' } })
    .png()
    .toBuffer()
  const head = Buffer.alloc(6 + 2 * 16)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(2, 4)
  let offset = head.length
  for (const [at, { side, bytes }] of [
    { side: 16, bytes: small },
    { side: 0, bytes: large },
  ].entries()) {
    const place = 6 + at * 16
    head.set([side, side, 0, 0, 1, 0, 32, 0], place)
    head.writeUInt32LE(bytes.length, place + 8)
    head.writeUInt32LE(offset, place + 12)
    offset += bytes.length
  }
  return Buffer.concat([head, small, large])
}

/** A Photoshop file without layers: its composite, channel after channel. */
export function psd(): Buffer {
  const head = Buffer.alloc(26)
  head.write('8BPS')
  const fields = { 4: 1, 12: 3, 16: HEIGHT, 20: WIDTH, 22: 8, 24: 3 }
  for (const [at, value] of Object.entries(fields)) head.writeUInt16BE(value, Number(at))
  const channel = (left: number, right: number) =>
    Buffer.alloc(WIDTH * HEIGHT, Buffer.from(Array.from({ length: WIDTH }, (_, x) => (isLeft(x) ? left : right))))
  return Buffer.concat([head, Buffer.alloc(14), channel(255, 0), channel(0, 0), channel(0, 255)])
}

/** A file of Illustrator: a PDF of one page. */
export function halvesPdf(): Promise<Buffer> {
  const document = new PDFDocument({ size: [200, 150], margin: 0 })
  document.rect(0, 0, 100, 150).fill('red').rect(100, 0, 100, 150).fill('blue').end()
  return buffer(document)
}

const program = '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n0 0 10 10 rectfill\n%%EOF\n'

/** A PostScript program by itself, with a TIFF beside it, or with Adobe's thumbnail in it. */
export async function eps(picture: 'none' | 'beside it' | 'in it'): Promise<Buffer> {
  if (picture === 'none') return Buffer.from(program)
  if (picture === 'in it') {
    const thumbnail = (await photo({ width: 256, height: 192 })).toString('base64').replace(/(.{76})/g, '$1&#xA;')
    return Buffer.from(program.replace('%%EOF', `%<xmpGImg:image>${thumbnail}</xmpGImg:image>\n%%EOF`))
  }
  const tiff = await sharp(await photo({ width: 256, height: 192 }))
    .tiff()
    .toBuffer()
  const head = Buffer.alloc(30)
  const fields = { 0: 0xc6d3d0c5, 4: 30, 8: program.length, 20: 30 + program.length, 24: tiff.length }
  for (const [at, value] of Object.entries(fields)) head.writeUInt32LE(value, Number(at))
  head.writeUInt16LE(0xffff, 28)
  return Buffer.concat([head, Buffer.from(program), tiff])
}

/** A Photoshop file of one layer whose right half is transparent. */
export function seeThroughPsd(): Buffer {
  const opaque = psd()
  const head = opaque.subarray(0, 26)
  head.writeUInt16BE(4, 12)
  const layers = Buffer.alloc(4 + 4 + 4 + 2)
  layers.writeUInt32BE(10)
  layers.writeUInt32BE(6, 4)
  // A negative number of layers: the next channel after the colours is the opacity.
  layers.writeInt16BE(-1, 8)
  const opacity = Buffer.alloc(WIDTH * HEIGHT, Buffer.from(Array.from({ length: WIDTH }, (_, x) => (isLeft(x) ? 255 : 0))))
  return Buffer.concat([head, Buffer.alloc(8), layers, opaque.subarray(38), opacity])
}

/** An animation of three frames. */
export async function moving(format: 'gif' | 'webp' | 'apng'): Promise<Buffer> {
  const frames = await Promise.all(['red', 'lime', 'blue'].map((background) => png(background)))
  if (format === 'apng') return apng(frames)
  const joined = sharp(frames, { join: { animated: true } } as never)
  return format === 'gif' ? joined.gif({ delay: 100 }).toBuffer() : joined.webp({ delay: 100 } as never).toBuffer()
}

/** An animation without a background: a black square moves. */
export async function movingSquare(): Promise<Buffer> {
  const square = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'black' } }).png().toBuffer()
  const frames = [0, 24, 48].map((left) =>
    sharp({ create: { width: WIDTH, height: HEIGHT, channels: 4, background: 'transparent' } })
      .composite([{ input: square, left, top: 16 }])
      .png()
      .toBuffer(),
  )
  return sharp(await Promise.all(frames), { join: { animated: true } } as never)
    .gif({ delay: 100 })
    .toBuffer()
}

function png(background: string): Promise<Buffer> {
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background } }).png().toBuffer()
}

function apng(frames: readonly Buffer[]): Buffer {
  const numbers = (...values: readonly number[]) => {
    const bytes = Buffer.alloc(4 * values.length)
    values.forEach((value, at) => bytes.writeUInt32BE(value, 4 * at))
    return bytes
  }
  const pixelsOf = (frame: Buffer) => {
    const at = frame.indexOf('IDAT') - 4
    return frame.subarray(at + 8, at + 8 + frame.readUInt32BE(at))
  }
  const control = (number: number) => chunk('fcTL', Buffer.concat([numbers(number, WIDTH, HEIGHT, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0])]))
  const [first, ...later] = frames as [Buffer, ...Buffer[]]
  return Buffer.concat([
    first.subarray(0, 33),
    chunk('acTL', numbers(frames.length, 0)),
    control(0),
    chunk('IDAT', pixelsOf(first)),
    ...later.flatMap((frame, at) => [
      control(2 * at + 1),
      chunk('fdAT', Buffer.concat([numbers(2 * at + 2), pixelsOf(frame)])),
    ]),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/**
 * A TIFF of so many grey pages, each lighter than the one before.
 * @param options `isCopy`: the pages after the first are smaller copies of the first. `broken`: this page, from 0, has a packing that nobody knows. `packing`: of all pages, 1 is none
 */
export function tiffOf(pages: number, { isCopy = false, broken = -1, packing = 1 } = {}): Buffer {
  const side = 16
  const size = 2 + 10 * 12 + 4 + side * side
  const whole = Buffer.alloc(8 + pages * size)
  whole.write('II*\0', 'latin1')
  whole.writeUInt32LE(8, 4)
  for (let page = 0; page < pages; page += 1) {
    const at = 8 + page * size
    const pixels = at + 2 + 10 * 12 + 4
    const fields: [tag: number, value: number][] = [
      [254, isCopy && page > 0 ? 1 : 0],
      [256, side],
      [257, side],
      [258, 8],
      [259, page === broken ? 9999 : packing],
      [262, 1],
      [273, pixels],
      [277, 1],
      [278, side],
      [279, side * side],
    ]
    whole.writeUInt16LE(fields.length, at)
    for (const [index, [tag, value]] of fields.entries()) {
      const entry = at + 2 + index * 12
      whole.writeUInt16LE(tag, entry)
      whole.writeUInt16LE(4, entry + 2)
      whole.writeUInt32LE(1, entry + 4)
      whole.writeUInt32LE(value, entry + 8)
    }
    whole.writeUInt32LE(page + 1 < pages ? at + size : 0, pixels - 4)
    whole.fill(Math.min(255, 60 + page), pixels, pixels + side * side)
  }
  return whole
}

/** A TIFF with numbers of 32 bits: fractions or integers, in tiles, the last of which reach beyond the edges. */
export function tiledTiff(type: 'float' | 'uint', [width, height]: [number, number], valueAt: (x: number, y: number) => number) {
  const side = 16
  const [across, down] = [Math.ceil(width / side), Math.ceil(height / side)]
  const length = side * side * 4
  const tiles = Array.from({ length: across * down }, (_, tile) => {
    const bytes = Buffer.alloc(length)
    for (let at = 0; at < side * side; at += 1) {
      const x = (tile % across) * side + (at % side)
      const y = Math.floor(tile / across) * side + Math.floor(at / side)
      if (type === 'float') bytes.writeFloatLE(valueAt(x, y), at * 4)
      else bytes.writeUInt32LE(valueAt(x, y), at * 4)
    }
    return bytes
  })
  const format = type === 'float' ? 3 : 1
  const lists = 8 + 2 + 11 * 12 + 4
  const data = lists + 8 * tiles.length
  const plain = [[256, width], [257, height], [258, 32], [259, 1], [262, 1], [277, 1], [322, side], [323, side]]
  const fields = [...plain.map(([tag, value]) => [tag!, 4, 1, value!]), [324, 4, tiles.length, lists], [325, 4, tiles.length, lists + 4 * tiles.length], [339, 3, 1, format]]
  const head = Buffer.alloc(data)
  head.write('II*\0', 'latin1')
  head.writeUInt32LE(8, 4)
  head.writeUInt16LE(fields.length, 8)
  fields.forEach(([tag, kind, count, value], at) => {
    head.writeUInt16LE(tag!, 10 + at * 12)
    head.writeUInt16LE(kind!, 12 + at * 12)
    head.writeUInt32LE(count!, 14 + at * 12)
    head.writeUInt32LE(value!, 18 + at * 12)
  })
  tiles.forEach((_, at) => {
    head.writeUInt32LE(data + at * length, lists + 4 * at)
    head.writeUInt32LE(length, lists + 4 * (tiles.length + at))
  })
  return Buffer.concat([head, ...tiles])
}

type TiffField = [tag: number, type: 'short' | 'long', count: number, value: number]

/** The first bytes of a TIFF of one page. */
function tiffHead(fields: readonly TiffField[], length: number): Buffer {
  const head = Buffer.alloc(length)
  head.write('II*\0\b\0\0\0', 'latin1')
  head.writeUInt16LE(fields.length, 8)
  fields.forEach(([tag, type, count, value], at) => {
    const entry = 10 + 12 * at
    head.writeUInt16LE(tag, entry)
    head.writeUInt16LE(type === 'short' ? 3 : 4, entry + 2)
    head.writeUInt32LE(count, entry + 4)
    head.writeUInt32LE(value, entry + 8)
  })
  return head
}

/** A square TIFF with a level and an opacity of four bits each. @param pairs a byte per pixel */
export function nibbleTiff(pairs: Buffer): Buffer {
  const [side, start] = [Math.sqrt(pairs.length), 256]
  const fields: TiffField[] = [
    [256, 'long', 1, side],
    [257, 'long', 1, side],
    [258, 'short', 2, 0x00040004],
    [259, 'short', 1, 1],
    [262, 'short', 1, 1],
    [273, 'long', 1, start],
    [277, 'short', 1, 2],
    [278, 'long', 1, side],
    [279, 'long', 1, pairs.length],
    [338, 'short', 1, 2],
  ]
  return Buffer.concat([tiffHead(fields, start), pairs])
}

/** A TIFF of one colour, whose values beyond red, green and blue are masks without a meaning. @param side pixels */
export function maskedTiff(values: readonly number[], side = 20): Buffer {
  const [bits, start] = [200, 256]
  const fields: TiffField[] = [
    [256, 'long', 1, side],
    [257, 'long', 1, side],
    [258, 'short', values.length, bits],
    [259, 'short', 1, 1],
    [262, 'short', 1, 2],
    [273, 'long', 1, start],
    [277, 'short', 1, values.length],
    [278, 'long', 1, side],
    [279, 'long', 1, side * side * values.length],
    [338, 'short', values.length - 3, 0],
  ]
  const head = tiffHead(fields, start)
  values.forEach((_, at) => head.writeUInt16LE(8, bits + 2 * at))
  return Buffer.concat([head, Buffer.alloc(side * side * values.length, Buffer.from(values))])
}
