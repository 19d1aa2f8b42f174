import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { ScanPdf } from '@/domain/scans/ScanPdf'
import { PdfDocument } from '../../../server/previews/converters/pdf/document'
import { drawPdf } from '../../../server/previews/converters/text/paper'

/** px of the longer side of a page's picture */
const LONGEST = 1600
const TABLE = '#3a332c'

/** A picture of a page with these lines, JPEG. */
export async function pagePicture(...lines: string[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-page-'))
  try {
    await drawPdf(join(folder, 'page.pdf'), (paper) => lines.forEach((line) => paper.text(line)))
    const document = (await PdfDocument.open(await readFile(join(folder, 'page.pdf')))) as PdfDocument
    const { pixels, data } = await document.draw(0, ({ width, height }) => LONGEST / Math.max(width, height))
    return await sharp(data, { raw: { ...pixels, channels: 4 } })
      .flatten({ background: '#f2efe6' })
      .jpeg({ quality: 92 })
      .toBuffer()
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A photo of a page that lies at an angle on a dark table, JPEG. */
export async function paperPhoto(...lines: string[]): Promise<Buffer> {
  const turned = await sharp(await pagePicture(...lines))
    .rotate(8, { background: TABLE })
    .toBuffer()
  return sharp(turned)
    .extend({ top: 120, bottom: 140, left: 160, right: 130, background: TABLE })
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** A PDF with a picture per page and no text, as the app scans it. */
export async function scannedPdf(...pictures: Buffer[]): Promise<Buffer> {
  const pdf = new ScanPdf()
  const parts = [pdf.begin()]
  for (const picture of pictures) {
    const { width, height } = await sharp(picture).metadata()
    parts.push(...pdf.addPage(picture, { width, height }))
  }
  return Buffer.concat([...parts, pdf.end('扫描')])
}
