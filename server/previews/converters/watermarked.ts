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

/** Pixels a point: 144 dots an inch; a page made for a phone is as sharp as the phone. */
const SCALE = 2
const PHONE_WIDTH = 1080
/** Pixels of a page's longer side; larger sheets are drawn coarser. */
const LONGEST = 2400
/** Pages that are drawn for one user; a longer document is no quick look. */
const PAGE_LIMIT = 300

/** A picture that carries the name of who looks at it. Gives its media type. */
export async function watermarkPicture(input: string, output: string, watermark: string): Promise<string> {
  const { width, height } = await sharp(input).metadata()
  return save(await burnIn(sharp(input), { width, height }, watermark), output)
}

/** The watermark alone, on a ground that shines through. @param side pixels */
export async function watermarkOverlay(output: string, side: number, watermark: string): Promise<void> {
  const ground = sharp({ create: { width: side, height: side, channels: 4, background: '#0000' } })
  await (await burnIn(ground, { width: side, height: side }, watermark)).png().toFile(output)
}

/**
 * Every page as a picture that carries the name of who looks at it: nothing of the original file is left to take out. A sheet that says so
 * stands for a page that cannot be drawn.
 * Throws NoPreview: not_support for one that wants a password, too_large, failure.
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

/** What is shown in place of a page, from 0, that cannot be drawn. */
async function standInFor(at: number, { width, height }: Size, watermark: string) {
  const scale = scaleOf({ width, height })
  const pixels = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  const sheet = await burnIn(sharp(await missingPage(at + 1, pixels)), pixels, watermark)
  return { picture: await sheet.removeAlpha().jpeg({ quality: 80 }).toBuffer(), width, height }
}

function scaleOf({ width, height }: Size): number {
  return Math.min(Math.max(SCALE, PHONE_WIDTH / width), LONGEST / Math.max(width, height))
}
