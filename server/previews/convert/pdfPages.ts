import { writeFile } from 'node:fs/promises'
import type { PDFiumDocument } from '@hyzyla/pdfium'
import sharp, { type Sharp } from 'sharp'
import type { PageRun } from '@/contract/preview'
import { openPdf } from './pdfCheck'
import { NoPreview } from './task'
import { burnIn } from './watermark'

/** Points, or pixels. */
export interface Size {
  width: number
  height: number
}

/** Pixels of a page's picture: as wide as a sharp phone, and never a sheet that fills its memory. */
const WIDTH = 1280
const LONGEST = 4096
/** Pages that are listed. */
const PAGE_LIMIT = 10_000
/** Points; of a page that says nothing of its size. */
const A4: Size = { width: 595.28, height: 841.89 }

/** Loads a PDF that opens without a password; the caller destroys it. Throws NoPreview: not_support for one that wants it, too_large, failure. */
export async function openUnlocked(path: string): Promise<PDFiumDocument> {
  const source = await openPdf(path)
  if (source === 'encrypted') throw new NoPreview('not_support', 'a PDF with a password')
  return source
}

/** The sizes of all pages, without reading what is on them. Throws NoPreview: not_support for one that wants a password, too_large, failure. */
export async function listPages(path: string): Promise<PageRun[]> {
  const source = await openUnlocked(path)
  try {
    const count = source.getPageCount()
    if (count > PAGE_LIMIT) throw new NoPreview('too_large', `${count} pages`)
    return runsOf(sizesOf(source, count))
  } finally {
    source.destroy()
  }
}

/** Writes one page, from 1, as JPEG. Gives the media type. Throws as `listPages`. */
export async function savePage(input: string, output: string, page: number, watermark: string | null): Promise<string> {
  const source = await openUnlocked(input)
  try {
    if (page > source.getPageCount()) throw new NoPreview('failure', `no page ${page}`)
    const { picture } = await drawPage(source, page - 1, watermark, ({ width, height }) =>
      Math.min(WIDTH / width, LONGEST / height),
    )
    await writeFile(output, picture)
    return 'image/jpeg'
  } finally {
    source.destroy()
  }
}

/** One page, from 0, as JPEG, and its size in points. @param watermark the name that it carries @param scaleOf pixels a point */
export async function drawPage(
  source: PDFiumDocument,
  at: number,
  watermark: string | null,
  scaleOf: (points: Size) => number,
) {
  const page = source.getPage(at)
  const { originalWidth: width, originalHeight: height } = page.getOriginalSize()
  if (!(width > 0 && height > 0)) throw new NoPreview('failure', `page ${at + 1} cannot be read`)
  const scale = scaleOf({ width, height })
  const { data: picture } = await page.render({
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
    render: async ({ data, width: columns, height: rows }) => {
      const drawn = sharp(Buffer.from(data), { raw: { width: columns, height: rows, channels: 4 } }).flatten({
        background: '#ffffff',
      })
      const watermarked =
        watermark === null ? drawn : await burnIn(await flat(drawn), { width: columns, height: rows }, watermark)
      return watermarked.removeAlpha().jpeg({ quality: 80 }).toBuffer()
    },
  })
  return { picture: Buffer.from(picture), width, height }
}

/** What is laid over a picture comes before its ground, unless that is a picture already. */
async function flat(picture: Sharp): Promise<Sharp> {
  return sharp(await picture.png({ compressionLevel: 0 }).toBuffer())
}

/** By PDFium's own function: the library's way to a page's size reads all that is on it, and never lets go of it. */
function sizesOf(source: PDFiumDocument, count: number): Size[] {
  const { module, documentIdx } = source as unknown as { module: PDFium; documentIdx: number }
  const place = module.wasmExports.malloc(2 * Float64Array.BYTES_PER_ELEMENT)
  try {
    let before = A4
    return Array.from({ length: count }, (_, at) => {
      module._FPDF_GetPageSizeByIndex(documentIdx, at, place, place + Float64Array.BYTES_PER_ELEMENT)
      const [width = 0, height = 0] = new Float64Array(module.HEAPU8.buffer, place, 2)
      if (width > 0 && height > 0) before = { width: rounded(width), height: rounded(height) }
      return before
    })
  } finally {
    module.wasmExports.free(place)
  }
}

interface PDFium {
  HEAPU8: Uint8Array
  wasmExports: { malloc(bytes: number): number; free(place: number): void }
  _FPDF_GetPageSizeByIndex(document: number, page: number, width: number, height: number): number
}

function rounded(points: number): number {
  return Math.max(0.01, Math.round(points * 100) / 100)
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
