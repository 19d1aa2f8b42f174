import { deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { chunk, cutPhoto, cutPicture, drawing, heic, hugePicture, photo } from '../samples/samples'
import { bmp, eps, ico, psd } from '../samples/pictures'
import { gifOf, pngOf, randomBytes } from './bytes'
import type { HostileFile } from './HostileFile'

const half = (format: Parameters<typeof cutPicture>[0]) => cutPicture(format, 0.5)

const noisy = (bytes: Buffer, kept: number) => Buffer.concat([bytes.subarray(0, kept), randomBytes(5000)])

export const cutPictures: HostileFile[] = [
  { name: 'cut off before its pixels.jpg', bytes: cutPhoto, ends: 'failure' },
  { name: 'cut off.jpg', bytes: () => half('jpeg'), ends: 'shown' },
  { name: 'cut off.png', bytes: () => half('png'), ends: 'shown' },
  { name: 'cut off.gif', bytes: () => half('gif'), ends: 'shown' },
  { name: 'cut off.webp', bytes: () => half('webp'), ends: 'shown' },
  { name: 'cut off.avif', bytes: () => half('avif'), ends: 'failure' },
  { name: 'cut off.tif', bytes: () => half('tiff'), ends: 'failure' },
  { name: 'cut off.heic', bytes: () => heic().subarray(0, 400), ends: 'failure' },
  { name: 'a header alone.heic', bytes: () => heic().subarray(0, 40), ends: 'failure' },
  { name: 'not a Photoshop file.psd', bytes: () => '8BPS', ends: 'extension_not_correct' },
  { name: 'noise behind its head.psd', bytes: () => noisy(psd(), 26), ends: ['failure', 'shown'] },
  { name: 'noise behind its head.bmp', bytes: () => noisy(bmp(), 30), ends: ['failure', 'not_support', 'shown'] },
  { name: 'noise behind its head.ico', bytes: async () => noisy(await ico(), 20), ends: ['failure', 'shown'] },
  {
    name: 'noise behind its head.jp2',
    bytes: () => noisy(Buffer.from('0000000c6a5020200d0a870a', 'hex'), 12),
    ends: ['failure', 'not_support'],
  },
  { name: 'noise behind its head.jxl', bytes: () => noisy(Buffer.from([0xff, 0x0a]), 2), ends: 'failure' },
  {
    name: 'noise for a picture.eps',
    bytes: async () => noisy(await eps('beside it'), 140),
    ends: ['failure', 'not_support'],
  },
  {
    name: 'PostScript.eps',
    bytes: () => '%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) (r) file 1000 string readstring pop show showpage',
    ends: 'not_support',
    isActive: true,
  },
]

/** A JPEG that declares this size and ends there. */
async function jpegOf(width: number, height: number): Promise<Buffer> {
  const bytes = await photo({ width: 16, height: 16 })
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  return bytes
}

function webpOf(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(60)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WEBPVP8X', 8, 'latin1')
  bytes.writeUInt32LE(10, 16)
  bytes.writeUIntLE(width - 1, 24, 3)
  bytes.writeUIntLE(height - 1, 27, 3)
  bytes.write('VP8L', 30, 'latin1')
  return bytes
}

async function tiffOf(width: number, height: number): Promise<Buffer> {
  const bytes = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#888' } })
    .tiff()
    .toBuffer()
  const entries = bytes.readUInt32LE(4)
  for (let at = entries + 2; at < entries + 2 + 12 * bytes.readUInt16LE(entries); at += 12) {
    const value = { 256: width, 257: height }[bytes.readUInt16LE(at)]
    if (value === undefined) continue
    bytes.writeUInt16LE(4, at + 2)
    bytes.writeUInt32LE(value, at + 8)
  }
  return bytes
}

function bmpOf(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(54)
  bytes.write('BM', 0, 'latin1')
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(width, 18)
  bytes.writeInt32LE(height, 22)
  bytes.writeUInt16LE(24, 28)
  return bytes
}

export const floodsOfPixels: HostileFile[] = [
  { name: '60,000 × 60,000.png', bytes: () => hugePicture(60_000, 60_000), ends: 'too_large' },
  { name: '60,000 × 60,000.jpg', bytes: () => jpegOf(60_000, 60_000), ends: 'too_large' },
  { name: '60,000 × 60,000.gif', bytes: () => gifOf(60_000, 60_000), ends: ['too_large', 'shown'] },
  {
    name: '60,000 × 60,000.webp',
    bytes: () => webpOf(60_000, 60_000),
    ends: ['too_large', 'failure', 'extension_not_correct'],
  },
  { name: '60,000 × 60,000.tif', bytes: () => tiffOf(60_000, 60_000), ends: 'too_large' },
  { name: '60,000 × 60,000.bmp', bytes: () => bmpOf(60_000, 60_000), ends: 'too_large' },
  { name: '16,000 × 16,000 that are not there.bmp', bytes: () => bmpOf(16_000, 16_000), ends: 'failure' },
  { name: '16,000 × 16,000 that are not there.jpg', bytes: () => jpegOf(16_000, 16_000), ends: ['failure', 'shown'] },
  { name: '0 × 0.jpg', bytes: () => jpegOf(0, 0), ends: 'failure' },
  { name: '268 black megapixels.png', bytes: () => pngOf(16_384, 16_350, { bits: 1 }), ends: 'shown' },
  { name: '289 black megapixels.png', bytes: () => pngOf(17_000, 17_000, { bits: 1 }), ends: 'too_large' },
  { name: 'a thread.png', bytes: () => pngOf(1_000_000, 1), ends: 'shown' },
  { name: 'a standing thread.png', bytes: () => pngOf(1, 1_000_000), ends: 'shown' },
]

function apngOf(frames: number): Buffer {
  const pixel = deflateSync(Buffer.alloc(2))
  const numbered = (number: number, rest: Buffer) => {
    const start = Buffer.alloc(4)
    start.writeUInt32BE(number)
    return Buffer.concat([start, rest])
  }
  const control = Buffer.from('000000010000000100000000000000000001000a0000', 'hex')
  const later = Array.from({ length: frames }, (_, at) => [
    chunk('fcTL', numbered(2 * at + 1, control)),
    chunk('fdAT', numbered(2 * at + 2, pixel)),
  ])
  const animation = Buffer.alloc(8)
  animation.writeUInt32BE(frames + 1)
  const whole = pngOf(1, 1, { before: [chunk('acTL', animation), chunk('fcTL', numbered(0, control))] })
  return Buffer.concat([whole.subarray(0, -12), ...later.flat(), whole.subarray(-12)])
}

/** A named compressed profile or text of a PNG. */
const squeezed = (type: string, size: number) =>
  chunk(type, Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(size, 32))]))

async function withSegment(marker: number, content: Buffer): Promise<Buffer> {
  const bytes = await photo({ width: 64, height: 48 })
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([bytes.subarray(0, 2), head, content, bytes.subarray(2)])
}

/** EXIF with only an orientation, which may be invalid. */
function exif(orientation: number, count = 1): Buffer {
  const bytes = Buffer.from(
    '457869660000' + '49492a0008000000' + '0100' + '12010300' + '00000000' + '00000000' + '00000000',
    'hex',
  )
  bytes.writeUInt32LE(count, 20)
  bytes.writeUInt16LE(orientation, 24)
  return bytes
}

const grey = () => sharp({ create: { width: 64, height: 48, channels: 3, background: '#888' } })

export const oddPictures: HostileFile[] = [
  { name: '3,000 frames.gif', bytes: () => gifOf(8, 8, 3000), ends: 'shown' },
  { name: '3,000 frames.png', bytes: () => apngOf(3000), ends: 'shown' },
  {
    name: '500 pages.tif',
    bytes: () =>
      sharp({ create: { width: 8, height: 4000, channels: 3, background: '#888', pageHeight: 8 } } as never)
        .tiff()
        .toBuffer(),
    ends: 'shown',
  },
  { name: 'orientation 9.jpg', bytes: () => withSegment(0xe1, exif(9)), ends: 'shown' },
  { name: 'orientation 0.jpg', bytes: () => withSegment(0xe1, exif(0)), ends: 'shown' },
  {
    name: 'four thousand million orientations.jpg',
    bytes: () => withSegment(0xe1, exif(6, 0xffff_ffff)),
    ends: 'shown',
  },
  {
    name: 'noise for EXIF.jpg',
    bytes: () => withSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), randomBytes(60_000)])),
    ends: 'shown',
  },
  {
    name: 'noise for a colour profile.jpg',
    bytes: () => withSegment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01'), randomBytes(3000)])),
    ends: 'shown',
  },
  {
    name: 'a colour profile of 64 MiB.png',
    bytes: () => pngOf(8, 8, { before: [squeezed('iCCP', 64 << 20)] }),
    ends: ['shown', 'failure'],
  },
  {
    name: 'a text of 64 MiB.png',
    bytes: () => pngOf(8, 8, { before: [squeezed('zTXt', 64 << 20)] }),
    ends: ['shown', 'failure'],
  },
  {
    name: 'pixels for a thousand.png',
    bytes: () => pngOf(8, 8, { pixels: deflateSync(Buffer.alloc(64 << 20)) }),
    ends: ['shown', 'failure'],
  },
  { name: 'a wrong sum.png', bytes: () => brokenSum(), ends: ['shown', 'failure'] },
  { name: 'CMYK.jpg', bytes: () => grey().toColourspace('cmyk').jpeg().toBuffer(), ends: 'shown' },
  { name: 'sixteen bits.png', bytes: () => grey().toColourspace('rgb16').png().toBuffer(), ends: 'shown' },
  {
    name: 'a page behind it.jpg',
    bytes: async (canary) => Buffer.concat([await photo(), Buffer.from(`<script src="${canary}/"></script>`)]),
    ends: 'shown',
    isActive: true,
  },
]

function brokenSum(): Buffer {
  const bytes = pngOf(8, 8)
  bytes.writeUInt8(bytes.readUInt8(30) ^ 255, 30)
  return bytes
}

const svg = (content: string, attributes = 'width="40" height="20"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}<rect width="20" height="20" fill="red"/></svg>`
const laughs =
  '<!DOCTYPE svg [<!ENTITY a0 "ha">' +
  Array.from({ length: 12 }, (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`).join('') +
  ']>'
const uses = Array.from(
  { length: 5 },
  (_, at) => `<g id="u${at + 1}">${`<use xlink:href="#u${at}"/>`.repeat(10)}</g>`,
).join('')

export const drawings: HostileFile[] = [
  { name: 'a bomb.svgz', bytes: () => gzipSync(Buffer.alloc(256 << 20, ' ')), ends: 'too_large' },
  { name: 'a text.svgz', bytes: () => gzipSync('hello'), ends: 'extension_not_correct' },
  { name: 'cut off.svgz', bytes: () => gzipSync(svg('<g/>')).subarray(0, 30), ends: 'failure' },
  {
    name: 'script.svg',
    bytes: (canary) =>
      svg(`<script>fetch('${canary}/svg');document.title='ran'</script><script xlink:href="${canary}/svg.js"/>`),
    ends: 'shown',
    isActive: true,
  },
  {
    name: 'handlers.svg',
    bytes: (canary) =>
      svg(
        `<g onload="fetch('${canary}/onload')"/><a xlink:href="javascript:fetch('${canary}/link')"><rect width="9" height="9"/></a>`,
      ),
    ends: 'shown',
    isActive: true,
  },
  {
    name: 'a page in it.svg',
    bytes: (canary) =>
      svg(
        `<foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${canary}/frame"/></foreignObject>`,
      ),
    ends: 'shown',
    isActive: true,
  },
  {
    name: 'asks the network.svg',
    bytes: (canary) =>
      svg(
        `<image xlink:href="${canary}/image" width="9" height="9"/><style>@import url(${canary}/style);</style><use xlink:href="${canary}/x.svg#a"/>`,
      ),
    ends: 'shown',
    isActive: true,
  },
  { name: 'asks for files.svg', bytes: (canary) => drawingWithoutLoop(canary), ends: 'shown', isActive: true },
  {
    name: 'XInclude.svg',
    bytes: () =>
      svg(
        '<text y="9"><include xmlns="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/></text>',
      ),
    ends: 'shown',
    isActive: true,
  },
  { name: 'laughs.svg', bytes: () => laughs + svg('<text>&a12;</text>'), ends: ['failure', 'extension_not_correct'] },
  {
    name: 'uses.svg',
    bytes: () => svg(`<defs><rect id="u0" width="9" height="9"/>${uses}</defs><use xlink:href="#u5"/>`),
    ends: ['shown', 'failure'],
    isSlow: true,
  },
  {
    name: 'itself in itself.svg',
    bytes: () => svg('<g id="a"><use xlink:href="#a"/></g>'),
    ends: ['shown', 'failure'],
  },
  {
    name: 'deep.svg',
    bytes: () => svg('<g>'.repeat(10_000) + '</g>'.repeat(10_000)),
    ends: ['shown', 'failure', 'extension_not_correct'],
  },
  { name: 'unclosed.svg', bytes: () => svg('<g>'), ends: ['failure', 'extension_not_correct'] },
  { name: 'huge.svg', bytes: () => svg('', 'width="1000000000" height="1000000000"'), ends: ['too_large', 'failure'] },
  {
    name: 'nothing wide.svg',
    bytes: () => svg('', 'width="0" height="0"'),
    ends: ['failure', 'extension_not_correct', 'shown'],
  },
  {
    name: 'below zero.svg',
    bytes: () => svg('', 'width="-5" height="1e300"'),
    ends: ['failure', 'too_large', 'extension_not_correct', 'shown'],
  },
]

function drawingWithoutLoop(canary: string): string {
  return drawing(canary)
    .toString()
    .replace(/<script>.*<\/script>/, '')
}
