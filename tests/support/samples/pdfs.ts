import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import sharp from 'sharp'
import { leaf, pdfOf, stream } from './rawPdf'

/** PDFs of one page that need more of their reader than most, made when a test needs them. */

const BOX = '0 0 300 200'

/** Chinese in a font that is not embedded, with text as UCS-2. @param font its name */
export function fontlessChinese(font = 'STSong-Light', lines = ['春眠不觉晓', '处处闻啼鸟']): Buffer {
  const shown = lines.map((line) => `<${Buffer.from(line, 'utf16le').swap16().toString('hex')}> Tj T*`)
  return leaf({
    box: BOX,
    page: '/Resources <</Font <</F 5 0 R>>>>',
    content: `BT /F 48 Tf 60 TL 30 130 Td ${shown.join(' ')} ET`,
    more: [
      `<</Type /Font /Subtype /Type0 /BaseFont /${font} /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R]>>`,
      `<</Type /Font /Subtype /CIDFontType0 /BaseFont /${font} /FontDescriptor 7 0 R /DW 1000
 /CIDSystemInfo <</Registry (Adobe) /Ordering (GB1) /Supplement 4>>>>`,
      `<</Type /FontDescriptor /FontName /${font} /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880
 /Descent -120 /CapHeight 880 /StemV 93>>`,
    ],
  })
}

/** Signs of a standard font that is never embedded. */
export const dingbats = (): Buffer =>
  leaf({
    box: BOX,
    page: '/Resources <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats>>>>>>',
    content: 'BT /F 60 Tf 30 80 Td (nlu7) Tj ET',
  })

/** A picture over most of the page. */
function pictured(picture: Buffer, entries: string): Buffer {
  return leaf({
    box: BOX,
    page: '/Resources <</XObject <</X 5 0 R>>>>',
    content: 'q 240 0 0 160 30 20 cm /X Do Q',
    more: [stream(picture, `/Type /XObject /Subtype /Image ${entries}`)],
  })
}

/** Red on the left, blue on the right, as JPEG 2000: sharp cannot write it, so it was made once with openjpeg's `opj_compress -n 2`. */
export const jpeg2000 = (): Buffer =>
  pictured(
    readFileSync(new URL('two-halves.jp2', import.meta.url)),
    '/Width 64 /Height 48 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /JPXDecode',
  )

/** Black on the left, as JBIG2 that replaces the pixels below it. The decoder of pdf.js without WebAssembly cannot do that. */
export function jbig2(): Buffer {
  const [width, height] = [64, 48]
  // MMR: the first row is a white run of 0 and a black one of 32, each further row equals the row above.
  const bits = `001${'00110101'}${'000001101010'}1${'111'.repeat(height - 1)}`
  const rows = Buffer.from(bits.match(/.{1,8}/g)!.map((byte) => parseInt(byte.padEnd(8, '0'), 2)))
  const region = Buffer.alloc(18)
  region.writeUInt32BE(width, 0)
  region.writeUInt32BE(height, 4)
  region[16] = 4
  region[17] = 1
  const page = Buffer.alloc(19)
  page.writeUInt32BE(width, 0)
  page.writeUInt32BE(height, 4)
  return pictured(
    Buffer.concat([segment(0, 48, page), segment(1, 38, Buffer.concat([region, rows]))]),
    `/Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode`,
  )
}

function segment(number: number, type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(11)
  head.writeUInt32BE(number, 0)
  head[4] = type
  head[6] = 1
  head.writeUInt32BE(data.length, 7)
  return Buffer.concat([head, data])
}

/** A field that is blue by its ICC profile, which swaps red and blue, and would be red without it. */
export async function exchangedColours(): Promise<Buffer> {
  const blank = { width: 1, height: 1, channels: 3, background: '#fff' } as const
  const { icc } = await sharp(await sharp({ create: blank }).withIccProfile('srgb').png().toBuffer()).metadata()
  const profile = Buffer.from(icc!.toString('latin1').replace(/rXYZ|bXYZ/g, (tag) => (tag === 'rXYZ' ? 'bXYZ' : 'rXYZ')), 'latin1')
  return leaf({
    box: BOX,
    page: '/Resources <</ColorSpace <</C [/ICCBased 5 0 R]>>>>',
    content: '/C cs 1 0 0 sc 30 20 240 160 re f',
    more: [stream(profile, '/N 3 /Alternate /DeviceRGB')],
  })
}

const utf16 = (text: string) => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`

/** A form with fields without appearance streams: a text, a Chinese text, a choice and a ticked box. */
export function formFields(): Buffer {
  const fields = [
    '/Rect [30 130 140 170] /FT /Tx /T (text) /V (Words) /DA (/Helv 30 Tf 0 g)',
    `/Rect [160 130 270 170] /FT /Tx /T (name) /V ${utf16('张三')} /DA (/Helv 30 Tf 0 g)`,
    '/Rect [30 30 140 70] /FT /Ch /Ff 131072 /T (choice) /V (One) /Opt [(One) (Two)] /DA (/Helv 30 Tf 0 g)',
    '/Rect [160 30 200 70] /FT /Btn /T (box) /V /Yes /AS /Yes /DA (/ZaDb 0 Tf 0 g)',
  ]
  const numbers = fields.map((_, at) => `${at + 5} 0 R`).join(' ')
  return leaf({
    box: BOX,
    catalog: `/AcroForm <</NeedAppearances true /Fields [${numbers}]
 /DR <</Font <</Helv <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>> /ZaDb <</Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats>>>>>>>>`,
    page: `/Annots [${numbers}]`,
    more: fields.map((field) => `<</Type /Annot /Subtype /Widget /F 4 ${field}>>`),
  })
}

/** Annotations without appearance streams. */
export function bareAnnotations(): Buffer {
  const annotations = [
    '/Line /Rect [20 150 140 190] /L [30 170 130 170] /C [1 0 0] /BS <</W 16>>',
    '/Polygon /Rect [150 110 290 190] /Vertices [170 120 270 120 220 180] /C [0 0 1] /IC [0 1 0] /BS <</W 4>>',
    '/PolyLine /Rect [20 60 140 140] /Vertices [30 70 80 130 130 70] /C [0 0 1] /BS <</W 12>>',
    '/Square /Rect [160 20 210 70] /C [0 0 0] /IC [1 1 0] /BS <</W 4>>',
    '/Circle /Rect [220 20 270 70] /C [0 0 0] /IC [0 1 1] /BS <</W 4>>',
    '/FreeText /Rect [20 10 140 50] /Contents (Note) /DA (/Helv 30 Tf 0 0 1 rg) /BS <</W 0>>',
  ]
  return leaf({
    box: BOX,
    catalog: '/AcroForm <</Fields [] /DR <</Font <</Helv <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>>>',
    page: `/Annots [${annotations.map((_, at) => `${at + 5} 0 R`).join(' ')}]`,
    more: annotations.map((annotation) => `<</Type /Annot /F 4 /Subtype ${annotation}>>`),
  })
}

/** Three red pages, of which those given, from 1, are missing: a number replaces them. */
export function pagesWithout(...missing: number[]): Buffer {
  const page = `<</Type /Page /Parent 2 0 R /MediaBox [${BOX}] /Contents 3 0 R>>`
  return pdfOf([
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Kids [4 0 R 5 0 R 6 0 R] /Count 3>>',
    stream('1 0 0 rg 0 0 300 200 re f'),
    ...[1, 2, 3].map((number) => (missing.includes(number) ? '42' : page)),
  ])
}

const oneRed = () => pagesWithout(2, 3)

/** PDFs with a red first page that a reader must repair, by fault. */
export const damagedPdfs: Record<string, () => Buffer> = {
  'no startxref': () => before(oneRed(), 'startxref'),
  '2 KB before its header': () => Buffer.concat([Buffer.alloc(2048, 'X-Header: value\r\n'), oneRed()]),
  'a last page that cannot be read': () => pagesWithout(3),
  'a table of other offsets': () => Buffer.from(oneRed().toString('latin1').replace(/\d{10} 00000 n/g, '0000000007 00000 n')),
  'objects packed by Brotli': brotliObjects,
}

function before(bytes: Buffer, mark: string): Buffer {
  return bytes.subarray(0, bytes.lastIndexOf(mark))
}

/** Catalog, pages and page are in an object stream. */
function brotliObjects(): Buffer {
  const objects = [
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    `<</Type /Page /Parent 2 0 R /MediaBox [${BOX}] /Contents 4 0 R>>`,
  ]
  let offset = 0
  const index = objects.map((object, at) => {
    const entry = `${at + 1} ${offset}`
    offset += object.length + 1
    return entry
  })
  const head = `${index.join(' ')} `
  const packed = brotliCompressSync(`${head}${objects.join(' ')}`)
  const parts = [
    '%PDF-2.0\n',
    Buffer.concat([Buffer.from('4 0 obj\n'), stream('1 0 0 rg 0 0 300 200 re f'), Buffer.from('\nendobj\n')]),
    Buffer.concat([
      Buffer.from('5 0 obj\n'),
      stream(packed, `/Type /ObjStm /N 3 /First ${head.length} /Filter /BrotliDecode`),
      Buffer.from('\nendobj\n'),
    ]),
  ].map((part) => Buffer.from(part))
  const [first, second, third] = [0, 1, 2].map((at) => Buffer.concat(parts.slice(0, at + 1)).length)
  const rows = [
    [0, 0, 255],
    ...[0, 1, 2].map((at) => [2, 5, at]),
    [1, first!, 0],
    [1, second!, 0],
    [1, third!, 0],
  ]
  const table = Buffer.from(rows.flatMap(([type, value, more]) => [type!, value! >> 8, value! & 255, more!]))
  return Buffer.concat([
    ...parts,
    Buffer.from('6 0 obj\n'),
    stream(table, '/Type /XRef /Size 7 /W [1 2 1] /Root 1 0 R'),
    Buffer.from(`\nendobj\nstartxref\n${third}\n%%EOF\n`),
  ])
}
