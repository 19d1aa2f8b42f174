import { computed, makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { DOUBLE_TAP_INTERVAL, PDF_BAR_HIDE_DELAY } from '@/domain/previews/limits'
import type { PreviewError } from '@/domain/previews/generation'
import type { Point } from '@/domain/previews/gallery'
import { columnAt, placeOnPage } from '@/domain/previews/pageColumns'
import { viewOfSpot, type PageBox } from '@/domain/previews/pageWords'
import { columnOf, mountedPages, pageInView, topOfPage, type PdfColumn, type Size } from '@/domain/previews/pdfPages'
import { toggleZoom, PDF_SCALE, type Fit, type PdfView } from '@/domain/previews/pdfZoom'
import { fitOf, readingView } from '@/domain/previews/reading'
import { lift, noTaps, press, endWait, type Tap, type Taps } from '@/domain/previews/taps'
import type { Platform } from '@/platform/Platform'
import { PageAddresses, type PagePicture } from './PageAddresses'
import type { PreviewTarget } from './representationRequest'

export type { PagePicture } from './PageAddresses'

interface Dependencies {
  api: Api
  platform: Pick<Platform, 'clock'>
}

interface Listener {
  /** The first page is loaded. */
  shown(): void
  failed(reason: PreviewError): void
  /** The page at which the document opens, from 1. */
  pageOf?(total: number): number
  /** The page being read is another one, from 1. */
  turned?(page: number, total: number): void
  /** The lines of a page, from 0; null where they are unknown. */
  linesOf?(page: number): readonly PageBox[] | null
}

/** A document as pictures of its pages: their layout, and which are near the screen (PREV-08). */
export class PagesStore {
  /** The visible part of the column. */
  view: PdfView = { scale: PDF_SCALE.default, left: 0, top: 0 }
  /** Where the screen must scroll to, px; changes with every double tap. */
  goal: { left: number; top: number } | null = null
  isBarShown = false
  readonly addresses: PageAddresses
  /** px of the viewport */
  private frame: Size = { width: 1, height: 1 }
  private jumps = 0
  private taps: Taps = noTaps
  private isShown = false
  private stopTaps: (() => void) | null = null
  private stopBar: (() => void) | null = null

  constructor(
    private readonly deps: Dependencies,
    target: PreviewTarget,
    private readonly listener: Listener,
  ) {
    this.addresses = new PageAddresses(deps, target, {
      listed: () => this.listed(),
      arrived: () => this.fetchNear(),
      failed: (reason) => listener.failed(reason),
    })
    makeAutoObservable<this, 'deps' | 'listener' | 'frame' | 'jumps' | 'taps' | 'isShown' | 'stopTaps' | 'stopBar'>(
      this,
      {
        view: observable.ref,
        goal: observable.ref,
        frame: observable.ref,
        pages: computed.struct,
        current: computed,
        addresses: false,
        deps: false,
        listener: false,
        jumps: false,
        taps: false,
        isShown: false,
        stopTaps: false,
        stopBar: false,
      },
    )
  }

  /** px at scale 1; null before the first answer */
  get column(): PdfColumn | null {
    const { sizes } = this.addresses
    return sizes.length > 0 ? columnOf(sizes, this.frame.width) : null
  }

  get total(): number {
    return this.addresses.total
  }

  /** Whether the pages are wider than high, as slides are. */
  get isWide(): boolean {
    const [first] = this.addresses.sizes
    return first !== undefined && first.width > first.height
  }

  /** The pages near the screen, in order. */
  get pages(): PagePicture[] {
    return this.near.map((index) => this.addresses.picture(index))
  }

  /** The page being read, from 1. */
  get current(): number {
    return this.column ? pageInView(this.column, this.slice) + 1 : 1
  }

  /** Loads the list of pages. */
  async open() {
    await this.addresses.open()
  }

  /** Sets the viewport, px; the page being read stays in place. */
  fit(frame: Size) {
    const { scale, left, top } = this.view
    const widened = frame.width / this.frame.width
    this.frame = frame
    if (this.column && widened !== 1) this.goTo({ scale, left: left * widened, top: top * widened })
    this.fetchNear()
  }

  /** px */
  onScroll(left: number, top: number) {
    const { current: before } = this
    this.view = { ...this.view, left, top }
    if (this.current !== before) this.showBar()
    this.turnedFrom(before)
    this.fetchNear()
  }

  /** A tap, px from the corner of the viewport: a single one toggles the bar, a double tap zooms in and out. */
  onTap(at: Point) {
    const touch = { ...at, at: this.deps.platform.clock.now() }
    this.stopTaps?.()
    this.take(press(this.taps, touch, DOUBLE_TAP_INTERVAL))
    this.take(lift(this.taps, touch))
    if (this.taps.first)
      this.stopTaps = this.deps.platform.clock.after(DOUBLE_TAP_INTERVAL, () => this.take(endWait(this.taps)))
  }

  /** Shows a page, counted from 1. */
  goToPage(page: number) {
    if (!this.column) return
    this.goTo({ ...this.view, top: topOfPage(this.column, page - 1, this.slice.height) * this.view.scale })
  }

  /** Shows a place on a page, counted from 0. */
  showSpot(page: number, box: PageBox) {
    if (this.column) this.goTo(viewOfSpot(this.column, this.view, this.frame, page, box))
  }

  onPictureShown() {
    if (this.isShown) return
    this.isShown = true
    this.listener.shown()
  }

  onPictureFailed(page: number) {
    this.addresses.onPictureFailed(page)
  }

  async retry(page: number) {
    await this.addresses.retry(page)
  }

  dispose() {
    this.addresses.dispose()
    this.stopTaps?.()
    this.stopBar?.()
  }

  private get slice() {
    const {
      view: { scale, top },
      frame,
    } = this
    return { top: top / scale, height: frame.height / scale }
  }

  /** Indices, in order. */
  private get near(): number[] {
    return this.column ? mountedPages(this.column, this.slice).sort((one, other) => one - other) : []
  }

  private take([taps, tap]: [Taps, Tap | null]) {
    this.taps = taps
    if (tap?.kind === 'single') this.showBar()
    if (tap?.kind === 'double' && this.column)
      this.goTo(toggleZoom(this.view, tap, readingView(this.column, this.addresses.span), this.fitAt(tap)))
  }

  /** The text column at a point of the screen. */
  private fitAt(at: Point): Fit | null {
    const { page, ...place } = placeOnPage(this.column!, this.view, at)
    const lines = this.listener.linesOf?.(page)
    const span = lines ? columnAt(lines, place) : null
    return span && fitOf(this.column!, span)
  }

  private listed() {
    const view = readingView(this.column!, this.addresses.span)
    // Whole pages need no scrolling.
    if (view.scale !== PDF_SCALE.default) this.goTo(view)
    const first = this.listener.pageOf?.(this.total) ?? 1
    if (first > 1) this.goToPage(first)
    this.showBar()
  }

  private turnedFrom(page: number) {
    if (this.current !== page) this.listener.turned?.(this.current, this.total)
  }

  private goTo(view: PdfView) {
    const { current } = this
    this.view = view
    this.turnedFrom(current)
    // A scroll-view ignores a position equal to the last one.
    this.jumps += 1
    this.goal = { left: view.left, top: view.top + (this.jumps % 2) / 2 }
    this.fetchNear()
  }

  private showBar() {
    this.stopBar?.()
    this.isBarShown = true
    this.stopBar = this.deps.platform.clock.after(PDF_BAR_HIDE_DELAY, () => this.hideBar())
  }

  private hideBar() {
    this.isBarShown = false
  }

  private fetchNear() {
    this.addresses.want(this.near)
  }
}
