import { computed, makeAutoObservable, observable, runInAction } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import { DOUBLE_TAP_INTERVAL, PDF_BAR_HIDE_DELAY } from '@/domain/previews/limits'
import type { PreviewError } from '@/domain/previews/generation'
import {
  mountedPages,
  columnOf,
  pageInView,
  type PdfColumn,
  type Size,
  PAGE_PORTION,
  portionOf,
  sizesOf,
  topOfPage,
} from '@/domain/previews/pdfPages'
import { toggleZoom, PDF_SCALE, type PdfView } from '@/domain/previews/pdfZoom'
import type { Point } from '@/domain/previews/gallery'
import { readingView, type Span } from '@/domain/previews/reading'
import { lift, noTaps, press, endWait, type Tap, type Taps } from '@/domain/previews/taps'
import type { Canceler, Platform } from '@/platform/Platform'
import { createCanceler } from '@/platform/canceler'
import type { PreviewTarget } from './representationRequest'
import { Retries } from './Retries'
import { previewErrorOf } from './previewError'

interface Dependencies {
  api: Api
  platform: Pick<Platform, 'clock'>
}

interface Listener {
  /** The first page is loaded. */
  shown(): void
  failed(reason: PreviewError): void
}

/** A page near the screen; one without an address is loading. */
export interface PagePicture {
  /** From 0. */
  index: number
  /** Signed. */
  address: string | null
  isBroken: boolean
}

/** A document as pictures of its pages: their layout, which are near the screen, and their addresses (PREV-08). */
export class PagesStore {
  /** The visible part of the column. */
  view: PdfView = { scale: PDF_SCALE.default, left: 0, top: 0 }
  /** Where the screen must scroll to, px; changes with every double tap. */
  goal: { left: number; top: number } | null = null
  isBarShown = false
  private sizes: readonly Size[] = []
  private span: Span | null = null
  /** px of the viewport */
  private frame: Size = { width: 1, height: 1 }
  private readonly addresses = observable.map<number, string>()
  private readonly broken = observable.set<number>()
  private readonly retries: Retries
  /** By the index of their first page. */
  private readonly portions = observable.map<number, 'asked' | 'failed'>()
  private jumps = 0
  private taps: Taps = noTaps
  private isShown = false
  private stopTaps: (() => void) | null = null
  private stopBar: (() => void) | null = null
  private readonly canceler: Canceler = createCanceler()

  constructor(
    private readonly deps: Dependencies,
    private readonly target: PreviewTarget,
    private readonly listener: Listener,
  ) {
    this.retries = new Retries(deps.platform.clock)
    makeAutoObservable<
      this,
      | 'deps'
      | 'target'
      | 'listener'
      | 'sizes'
      | 'span'
      | 'frame'
      | 'jumps'
      | 'taps'
      | 'isShown'
      | 'stopTaps'
      | 'stopBar'
      | 'canceler'
      | 'retries'
    >(this, {
      view: observable.ref,
      goal: observable.ref,
      sizes: observable.ref,
      span: false,
      frame: observable.ref,
      pages: computed.struct,
      current: computed,
      deps: false,
      target: false,
      listener: false,
      jumps: false,
      taps: false,
      isShown: false,
      stopTaps: false,
      stopBar: false,
      canceler: false,
      retries: false,
    })
  }

  /** px at scale 1; null before the first answer */
  get column(): PdfColumn | null {
    return this.sizes.length > 0 ? columnOf(this.sizes, this.frame.width) : null
  }

  get total(): number {
    return this.sizes.length
  }

  /** The pages near the screen, in order. */
  get pages(): PagePicture[] {
    return this.near.map((index) => {
      const address = this.addresses.get(index) ?? null
      return {
        index,
        address,
        isBroken: this.broken.has(index) || (!address && this.portions.get(portionOf(index)) === 'failed'),
      }
    })
  }

  /** The page being read, from 1. */
  get current(): number {
    return this.column ? pageInView(this.column, this.slice) + 1 : 1
  }

  /** Loads the list of pages. */
  async open() {
    await this.fetch(0)
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
    this.fetchNear()
  }

  /** A tap, px from the corner of the viewport: a single one toggles the bar, a double tap toggles double scale. */
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

  onPictureShown() {
    if (this.isShown) return
    this.isShown = true
    this.listener.shown()
  }

  /** The server may still be rendering the picture, so it is requested a few times before an error is shown. */
  onPictureFailed(page: number) {
    if (!this.retries.again(`page${page}`, () => void this.fetchPage(page))) this.broken.add(page)
  }

  /** Fetches a page again, by a fresh address. */
  async retry(page: number) {
    this.retries.forget(`page${page}`)
    await this.fetchPage(page)
  }

  private async fetchPage(page: number) {
    this.broken.delete(page)
    this.addresses.delete(page)
    await this.fetch(portionOf(page))
  }

  dispose() {
    this.canceler.cancel()
    this.stopTaps?.()
    this.stopBar?.()
    this.retries.stop()
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
      this.goTo(toggleZoom(this.view, tap, readingView(this.column, this.span)))
  }

  /** Whole pages need no scrolling. */
  private opened(view: PdfView) {
    if (view.scale !== PDF_SCALE.default) this.goTo(view)
  }

  private goTo(view: PdfView) {
    this.view = view
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
    for (const offset of new Set(this.near.map(portionOf))) if (!this.portions.has(offset)) void this.fetch(offset)
  }

  private async fetch(offset: number) {
    this.portions.set(offset, 'asked')
    const {
      canceler,
      target: { fileId, versionId, file, encoding },
      deps: { api },
    } = this
    const place = { file_id: fileId, file_version_id: versionId, entry: file?.entry, encoding }
    const request = { ...place, offset, limit: PAGE_PORTION }
    try {
      const {
        reason,
        sizes,
        span,
        preview_urls: addresses,
      } = await api.call('GET /apps/representations/pages', request, { quiet: true, canceler })
      if (canceler.canceled) return
      if (reason) this.failed(offset, reason)
      else if (sizes.length + addresses.length === 0) this.unmade(offset)
      else runInAction(() => this.found(offset, sizesOf(sizes), addresses, span))
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (!canceler.canceled) this.failed(offset, previewErrorOf(error))
    }
  }

  private found(offset: number, sizes: readonly Size[], addresses: readonly string[], span: Span | null) {
    if (this.total === 0) {
      this.sizes = sizes
      this.span = span
      if (this.column) this.opened(readingView(this.column, span))
      this.showBar()
    }
    addresses.forEach((address, at) => this.addresses.set(offset + at, address))
    this.fetchNear()
  }

  /** The server has not finished the list of pages, although it held the request. */
  private unmade(offset: number) {
    if (!this.retries.again(`portion${offset}`, () => void this.fetch(offset))) this.failed(offset, 'server_error')
  }

  /** Without any page the preview fails; otherwise the pages of that portion can be retried. */
  private failed(offset: number, reason: PreviewError) {
    if (this.total === 0) return this.listener.failed(reason)
    this.portions.set(offset, 'failed')
  }
}
