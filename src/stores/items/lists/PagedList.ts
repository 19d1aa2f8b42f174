import { makeAutoObservable, observable, when } from 'mobx'
import { ApiFailure } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import {
  askedFirst,
  askedNext,
  failed,
  noRows,
  received,
  type Keyed,
  type PagedRows,
  type PageRequest,
} from '@/domain/items/lists/paging'
import { createCanceler } from '@/platform/canceler'
import type { Canceler, Clock } from '@/platform/Platform'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'

export interface Page<T extends Keyed> {
  rows: readonly T[]
  /** As the server counts. */
  total: number
  /** How it joins the rows held; `received` where absent. */
  join?: typeof received<T>
  /** Takes what else the answer says, in the same action as the rows. */
  apply?(): void
}

/** Where the rows of a list come from. `Refusal`: the phases in which the server refuses the list for good. */
export interface PageSource<T extends Keyed, Refusal extends string = never> {
  /** Rows a page. */
  pageSize: number
  /** Shortest time between two pages fetched ahead, ms. */
  pause: number
  /** @param isRenewal rows that the user is looking at come again; @throws ApiFailure */
  fetch(asked: PageRequest, canceler: Canceler, isRenewal: boolean): Promise<Page<T>>
  /** Whether the end of the rows is near enough to fetch the next page; absent: once each time that `nearEnd` tells so. */
  wantsMore?(held: PagedRows<T>): boolean
  /** @returns the phase that the failure puts the list into for good */
  failed?(error: ApiFailure): Refusal | undefined
  /** The first page, kept from an earlier visit, that is shown while the server cannot be reached. */
  fallback?(): Page<T> | null
  /** A request has ended. */
  settled?(): void
}

/** Rows that come in pages: the first replaces, later ones are appended, one request at a time (LIST-03). */
export class PagedList<T extends Keyed, Refusal extends string = never> {
  /** `failed`: the first page could not be had; `retry` asks again. */
  phase: 'loading' | 'ready' | 'failed' | Refusal = 'loading'
  /** Why the last request failed. */
  trouble: Message | null = null
  isRefreshing = false
  held: PagedRows<T> = noRows()
  private canceler: Canceler = createCanceler()
  private stopTimer: (() => void) | null = null
  private isEndNear = false

  constructor(
    private readonly deps: { clock: Clock; feedback: Pick<FeedbackStore, 'toast'> },
    private readonly source: PageSource<T, Refusal>,
  ) {
    makeAutoObservable<this, 'deps' | 'source' | 'canceler' | 'stopTimer' | 'isEndNear'>(this, {
      trouble: observable.ref,
      held: observable.ref,
      deps: false,
      source: false,
      canceler: false,
      stopTimer: false,
      isEndNear: false,
    })
  }

  get isEmpty(): boolean {
    return this.phase === 'ready' && this.held.rows.length === 0 && this.held.isComplete
  }

  /** What stands below the rows. */
  get footer(): 'none' | 'loading' | 'failed' {
    if (this.phase !== 'ready' || this.held.rows.length === 0) return 'none'
    if (this.held.hasFailed) return 'failed'
    return this.held.isComplete ? 'none' : 'loading'
  }

  /** Asks from the top; the rows held stay until the answer. A request in flight is canceled. */
  async open(limit = this.source.pageSize, isRenewal = false) {
    this.canceler.cancel()
    this.canceler = createCanceler()
    await this.askFirst(limit, isRenewal)
  }

  /** Asks from the top, after a request in flight; a failure is told only where the list is refused. Resolves to false without an answer. */
  async again(limit: () => number): Promise<boolean> {
    while (this.held.asked) await when(() => this.held.asked === null)
    if (this.phase !== 'ready') return true
    return this.askFirst(limit(), true, true)
  }

  /** The pull. */
  async refresh() {
    this.refreshTurned(true)
    await this.open()
    this.refreshTurned(false)
  }

  /** After a failure, of the first page or of a later one. */
  async retry() {
    await (this.phase === 'ready' && this.held.rows.length > 0 ? this.loadMore() : this.open())
  }

  /** Asks for the next page; nothing while one is in flight or all is there. */
  async loadMore(limit = this.source.pageSize) {
    const before = this.held.asked
    this.change((held) => askedNext(held, limit))
    if (this.held.asked && this.held.asked !== before) await this.ask(false)
  }

  /** Fetches many rows at once. Resolves to whether it brought any. */
  async loadMany(limit: number): Promise<boolean> {
    const before = this.held.rows
    await when(() => this.held.asked === null)
    await this.loadMore(limit)
    return this.held.rows !== before
  }

  /** The rows were scrolled or laid out: fetches ahead at once, then at most once a pause. */
  scrolled() {
    if (this.stopTimer) return
    this.fetchAhead()
    this.stopTimer = this.deps.clock.after(this.source.pause, () => {
      this.stopTimer = null
      this.fetchAhead()
    })
  }

  /** The end of the rows came near. A page that failed waits for `retry`. */
  nearEnd() {
    if (this.phase !== 'ready' || this.held.hasFailed) return
    this.isEndNear = true
    this.scrolled()
  }

  fetchAhead() {
    // What is asked for from the top brings nothing below: after it the end is as near as before, and no scrolling says so again.
    if (this.held.asked?.offset === 0) return
    if (this.source.wantsMore?.(this.held) ?? this.isEndNear) void this.loadMore()
    this.isEndNear = false
  }

  /** What was done to the rows here. */
  change(apply: (held: PagedRows<T>) => PagedRows<T>) {
    this.held = apply(this.held)
  }

  /** Shows a first page that did not come from the server now. */
  show(page: Page<T>) {
    const held = askedFirst(this.held)
    this.held = received(held, held.asked!, page)
    this.phase = 'ready'
  }

  end(phase: Refusal) {
    this.phase = phase
  }

  /** Begins as if nothing had been asked for. */
  clear() {
    this.stop()
    this.held = noRows()
    this.phase = 'loading'
  }

  /** Answers that come later are dropped. */
  stop() {
    this.stopTimer?.()
    this.stopTimer = null
    this.canceler.cancel()
  }

  private async askFirst(limit: number, isRenewal: boolean, isQuiet = false): Promise<boolean> {
    this.firstAsked(limit)
    const isAnswered = await this.ask(isRenewal, isQuiet)
    if (this.isEndNear) this.fetchAhead()
    return isAnswered
  }

  private async ask(isRenewal: boolean, isQuiet = false): Promise<boolean> {
    const { canceler, source } = this
    const asked = this.held.asked!
    try {
      const page = await source.fetch(asked, canceler, isRenewal)
      if (!canceler.canceled) this.answered(asked, page)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (canceler.canceled) return true
      this.failed(asked, error, isQuiet)
      if (isQuiet) return false
    }
    source.settled?.()
    return true
  }

  private firstAsked(limit: number) {
    this.held = askedFirst(this.held, limit)
    if (this.phase !== 'ready') this.phase = 'loading'
  }

  private answered(asked: PageRequest, page: Page<T>) {
    page.apply?.()
    this.held = (page.join ?? received)(this.held, asked, page)
    this.phase = 'ready'
    this.trouble = null
  }

  /** Rows that are there stay there unless the list itself is refused. */
  private failed(asked: PageRequest, error: ApiFailure, isQuiet: boolean) {
    const refusal = this.source.failed?.(error)
    this.held = isQuiet ? { ...this.held, asked: null } : failed(this.held, asked)
    if (isQuiet && !refusal) return
    this.trouble = messageOf(error.failure)
    if (refusal) this.phase = refusal
    else if (this.phase !== 'ready') this.showFallback(error)
    else if (asked.offset === 0) this.deps.feedback.toast(this.trouble)
  }

  private showFallback(error: ApiFailure) {
    const page = error.status ? null : this.source.fallback?.()
    if (!page) {
      this.phase = 'failed'
      return
    }
    this.show(page)
    this.deps.feedback.toast(this.trouble!)
  }

  private refreshTurned(isOn: boolean) {
    this.isRefreshing = isOn
  }
}
