import sharp from 'sharp'
import PDFDocument from 'pdfkit'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { PdfDocument, Size } from './pdf/document'
import { missingPage } from './pdf/missingPage'
import { drawPage, openUnlocked } from './pdf/pages'
import { save } from './picture/pictures'
import { NoPreview } from './task'
import { burnIn } from './pdf/watermark'

/** Pixels per point: 144 per inch. A page made for a phone is as sharp as the phone. */
const SCALE = 2
const PHONE_WIDTH = 1080
/** pixels of a page's longer side; larger sheets get a lower resolution */
const LONGEST = 2400
/** pages that are drawn per user; longer documents take too long for a preview */
const PAGE_LIMIT = 300

/** A picture with the viewer's watermark. Returns its media type. */
export async function watermarkPicture(input: string, output: string, watermark: string): Promise<string> {
  const { width, height } = await sharp(input).metadata()
  return save(await burnIn(sharp(input), { width, height }, watermark), output)
}

/** Only the watermark, on a transparent background. @param side pixels */
export async function watermarkOverlay(output: string, side: number, watermark: string): Promise<void> {
  const ground = sharp({ create: { width: side, height: side, channels: 4, background: '#0000' } })
  await (await burnIn(ground, { width: side, height: side }, watermark)).png().toFile(output)
}

/**
 * Draws every page as a picture with the viewer's watermark, so that nobody can extract the original contents from the copy. For a page that cannot
 * be drawn, the copy contains a sheet that says so.
 * Throws NoPreview: not_support for a PDF that needs a password, too_large, failure.
 */
export async function watermarkPdf(
  input: string,
  output: string,
  watermark: string,
  progress: (share: number) => void,
): Promise<void> {
  const source = await openUnlocked(input)
  if (source.pageCount > PAGE_LIMIT) throw new NoPreview('too_large', `${source.pageCount} pages`)
  await copyPages(source, output, watermark, progress)
}

async function copyPages(source: PdfDocument, output: string, watermark: string, progress: (share: number) => void) {
  const copy = new PDFDocument({ autoFirstPage: false, margin: 0, info: { Producer: 'Satchel', Creator: 'Satchel' } })
  const file = createWriteStream(output)
  copy.pipe(file)
  const pages = source.pageCount
  const sizes = source.sizes()
  let missing = 0
  for (let at = 0; at < pages; at += 1) {
    const { picture, width, height } = await drawPage(source, at, watermark, scaleOf).catch((error: unknown) => {
      missing += 1
      if (missing === pages) throw error
      return standInFor(at, sizes[at]!, watermark)
    })
    copy.addPage({ size: [width, height], margin: 0 }).image(picture, 0, 0, { width, height })
    progress((at + 1) / pages)
  }
  copy.end()
  await finished(file)
}

/** The sheet for a page, counted from 0, that cannot be drawn. */
async function standInFor(at: number, { width, height }: Size, watermark: string) {
  const scale = scaleOf({ width, height })
  const pixels = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  const sheet = await burnIn(sharp(await missingPage(at + 1, pixels)), pixels, watermark)
  return { picture: await sheet.removeAlpha().jpeg({ quality: 80 }).toBuffer(), width, height }
}

function scaleOf({ width, height }: Size): number {
  return Math.min(Math.max(SCALE, PHONE_WIDTH / width), LONGEST / Math.max(width, height))
}
