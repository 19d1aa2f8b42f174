import { makeAutoObservable, observable, when } from 'mobx'
import { ApiFailure } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import {
  requestFirst,
  requestNext,
  applyFailure,
  noRows,
  applyPage,
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
  /** How to join the page with the rows held; `received` where absent. */
  join?: typeof applyPage<T>
  /** Applies what else the answer says, in the same action as the rows. */
  apply?(): void
}

/** Where the rows of a list are fetched. `Refusal`: the phases in which the server refuses the list permanently. */
export interface PageSource<T extends Keyed, Refusal extends string = never> {
  /** rows per page */
  pageSize: number
  /** shortest time between two pages fetched ahead, ms */
  pause: number
  /** @param isRenewal fetches again what the user is looking at; @throws ApiFailure */
  fetch(asked: PageRequest, canceler: Canceler, isRenewal: boolean): Promise<Page<T>>
  /** Whether the user is close enough to the last row to fetch the next page; absent: `nearEnd` reports that. */
  wantsMore?(held: PagedRows<T>): boolean
  /** @returns the phase of a permanent refusal */
  failed?(error: ApiFailure): Refusal | undefined
  /** A first page from an earlier visit, shown while the server is unreachable. */
  fallback?(): Page<T> | null
  /** A request has ended. */
  settled?(): void
}

/** Rows in pages: the first replaces, later ones are appended; one request at a time (LIST-03). */
export class PagedList<T extends Keyed, Refusal extends string = never> {
  /** `failed`: the first page could not be loaded; `retry` loads it. */
  phase: 'loading' | 'ready' | 'failed' | Refusal = 'loading'
  /** Why the last request failed. */
  error: Message | null = null
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
      error: observable.ref,
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

  /** What to show below the rows. */
  get footer(): 'none' | 'loading' | 'failed' {
    if (this.phase !== 'ready' || this.held.rows.length === 0) return 'none'
    if (this.held.hasFailed) return 'failed'
    return this.held.isComplete ? 'none' : 'loading'
  }

  /** Loads from the top; the rows stay until the answer. Cancels a request in flight. */
  async open(limit = this.source.pageSize, isRenewal = false) {
    this.canceler.cancel()
    this.canceler = createCanceler()
    await this.askFirst(limit, isRenewal)
  }

  /** Loads from the top after a request in flight; shows no failure except a permanent refusal. Resolves to false without an answer. */
  async again(limit: () => number): Promise<boolean> {
    while (this.held.asked) await when(() => this.held.asked === null)
    if (this.phase === 'loading' || this.phase === 'failed') return true
    return this.askFirst(limit(), true, true)
  }

  /** Pull to refresh. */
  async refresh() {
    this.refreshTurned(true)
    await this.open()
    this.refreshTurned(false)
  }

  /** Repeats a failed request for the first or a later page. */
  async retry() {
    await (this.phase === 'ready' && this.held.rows.length > 0 ? this.loadMore() : this.open())
  }

  /** Loads the next page, unless a request is in flight or all rows are loaded. */
  async loadMore(limit = this.source.pageSize) {
    const before = this.held.asked
    this.change((held) => requestNext(held, limit))
    if (this.held.asked && this.held.asked !== before) await this.ask(false)
  }

  /** Loads many rows at once. Resolves to whether any arrived. */
  async loadMany(limit: number): Promise<boolean> {
    const before = this.held.rows
    await when(() => this.held.asked === null)
    await this.loadMore(limit)
    return this.held.rows !== before
  }

  /** The rows were scrolled or laid out: fetches ahead at once, then at most once per `pause`. */
  onScroll() {
    if (this.stopTimer) return
    this.fetchAhead()
    this.stopTimer = this.deps.clock.after(this.source.pause, () => {
      this.stopTimer = null
      this.fetchAhead()
    })
  }

  /** The user scrolled near the end of the rows. After a failure only `retry` loads. */
  nearEnd() {
    if (this.phase !== 'ready' || this.held.hasFailed) return
    this.isEndNear = true
    this.onScroll()
  }

  fetchAhead() {
    // A renewal from the top adds no rows below: the end is still as near, and no scroll event would report that again.
    if (this.held.asked?.offset === 0) return
    if (this.source.wantsMore?.(this.held) ?? this.isEndNear) void this.loadMore()
    this.isEndNear = false
  }

  /** Applies a change that was made here. */
  change(apply: (held: PagedRows<T>) => PagedRows<T>) {
    this.held = apply(this.held)
  }

  /** Shows a first page from another source than the server. */
  show(page: Page<T>) {
    const held = requestFirst(this.held)
    this.held = applyPage(held, held.asked!, page)
    this.phase = 'ready'
  }

  end(phase: Refusal) {
    this.phase = phase
  }

  /** Resets the list to its initial state. */
  clear() {
    this.stop()
    this.held = noRows()
    this.phase = 'loading'
  }

  /** Later answers are dropped. */
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
      const isRefused = this.failed(asked, error, isQuiet)
      if (isQuiet) return isRefused
    }
    source.settled?.()
    return true
  }

  private firstAsked(limit: number) {
    this.held = requestFirst(this.held, limit)
    // What is refused stays so until an answer says otherwise, with what was typed there.
    if (this.phase === 'failed') this.phase = 'loading'
  }

  private answered(asked: PageRequest, page: Page<T>) {
    page.apply?.()
    this.held = (page.join ?? applyPage)(this.held, asked, page)
    this.phase = 'ready'
    this.error = null
  }

  /** Rows stay on screen unless the list itself is refused. @returns whether it is */
  private failed(asked: PageRequest, error: ApiFailure, isQuiet: boolean): boolean {
    const refusal = this.source.failed?.(error)
    this.held = isQuiet ? { ...this.held, asked: null } : applyFailure(this.held, asked)
    if (isQuiet && !refusal) return false
    this.error = messageOf(error.failure)
    if (refusal) this.phase = refusal
    else if (this.phase !== 'ready') this.showFallback(error)
    else if (asked.offset === 0) this.deps.feedback.toast(this.error)
    return refusal !== undefined
  }

  private showFallback(error: ApiFailure) {
    const page = error.status ? null : this.source.fallback?.()
    if (!page) {
      this.phase = 'failed'
      return
    }
    this.show(page)
    this.deps.feedback.toast(this.error!)
  }

  private refreshTurned(isOn: boolean) {
    this.isRefreshing = isOn
  }
}
