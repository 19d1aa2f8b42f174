import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { IMAGE_PREVIEW_PIXEL_LIMIT } from '@/domain/previews/limits'
import { missingPage } from '../pdf/missingPage'
import { NoPreview } from '../task'
import { pagesOfTiff } from './tiff'

/** pages of a scan; a longer one takes too long */
const PAGE_LIMIT = 500
/** pixels of a page's longer side */
const LONGEST = 2400
/** points of a page's longer side: A4 */
const POINTS = 842

/**
 * Writes a TIFF of several pages as a PDF with a picture per page. For a page that cannot be read, the PDF has a sheet that says so.
 * Throws NoPreview: not_support for a TIFF of one page, which is shown as a picture; too_large; failure.
 */
export async function scanToPdf(input: string, output: string, progress: (share: number) => void): Promise<void> {
  const bytes = await readFile(input)
  const pages = pagesOfTiff(bytes).filter(({ isExtra }) => !isExtra)
  if (pages.length < 2) throw new NoPreview('not_support', 'a picture of one page')
  if (pages.length > PAGE_LIMIT) throw new NoPreview('too_large', `${pages.length} pages`)
  const copy = new PDFDocument({ autoFirstPage: false, margin: 0, info: { Producer: 'Satchel', Creator: 'Satchel' } })
  const file = createWriteStream(output)
  copy.pipe(file)
  let missing = 0
  for (const [at, { index }] of pages.entries()) {
    const { data, info } = await pictureOf(bytes, index).catch(async (error: unknown) => {
      missing += 1
      if (missing === pages.length) throw new NoPreview('failure', String((error as Error).message))
      const pixels = { width: 1240, height: 1754 }
      return { data: await missingPage(at + 1, pixels), info: pixels }
    })
    const scale = POINTS / Math.max(info.width, info.height)
    const [width, height] = [info.width * scale, info.height * scale]
    copy.addPage({ size: [width, height], margin: 0 }).image(data, 0, 0, { width, height })
    progress((at + 1) / pages.length)
  }
  copy.end()
  await finished(file)
}

function pictureOf(bytes: Buffer, page: number) {
  return sharp(bytes, { page, limitInputPixels: IMAGE_PREVIEW_PIXEL_LIMIT, sequentialRead: true })
    .autoOrient()
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .resize({ width: LONGEST, height: LONGEST, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 80 })
    .toBuffer({ resolveWithObject: true })
}
