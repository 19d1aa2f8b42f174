import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import type { Point } from '@/domain/previews/gallery'
import { PDF_PINCH_DEBOUNCE } from '@/domain/previews/limits'
import { viewOfSpot, type PageBox, type PageMark } from '@/domain/previews/pageWords'
import {
  mountedPages,
  columnOf,
  pageInView,
  sameTop,
  topOfPage,
  type PdfColumn,
  type Size,
  type Slice,
} from '@/domain/previews/pdfPages'
import { PDF_SCALE, toggleZoom, type PdfView } from '@/domain/previews/pdfZoom'
import { readingView, type Span } from '@/domain/previews/reading'
import type { FirstPage } from './FirstPage'
import { fitAt } from './pdfColumn'
import { isSame, PagePlace, sizeOf } from './PagePlace'

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
  private marks: ReadonlyMap<number, readonly PageMark[]> = new Map()

  constructor(
    private readonly pdf: PDFDocumentProxy,
    first: PDFPageProxy,
    private readonly box: HTMLElement,
    private readonly turned: (page: number, total: number) => void,
    private readonly span: Span | null,
    private readonly cover?: FirstPage,
  ) {
    this.sizes = new Array<Size>(pdf.numPages).fill(sizeOf(first))
    this.column = columnOf(this.sizes, box.clientWidth)
    this.content.className = 'pdf-column'
    const { opened } = this
    const read = cover?.viewIn(opened.scale)
    box.replaceChildren(this.content)
    box.addEventListener('scroll', this.follow)
    this.scale = opened.scale
    this.lay(read ?? opened)
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

  /** Shows a place on a page, counted from 0. */
  showSpot(page: number, spot: PageBox) {
    const { column, view, box } = this
    this.show(viewOfSpot(column, view, { width: box.clientWidth, height: box.clientHeight }, page, spot))
  }

  /** Marks found places, by page from 0. */
  mark(marks: ReadonlyMap<number, readonly PageMark[]>) {
    this.marks = marks
    for (const [index, place] of this.places) place.mark(marks.get(index) ?? [])
  }

  /** A double tap at a point of the box, px: makes the tapped column fill the width, or zooms. */
  async toggleAt(at: Point) {
    const { view, opened, column } = this
    const fit = view.scale === opened.scale ? await fitAt(this.pdf, column, view, at) : null
    if (!this.isClosed) this.show(toggleZoom(this.view, at, opened, fit))
  }

  /** Whether the first page is wider than high. */
  get isWide(): boolean {
    const [first] = this.sizes
    return first !== undefined && first.width > first.height
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
      const place = new PagePlace(index, index === 0 ? this.cover?.picture : undefined)
      place.put(column, this.scale)
      place.mark(this.marks.get(index) ?? [])
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
