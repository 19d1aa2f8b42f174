import { writeFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import type { PageRun } from '@/contract/previews/previews'
import { SPAN_PAGES, SPAN_WIDTH, spanOf, spanOfAll, type Span } from '@/domain/previews/reading'
import { openPdf } from './check'
import type { PdfDocument, Size } from './document'
import { NoPreview, type PageList } from '../task'
import type { PageSize } from '../../representations'
import { burnIn } from './watermark'

/**
 * Pixels of a page's picture: as wide as a sharp phone, limited in length for the phone's memory; of a page in a strip of pages; and of a page that is
 * read until its viewer has loaded.
 */
const pixelsOf = {
  whole: { width: 1280, longest: 4096 },
  small: { width: 240, longest: 480 },
  light: { width: 780, longest: 1560 },
}
/** The quality of a light page whose pixels do not fit into fewer bytes as they are, such as a scan. */
const LIGHT_QUALITY = 50
/** pages that are listed */
const PAGE_LIMIT = 10_000

/** Loads a PDF that opens without a password. Throws NoPreview: not_support for one that needs a password, too_large, failure. */
export async function openUnlocked(path: string): Promise<PdfDocument> {
  const source = await openPdf(path)
  if (source === 'encrypted') throw new NoPreview('not_support', 'a PDF with a password')
  return source
}

/**
 * The sizes of all pages, and the span of the text on the first pages. Does not read the contents of the other pages. Throws NoPreview: not_support
 * for a PDF that needs a password, too_large, failure.
 */
export async function listPages(path: string): Promise<PageList> {
  const source = await openUnlocked(path)
  if (source.pageCount > PAGE_LIMIT) throw new NoPreview('too_large', `${source.pageCount} pages`)
  const spans: (Span | null)[] = []
  for (let at = 0; at < Math.min(source.pageCount, SPAN_PAGES); at += 1) spans.push(await spanOn(source, at))
  return { sizes: runsOf(source.sizes()), span: spanOfAll(spans) }
}

/** The span of the text on a page, counted from 0; null for a page that cannot be drawn. */
async function spanOn(source: PdfDocument, at: number): Promise<Span | null> {
  try {
    const { pixels, data } = await source.draw(at, ({ width, height }) =>
      Math.min(SPAN_WIDTH / width, (2 * SPAN_WIDTH) / height),
    )
    return spanOf(data, pixels.width, pixels.height)
  } catch {
    return null
  }
}

/** Writes one page, counted from 1, as JPEG, or as WebP if it is light. Returns the media type. Throws like `listPages`. */
export async function savePage(
  input: string,
  output: string,
  { page, size, watermark }: { page: number; size?: PageSize; watermark: string | null },
): Promise<string> {
  const source = await openUnlocked(input)
  const most = pixelsOf[size ?? 'whole']
  const { drawn } = await drawnPage(source, page - 1, watermark, ({ width, height }) =>
    Math.min(most.width / width, most.longest / height),
  )
  await writeFile(output, await (size === 'light' ? lightOf(drawn) : jpegOf(drawn)))
  return size === 'light' ? 'image/webp' : 'image/jpeg'
}

/** A page of text has fewest bytes, and stays sharp, with all its pixels; a photographed one only without some. */
async function lightOf(drawn: Sharp): Promise<Buffer> {
  const exact = await drawn.clone().webp({ lossless: true }).toBuffer()
  const rough = await drawn.webp({ quality: LIGHT_QUALITY }).toBuffer()
  return exact.length < rough.length ? exact : rough
}

function jpegOf(drawn: Sharp): Promise<Buffer> {
  return drawn.jpeg({ quality: 80 }).toBuffer()
}

/** One page, counted from 0, as JPEG, and its size in points. @param watermark its text @param scaleOf pixels per point */
export async function drawPage(
  source: PdfDocument,
  at: number,
  watermark: string | null,
  scaleOf: (points: Size) => number,
) {
  const { drawn, points } = await drawnPage(source, at, watermark, scaleOf)
  return { picture: await jpegOf(drawn), ...points }
}

async function drawnPage(
  source: PdfDocument,
  at: number,
  watermark: string | null,
  scaleOf: (points: Size) => number,
): Promise<{ drawn: Sharp; points: Size }> {
  const { points, pixels, data } = await source.draw(at, scaleOf)
  const drawn = sharp(data, { raw: { ...pixels, channels: 4 } }).flatten({ background: '#ffffff' })
  const watermarked = watermark === null ? drawn : await burnIn(await flat(drawn), pixels, watermark)
  return { drawn: watermarked.removeAlpha(), points }
}

/** Bakes the background into a picture first, because sharp would draw overlays before the background. */
async function flat(picture: Sharp): Promise<Sharp> {
  return sharp(await picture.png({ compressionLevel: 0 }).toBuffer())
}

function runsOf(sizes: readonly Size[]): PageRun[] {
  const runs: PageRun[] = []
  for (const { width, height } of sizes) {
    const last = runs.at(-1)
    if (last?.width === width && last.height === height) last.pages += 1
    else runs.push({ width, height, pages: 1 })
  }
  return runs
}
