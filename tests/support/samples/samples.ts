import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { crc32 } from './crc32'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { openDocument } from './office'
import { zip } from './zip'

/** Small files of every kind, made when a test needs them. */

const RED = [220, 20, 20]
const BLUE = [20, 20, 220]

/** Left half red, right half blue. */
function halves(width: number, height: number): Buffer {
  const row = Buffer.from(Array.from({ length: width }, (_, at) => (at < width / 2 ? RED : BLUE)).flat())
  return Buffer.alloc(row.length * height, row)
}

/** A photo whose stored pixels are red on the left; `orientation` is that of EXIF, 1 to 8. */
export function photo({ width = 640, height = 480, orientation = 1 } = {}): Promise<Buffer> {
  return sharp(halves(width, height), { raw: { width, height, channels: 3 } })
    .withMetadata({ orientation })
    .withExifMerge({ IFD0: { Copyright: 'somebody' } })
    .jpeg()
    .toBuffer()
}

/** A photo with its date of capture. @param date as EXIF writes it: `2019:05:01 14:30:00` */
export function datedPhoto(
  date: string,
  { zone, as = 'jpeg' }: { zone?: string; as?: 'jpeg' | 'avif' } = {},
): Promise<Buffer> {
  return sharp(halves(64, 48), { raw: { width: 64, height: 48, channels: 3 } })
    .withExifMerge({
      IFD0: { Make: 'Camera' },
      IFD2: { DateTimeOriginal: date, ...(zone && { OffsetTimeOriginal: zone }) },
    })
    .toFormat(as)
    .toBuffer()
}

/** Left half red, right half blue, as HEVC in HEIF, 64 × 48. Sharp cannot write HEVC: libheif's `heif-enc -q 60` made the file once. */
export function heic(): Buffer {
  return readFileSync(new URL('two-halves.heic', import.meta.url))
}

/** The picture of `heic`, declaring this size in pixels. */
export function hugeHeic(width: number, height: number): Buffer {
  const bytes = heic()
  for (let at = bytes.indexOf('ispe'); at >= 0; at = bytes.indexOf('ispe', at + 4)) {
    bytes.writeUInt32BE(width, at + 8)
    bytes.writeUInt32BE(height, at + 12)
  }
  return bytes
}

/** Red shines through one half. */
export function seeThrough(): Promise<Buffer> {
  return sharp({ create: { width: 200, height: 200, channels: 4, background: { r: 220, g: 20, b: 20, alpha: 0.5 } } })
    .png()
    .toBuffer()
}

/** A noisy picture, cut off after this share of its bytes. */
export async function cutPicture(format: 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'tiff', share: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const whole = await sharp({ create: { width: 800, height: 800, channels: 3, background: '#888', noise } })
    .toFormat(format)
    .toBuffer()
  return whole.subarray(0, Math.floor(whole.length * share))
}

/** A photo that was cut off before its first pixel. */
export async function cutPhoto(): Promise<Buffer> {
  const whole = await cutPicture('jpeg', 1)
  return whole.subarray(0, whole.indexOf(Buffer.from([0xff, 0xda])))
}

/** A small file that declares a PNG of this size in pixels. */
export function hugePicture(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', Buffer.alloc(100)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A drawing, red on the left, that refers to a file of the server and a page of the network. */
export function drawing(address = 'http://127.0.0.1:9/'): Buffer {
  return Buffer.from(`<?xml version="1.0"?>
<!DOCTYPE svg [<!ENTITY secret SYSTEM "file:///etc/passwd">]>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20">
<script>while (true) {}</script>
<rect width="20" height="20" fill="rgb(220,20,20)"/><rect x="20" width="20" height="20" fill="rgb(20,20,220)"/>
<image xlink:href="${address}" width="20" height="20"/><image xlink:href="file:///etc/passwd" width="20" height="20"/>
</svg>`)
}

/** A PDF with pages stored in these rotations and all displayed alike: of this size in points, with a bar across the top. */
export async function turnedPages(
  turns: readonly number[],
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false, margin: 0 })
  for (const turn of turns) {
    document.addPage({ size: turn % 180 === 0 ? [width, height] : [height, width], margin: 0 })
    Object.assign(document.page.dictionary.data, { Rotate: turn })
    // The side that is on top after the page is turned clockwise.
    const bar: [number, number, number, number] =
      turn === 0
        ? [0, 0, width, 20]
        : turn === 90
          ? [0, 0, 20, width]
          : turn === 180
            ? [0, height - 20, width, 20]
            : [height - 20, 0, 20, width]
    document.rect(...bar).fill('#1446a0')
  }
  document.end()
  return buffer(document)
}

/** A PDF with one line of text per page. */
export async function pdf({
  pages = ['One'],
  password,
  margin = 16,
}: { pages?: string[]; password?: string; margin?: number } = {}): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A5', margin, userPassword: password, pdfVersion: '1.7' })
  pages.forEach((text, at) => {
    if (at > 0) document.addPage()
    document.text(text)
  })
  document.end()
  return buffer(document)
}

/** A PDF that was cut off before the table of its pages: no reader can repair it. */
export const cutPdf = Buffer.from(`%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 200 200]>> endobj
4 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 20`)

/** 中文 GBK 编码, a line as Chinese Windows writes it. */
export const gbkText = Buffer.from([
  0xd6, 0xd0, 0xce, 0xc4, 0x20, 0x47, 0x42, 0x4b, 0x20, 0xb1, 0xe0, 0xc2, 0xeb, 0x0d, 0x0a,
])
export const gbkWords = '中文 GBK 编码'

/** A Word document of one paragraph. @param type of its main part; default: plain .docx */
export function docx(
  text: string,
  type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main',
): Buffer {
  const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
  const office = 'http://schemas.openxmlformats.org'
  return zip({
    '[Content_Types].xml': `${xml}<Types xmlns="${office}/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/word/document.xml"
 ContentType="${type}+xml"/></Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${office}/package/2006/relationships">
<Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${xml}<w:document xmlns:w="${office}/wordprocessingml/2006/main">
<w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
  })
}

/** A text document that shows a picture of `address` and the text of `file`. */
export function nosyOdt(address: string, file: string): Buffer {
  return openDocument(
    'text',
    `<office:text><text:p>before</text:p>
<text:p><draw:frame svg:width="5cm" svg:height="5cm">
<draw:image xlink:href="${address}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame></text:p>
<text:section text:name="s"><text:section-source xlink:href="file://${file}" xlink:type="simple"/><text:p>kept</text:p></text:section>
<text:p>behind</text:p></office:text>`,
  )
}

/** A chunk of a PNG. */
export function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
