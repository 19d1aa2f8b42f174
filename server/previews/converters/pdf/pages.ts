import { writeFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import type { PageRun } from '@/contract/previews/previews'
import { SPAN_PAGES, SPAN_WIDTH, spanOf, spanOfAll, type Span } from '@/domain/previews/reading'
import { openPdf } from './check'
import type { PdfDocument, Size } from './document'
import { NoPreview, type PageList } from '../task'
import { burnIn } from './watermark'

/** Pixels of a page's picture: as wide as a sharp phone, limited in length for the phone's memory. */
const WIDTH = 1280
const LONGEST = 4096
/** The same of a page in a strip of pages. */
const SMALL = { width: 240, longest: 480 }
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

/** Writes one page, counted from 1, as JPEG. Returns the media type. Throws like `listPages`. */
export async function savePage(
  input: string,
  output: string,
  { page, isSmall, watermark }: { page: number; isSmall?: boolean; watermark: string | null },
): Promise<string> {
  const source = await openUnlocked(input)
  const most = isSmall ? SMALL : { width: WIDTH, longest: LONGEST }
  const { picture } = await drawPage(source, page - 1, watermark, ({ width, height }) =>
    Math.min(most.width / width, most.longest / height),
  )
  await writeFile(output, picture)
  return 'image/jpeg'
}

/** One page, counted from 0, as JPEG, and its size in points. @param watermark its text @param scaleOf pixels per point */
export async function drawPage(
  source: PdfDocument,
  at: number,
  watermark: string | null,
  scaleOf: (points: Size) => number,
) {
  const { points, pixels, data } = await source.draw(at, scaleOf)
  const drawn = sharp(data, { raw: { ...pixels, channels: 4 } }).flatten({ background: '#ffffff' })
  const watermarked = watermark === null ? drawn : await burnIn(await flat(drawn), pixels, watermark)
  return { picture: await watermarked.removeAlpha().jpeg({ quality: 80 }).toBuffer(), ...points }
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
