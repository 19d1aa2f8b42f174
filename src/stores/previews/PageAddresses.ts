import { makeAutoObservable, observable, runInAction } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import type { PreviewError } from '@/domain/previews/generation'
import { PAGE_PORTION, portionOf, sizesOf, type Size } from '@/domain/previews/pdfPages'
import type { Span } from '@/domain/previews/reading'
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
  /** The sizes of the pages are known. */
  listed?(): void
  /** Addresses of more pages are known. */
  arrived?(): void
  /** There are no pages. */
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

/** The sizes of a document's pages, and the addresses of their pictures, which are requested in portions (PREV-08). */
export class PageAddresses {
  sizes: readonly Size[] = []
  span: Span | null = null
  private readonly addresses = observable.map<number, string>()
  private readonly broken = observable.set<number>()
  private readonly retries: Retries
  /** By the index of their first page. */
  private readonly portions = observable.map<number, 'asked' | 'failed'>()
  private readonly canceler: Canceler = createCanceler()

  constructor(
    private readonly deps: Dependencies,
    private readonly target: PreviewTarget,
    private readonly listener: Listener,
  ) {
    this.retries = new Retries(deps.platform.clock)
    makeAutoObservable<this, 'deps' | 'target' | 'listener' | 'canceler' | 'retries'>(this, {
      sizes: observable.ref,
      span: false,
      picture: false,
      deps: false,
      target: false,
      listener: false,
      canceler: false,
      retries: false,
    })
  }

  get total(): number {
    return this.sizes.length
  }

  /** @param index from 0 */
  picture(index: number): PagePicture {
    const address = this.addresses.get(index) ?? null
    const isBroken = this.broken.has(index) || (!address && this.portions.get(portionOf(index)) === 'failed')
    return { index, address, isBroken }
  }

  /** Loads the list of pages. */
  async open() {
    await this.fetch(0)
  }

  /** Requests the addresses of pages, unless somebody did. */
  want(indices: readonly number[]) {
    for (const offset of new Set(indices.map(portionOf))) if (!this.portions.has(offset)) void this.fetch(offset)
  }

  /** The server may still be rendering the picture, so it is requested a few times before an error is shown. */
  onPictureFailed(page: number) {
    if (!this.retries.again(`page${page}`, () => void this.fetchPage(page))) this.broken.add(page)
  }

  /** Requests a small picture a few times. Its failure says nothing about the page itself. @param again called when its address is fresh */
  onSmallFailed(page: number, again: () => void) {
    this.retries.again(`small${page}`, () => void this.fetch(portionOf(page)).then(again))
  }

  /** Fetches a page again, by a fresh address. */
  async retry(page: number) {
    this.retries.forget(`page${page}`)
    await this.fetchPage(page)
  }

  dispose() {
    this.canceler.cancel()
    this.retries.stop()
  }

  private async fetchPage(page: number) {
    this.broken.delete(page)
    this.addresses.delete(page)
    await this.fetch(portionOf(page))
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
      this.listener.listed?.()
    }
    addresses.forEach((address, at) => this.addresses.set(offset + at, address))
    this.listener.arrived?.()
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
