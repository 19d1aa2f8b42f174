import type { PDFDocumentProxy, PDFPageProxy, RenderTask } from 'pdfjs-dist'
import { PDF_PINCH_DEBOUNCE } from '@/domain/previews/limits'
import {
  mountedPages,
  canvasOf,
  columnOf,
  pageInView,
  sameTop,
  topOfPage,
  type PdfColumn,
  type Size,
  type Slice,
} from '@/domain/previews/pdfPages'
import { PDF_SCALE, type PdfView } from '@/domain/previews/pdfZoom'
import { readingView, type Span } from '@/domain/previews/reading'

/** ms that the pages near the screen must stay the same before they are drawn, so that passing ones are not */
const SETTLED = 80

/** The column of pages in `box`, which scrolls it: only pages near the screen exist (AH-13). */
export class PdfPages {
  private readonly content = document.createElement('div')
  private readonly sizes: Size[]
  private readonly places = new Map<number, PagePlace>()
  private readonly resized = new ResizeObserver(() => this.fit())
  private column: PdfColumn
  private scale = PDF_SCALE.default
  private shownPage = -1
  /** Set while drawing is delayed. */
  private timer: number | undefined
  private isDrawing = false
  private isClosed = false

  constructor(
    private readonly pdf: PDFDocumentProxy,
    first: PDFPageProxy,
    private readonly box: HTMLElement,
    private readonly turned: (page: number, total: number) => void,
    private readonly span: Span | null,
  ) {
    this.sizes = new Array<Size>(pdf.numPages).fill(sizeOf(first))
    this.column = columnOf(this.sizes, box.clientWidth)
    this.content.className = 'pdf-column'
    box.replaceChildren(this.content)
    box.addEventListener('scroll', this.follow)
    this.scale = this.opened.scale
    this.lay(this.opened)
    this.resized.observe(box)
    this.drawAfter(0)
  }

  get view(): PdfView {
    const { scale, box } = this
    return { scale, left: box.scrollLeft, top: box.scrollTop }
  }

  get opened(): PdfView {
    return readingView(this.column, this.span)
  }

  /** Shows another part or scale at once with the existing drawing; redraws it sharply after 200 ms without a change (1§9). */
  show(view: PdfView) {
    const isZoomed = view.scale !== this.scale
    this.scale = view.scale
    this.lay(view)
    if (isZoomed) this.drawAfter(PDF_PINCH_DEBOUNCE)
  }

  /** Shows a page, counted from 0. */
  goTo(page: number) {
    this.show({ ...this.view, top: topOfPage(this.column, page, this.slice.height) * this.scale })
  }

  close() {
    this.isClosed = true
    this.resized.disconnect()
    this.box.removeEventListener('scroll', this.follow)
    clearTimeout(this.timer)
    for (const place of this.places.values()) place.wipe()
    this.places.clear()
    this.content.remove()
  }

  private get slice(): Slice {
    return { top: this.box.scrollTop / this.scale, height: this.box.clientHeight / this.scale }
  }

  private lay(to?: PdfView) {
    const {
      column: { width, height },
      scale,
      content,
      box,
    } = this
    content.style.width = `${width * scale}px`
    content.style.height = `${height * scale}px`
    if (to) box.scrollTo({ left: to.left, top: to.top, behavior: 'auto' })
    this.follow()
    for (const place of this.places.values()) place.put(this.column, scale)
  }

  /** Applies another width, or another page's size; the page being read stays in place. */
  private relay(column: PdfColumn) {
    const before = this.column
    const { left, top } = this.view
    const widened = column.width / before.width
    this.column = column
    this.lay({ scale: this.scale, left: left * widened, top: sameTop(before, column, top / this.scale) * this.scale })
  }

  private fit() {
    const {
      box: { clientWidth },
      column,
    } = this
    if (clientWidth === 0 || clientWidth === column.width) return this.follow()
    this.relay(columnOf(this.sizes, clientWidth))
    this.drawAfter(SETTLED)
  }

  /** Mounts the pages near the screen, and unmounts others. */
  private readonly follow = () => {
    const { column, slice, places } = this
    const alive = new Set(mountedPages(column, slice))
    let isOther = false
    for (const [index, place] of places) {
      if (alive.has(index)) continue
      place.wipe()
      places.delete(index)
      isOther = true
    }
    for (const index of alive) {
      if (places.has(index)) continue
      const place = new PagePlace(index)
      place.put(column, this.scale)
      places.set(index, place)
      this.content.append(place.element)
      isOther = true
    }
    if (isOther && this.shownPage >= 0) this.drawAfter(SETTLED)
    const read = pageInView(column, slice)
    if (read === this.shownPage) return
    this.shownPage = read
    this.turned(read + 1, column.tops.length)
  }

  private drawAfter(milliseconds: number) {
    clearTimeout(this.timer)
    this.timer = window.setTimeout(() => {
      this.timer = undefined
      if (!this.isDrawing) void this.draw()
    }, milliseconds)
  }

  /** One after the other, from the middle of the screen outwards. */
  private async draw() {
    this.isDrawing = true
    for (let place = this.nextToDraw(); place; place = this.nextToDraw()) await this.drawOne(place)
    this.isDrawing = false
  }

  private nextToDraw(): PagePlace | undefined {
    if (this.timer !== undefined || this.isClosed) return undefined
    // After a scroll whose event has not arrived, pages have no place yet.
    return mountedPages(this.column, this.slice)
      .map((index) => this.places.get(index))
      .find((place) => place?.isStale)
  }

  private async drawOne(place: PagePlace) {
    try {
      const page = await this.pdf.getPage(place.index + 1)
      const size = sizeOf(page)
      if (!isSame(size, this.sizes[place.index]!)) {
        this.sizes[place.index] = size
        if (!this.isClosed) this.relay(columnOf(this.sizes, this.column.width))
      }
      await place.draw(page)
    } catch {
      place.isBroken = true
    }
  }
}

/** A page near the screen, and its canvas. */
class PagePlace {
  readonly element = document.createElement('div')
  /** Drawing failed; retried when the page comes near again. */
  isBroken = false
  private isGone = false
  private wanted: Size = { width: 0, height: 0 }
  private canvas: HTMLCanvasElement | undefined
  private page: PDFPageProxy | undefined
  private task: RenderTask | undefined

  constructor(readonly index: number) {
    this.element.className = 'pdf-page'
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
    if (!this.canvas) this.replace(canvas)
    try {
      await this.task.promise
      if (!this.isGone) this.replace(canvas)
    } finally {
      this.task = undefined
      if (canvas !== this.canvas) free(canvas)
      if (this.isGone) page.cleanup()
    }
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
    this.element.replaceChildren(canvas)
  }
}

function sizeOf(page: PDFPageProxy): Size {
  const { width, height } = page.getViewport({ scale: 1 })
  return { width, height }
}

function isSame(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height
}

/** An empty canvas frees its memory at once. */
function free(canvas: HTMLCanvasElement) {
  canvas.width = canvas.height = 0
}
