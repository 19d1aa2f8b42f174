import type { PDFDocumentProxy } from 'pdfjs-dist'
import { SPAN_PAGES, SPAN_WIDTH, spanOf, spanOfAll, type Span } from '@/domain/previews/reading'

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
  const canvas = document.createElement('canvas')
  const [width, height] = [SPAN_WIDTH, Math.max(1, Math.min(2 * SPAN_WIDTH, Math.round(viewport.height)))]
  Object.assign(canvas, { width, height })
  try {
    await page.render({ canvas, viewport }).promise
    return spanOf(canvas.getContext('2d')!.getImageData(0, 0, width, height).data, width, height)
  } finally {
    canvas.width = canvas.height = 0
  }
}
