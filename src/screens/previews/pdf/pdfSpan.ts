import type { PDFDocumentProxy } from 'pdfjs-dist'
import { SPAN_PAGES, SPAN_WIDTH, spanOf, spanOfAll, type Span } from '@/domain/previews/reading'
import { free } from './PagePlace'

/** ms that the measurement may delay a document */
const PATIENCE = 400

/** The horizontal extent of a document's text, as shares of the width, measured on its first pages; null where that takes too long. */
export async function spanIn(pdf: PDFDocumentProxy): Promise<Span | null> {
  let isLate = false
  const late = new Promise<null>((resolve) => {
    setTimeout(() => {
      isLate = true
      resolve(null)
    }, PATIENCE)
  })
  const look = async () => {
    const spans: (Span | null)[] = []
    for (let page = 1; page <= Math.min(SPAN_PAGES, pdf.numPages); page += 1) {
      if (isLate) return null
      spans.push(await spanOn(pdf, page))
    }
    return spanOfAll(spans)
  }
  return Promise.race([look().catch(() => null), late])
}

async function spanOn(pdf: PDFDocumentProxy, number: number): Promise<Span | null> {
  const page = await pdf.getPage(number)
  const viewport = page.getViewport({ scale: SPAN_WIDTH / page.getViewport({ scale: 1 }).width })
  const canvas = spanCanvas(viewport.height)
  try {
    await page.render({ canvas, viewport }).promise
    return spanDrawn(canvas)
  } finally {
    free(canvas)
  }
}

/** A canvas on which a page is drawn to measure its text. Free it after use. @param height of the page where it is SPAN_WIDTH wide, px */
export function spanCanvas(height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  return Object.assign(canvas, {
    width: SPAN_WIDTH,
    height: Math.max(1, Math.min(2 * SPAN_WIDTH, Math.round(height))),
  })
}

/** The horizontal extent of the text that is drawn on such a canvas, as shares of the width. */
export function spanDrawn(canvas: HTMLCanvasElement): Span | null {
  const { width, height } = canvas
  return spanOf(canvas.getContext('2d')!.getImageData(0, 0, width, height).data, width, height)
}
