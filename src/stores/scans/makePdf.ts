import { PAGE_QUALITY } from '@/domain/scans/limits'
import type { Pixels } from '@/domain/scans/pixels'
import { ScanPdf } from '@/domain/scans/ScanPdf'
import type { PickedFile, Scanner } from '@/platform/Platform'
import type { ScanPage } from './ScanPage'

interface Making {
  scanner: Scanner
  /** Without an extension. */
  title: string
  draw(page: ScanPage): Promise<Pixels>
  release(file: PickedFile): void
  onPage(done: number): void
}

/** The pieces of a PDF of these pages. Only one page is in memory as pixels at a time. */
export async function makePdf(pages: readonly ScanPage[], making: Making): Promise<Uint8Array[]> {
  const { scanner, title, draw, release, onPage } = making
  const pdf = new ScanPdf()
  const parts = [pdf.begin()]
  for (const [done, page] of pages.entries()) {
    onPage(done)
    const pixels = await draw(page)
    const picture = await scanner.write(pixels, PAGE_QUALITY)
    try {
      parts.push(...pdf.addPage(await scanner.bytesOf(picture), pixels))
    } finally {
      release(picture)
    }
  }
  return [...parts, pdf.end(title)]
}
