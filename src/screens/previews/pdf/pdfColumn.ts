import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import type { Point } from '@/domain/previews/gallery'
import { columnAt, placeOnPage } from '@/domain/previews/pageColumns'
import type { PageBox } from '@/domain/previews/pageWords'
import type { PdfColumn } from '@/domain/previews/pdfPages'
import type { Fit, PdfView } from '@/domain/previews/pdfZoom'
import { fitOf } from '@/domain/previews/reading'

/** ms that a double tap may wait for the text of a page */
const PATIENCE = 300
/** Times the height of letters: how far the parts of a line lie apart at most, and their bottoms. */
const APART = { across: 1.2, down: 0.4 }

/** The text column at a point of the screen; null where there is none, or where its text takes too long. */
export async function fitAt(pdf: PDFDocumentProxy, column: PdfColumn, view: PdfView, at: Point): Promise<Fit | null> {
  const { page, ...place } = placeOnPage(column, view, at)
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE))
  const lines = await Promise.race([
    pdf
      .getPage(page + 1)
      .then(linesOn)
      .catch(() => null),
    late,
  ])
  const span = lines && columnAt(lines, place)
  return span && fitOf(column, span)
}

/** The lines of a page. pdf.js reports parts of lines, often words. */
async function linesOn(page: PDFPageProxy): Promise<PageBox[]> {
  const viewport = page.getViewport({ scale: 1 })
  const lines: PageBox[] = []
  for (const item of (await page.getTextContent()).items) {
    if (!('str' in item) || item.str.trim() === '') continue
    const [, , , , x, y] = item.transform as number[]
    const [left, bottom] = viewport.convertToViewportPoint(x!, y!) as [number, number]
    const [right, top] = viewport.convertToViewportPoint(x! + item.width, y! + item.height) as [number, number]
    const box = {
      left: Math.min(left, right),
      right: Math.max(left, right),
      top: Math.min(top, bottom),
      bottom: Math.max(top, bottom),
    }
    const last = lines[lines.length - 1]
    if (last && isSameLine(last, box)) {
      last.left = Math.min(last.left, box.left)
      last.right = Math.max(last.right, box.right)
    } else lines.push(box)
  }
  return lines.map(({ left, right, top, bottom }) => ({
    left: left / viewport.width,
    right: right / viewport.width,
    top: top / viewport.height,
    bottom: bottom / viewport.height,
  }))
}

function isSameLine(last: PageBox, box: PageBox): boolean {
  const height = Math.max(last.bottom - last.top, box.bottom - box.top)
  const isLevel = Math.abs(last.bottom - box.bottom) < APART.down * height
  return isLevel && box.left - last.right < APART.across * height && last.left - box.right < APART.across * height
}
