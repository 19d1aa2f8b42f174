import sharp from 'sharp'
import type { PDFiumDocument } from '@hyzyla/pdfium'
import PDFDocument from 'pdfkit'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { openPdf } from './pdfCheck'
import { save } from './pictures'
import { NoPreview } from './task'
import { burnIn } from './watermark'

/** Pixels a point: 144 dots an inch. */
const SCALE = 2
/** Pixels of a page's longer side; larger sheets are drawn coarser. */
const LONGEST = 2400
/** Pages that are drawn for one user; a longer document is no quick look. */
const PAGE_LIMIT = 300

/** A picture that carries the name of who looks at it. Gives its media type. */
export async function markPicture(input: string, output: string, mark: string): Promise<string> {
  const { width, height } = await sharp(input).metadata()
  return save(await burnIn(sharp(input), { width, height }, mark), output)
}

/**
 * Every page as a picture that carries the name of who looks at it: nothing of the original file is left to take out.
 * Throws NoPreview: not_support for one that wants a password, too_large, failure.
 */
export async function markPdf(input: string, output: string, mark: string, progress: (share: number) => void): Promise<void> {
  const source = await openPdf(input)
  if (source === 'encrypted') throw new NoPreview('not_support', 'a PDF with a password cannot be marked')
  try {
    const pages = source.getPageCount()
    if (pages > PAGE_LIMIT) throw new NoPreview('too_large', `${pages} pages`)
    await copyPages(source, pages, output, mark, progress)
  } finally {
    source.destroy()
  }
}

async function copyPages(source: PDFiumDocument, pages: number, output: string, mark: string, progress: (share: number) => void) {
  const copy = new PDFDocument({ autoFirstPage: false, margin: 0, info: { Producer: 'Satchel', Creator: 'Satchel' } })
  const file = createWriteStream(output)
  copy.pipe(file)
  for (let at = 0; at < pages; at += 1) {
    const { picture, width, height } = await drawPage(source, at, mark)
    copy.addPage({ size: [width, height], margin: 0 }).image(picture, 0, 0, { width, height })
    progress((at + 1) / pages)
  }
  copy.end()
  await finished(file)
}

/** One page as JPEG, and its size in points. */
async function drawPage(source: PDFiumDocument, at: number, mark: string) {
  const page = source.getPage(at)
  const { originalWidth: width, originalHeight: height } = page.getOriginalSize()
  const scale = Math.min(SCALE, LONGEST / Math.max(width, height))
  const { data: picture } = await page.render({
    scale,
    render: async ({ data, width: columns, height: rows }) => {
      const drawn = sharp(Buffer.from(data), { raw: { width: columns, height: rows, channels: 4 } })
      const flat = sharp(await drawn.flatten({ background: '#ffffff' }).png({ compressionLevel: 0 }).toBuffer())
      return (await burnIn(flat, { width: columns, height: rows }, mark)).removeAlpha().jpeg({ quality: 80 }).toBuffer()
    },
  })
  return { picture: Buffer.from(picture), width, height }
}
