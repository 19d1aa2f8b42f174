import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist'
import { canvasOf } from '@/domain/previews/pdfPages'
import { free, sizeOf } from './PagePlace'

/** Pictures of pages beside the pages themselves, drawn one after the other. */
export class PdfPictures {
  private queue: Promise<void> = Promise.resolve()

  constructor(private readonly pdf: PDFDocumentProxy) {}

  /** Draws a page, counted from 1, as large as its box. @returns ends the drawing and empties the box */
  draw(number: number, box: HTMLElement): () => void {
    const canvas = document.createElement('canvas')
    let task: RenderTask | undefined
    let isGone = false
    const paint = async () => {
      if (isGone) return
      const page = await this.pdf.getPage(number)
      const { width, height } = sizeOf(page)
      const fit = Math.min(box.clientWidth / width, box.clientHeight / height)
      if (isGone || !(fit > 0)) return
      Object.assign(canvas, canvasOf({ width: width * fit, height: height * fit }, window.devicePixelRatio))
      task = page.render({ canvas, viewport: page.getViewport({ scale: canvas.width / width }) })
      try {
        await task.promise
        if (!isGone) box.replaceChildren(canvas)
      } finally {
        // Frees the page's pictures and fonts, unless the page itself is being drawn.
        page.cleanup()
      }
    }
    this.queue = this.queue.then(paint).catch(() => undefined)
    return () => {
      isGone = true
      task?.cancel()
      free(canvas)
      box.replaceChildren()
    }
  }
}
