import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { photo } from './samples'

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
