import type { PDFPageProxy, RenderTask } from 'pdfjs-dist'
import type { PageBox, PageMark } from '@/domain/previews/pageWords'
import { canvasOf, type PdfColumn, type Size } from '@/domain/previews/pdfPages'

/** A page near the screen, and its canvas. */
export class PagePlace {
  readonly element = document.createElement('div')
  /** Drawing failed; retried when the page comes near again. */
  isBroken = false
  private isGone = false
  private wanted: Size = { width: 0, height: 0 }
  private canvas: HTMLCanvasElement | undefined
  private page: PDFPageProxy | undefined
  private task: RenderTask | undefined
  private readonly marks = document.createElement('div')

  /** @param cover a picture of the page, until the page is drawn */
  constructor(
    readonly index: number,
    private cover?: HTMLImageElement,
  ) {
    this.element.className = 'pdf-page'
    this.element.append(...(cover ? [cover] : []), this.marks)
  }

  put({ tops, heights, width, gap }: PdfColumn, scale: number) {
    const shown = { width: (width - 2 * gap) * scale, height: heights[this.index]! * scale }
    const { style } = this.element
    style.left = `${gap * scale}px`
    style.top = `${tops[this.index]! * scale}px`
    style.width = `${shown.width}px`
    style.height = `${shown.height}px`
    this.wanted = canvasOf(shown, window.devicePixelRatio)
  }

  get isStale(): boolean {
    return !this.isBroken && (!this.canvas || !isSame(this.canvas, this.wanted))
  }

  /** The old canvas stays until the new one is drawn. */
  async draw(page: PDFPageProxy) {
    if (this.isGone) return
    this.page = page
    const canvas = document.createElement('canvas')
    Object.assign(canvas, this.wanted)
    const viewport = page.getViewport({ scale: canvas.width / sizeOf(page).width })
    this.task = page.render({ canvas, viewport })
    if (!this.canvas && !this.cover) this.replace(canvas)
    try {
      await this.task.promise
      if (!this.isGone) this.replace(canvas)
    } finally {
      this.task = undefined
      if (canvas !== this.canvas) free(canvas)
      if (this.isGone) page.cleanup()
    }
  }

  /** Marks found places. */
  mark(marks: readonly PageMark[]) {
    this.marks.replaceChildren(...marks.flatMap(({ boxes, isCurrent }) => boxes.map((box) => markAt(box, isCurrent))))
  }

  wipe() {
    this.isGone = true
    this.element.remove()
    if (this.canvas) free(this.canvas)
    this.canvas = undefined
    if (this.task) this.task.cancel()
    else this.page?.cleanup()
  }

  private replace(canvas: HTMLCanvasElement) {
    if (canvas === this.canvas) return
    if (this.canvas) free(this.canvas)
    this.canvas = canvas
    this.cover = undefined
    this.element.replaceChildren(canvas, this.marks)
  }
}

function markAt({ left, top, right, bottom }: PageBox, isCurrent: boolean): HTMLElement {
  const mark = document.createElement('div')
  mark.className = isCurrent ? 'pages-mark pages-mark-now' : 'pages-mark'
  Object.assign(mark.style, {
    left: `${100 * left}%`,
    top: `${100 * top}%`,
    width: `${100 * (right - left)}%`,
    height: `${100 * (bottom - top)}%`,
  })
  return mark
}

export function sizeOf(page: PDFPageProxy): Size {
  const { width, height } = page.getViewport({ scale: 1 })
  return { width, height }
}

export function isSame(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height
}

/** An empty canvas frees its memory at once. */
export function free(canvas: HTMLCanvasElement) {
  canvas.width = canvas.height = 0
}
