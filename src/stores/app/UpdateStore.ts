import { makeAutoObservable } from 'mobx'
import type { UploadSummary } from '@/domain/uploads/uploads'
import type { FeedbackStore } from './FeedbackStore'
import type { LazyStores } from './LazyStores'

interface Dependencies {
  feedback: FeedbackStore
  lazy: LazyStores<{ uploads: { readonly summary: Pick<UploadSummary, 'isRunning'> } }>
  /** The build that runs; '' where nobody says. */
  build: string
  /** Whether a part of the app that did not come is not there any more. */
  isGone?(error: unknown): Promise<boolean>
  restart(): void
}

/** A new version of the app is offered; the running one goes on until the user agrees (AH-32). */
export class UpdateStore {
  private latest: string
  private putAside = ''

  constructor(private readonly deps: Dependencies) {
    this.latest = deps.build
    makeAutoObservable<this, 'deps'>(this, { deps: false })
  }

  /** Whether the bar offers one. */
  get isOffered(): boolean {
    return this.latest !== this.deps.build && this.latest !== this.putAside
  }

  /** The server has told which build it serves; '' says nothing. */
  told(build: string) {
    if (build !== '' && this.deps.build !== '') this.latest = build
  }

  /** Not now; the next build is offered again. */
  put() {
    this.putAside = this.latest
  }

  /** Starts anew; asks first where uploads would be broken off. */
  async begin() {
    if (!this.isUploading || (await this.ask('update.uploading'))) this.deps.restart()
  }

  /** Whether a part did not come because it is gone; then the user has been asked, and the page may be on its way. @param error of its loading */
  async isLost(error: unknown): Promise<boolean> {
    const isLost = (await this.deps.isGone?.(error)) ?? false
    if (isLost && (await this.ask('update.lost'))) await this.begin()
    return isLost
  }

  /** The mini-program's new version lies ready. @param apply starts anew with it */
  async ready(apply: () => void) {
    if (await this.ask(this.isUploading ? 'update.uploading' : 'update.ready')) apply()
  }

  private get isUploading(): boolean {
    return this.deps.lazy.uploads?.summary.isRunning ?? false
  }

  private ask(key: 'update.uploading' | 'update.lost' | 'update.ready'): Promise<boolean> {
    return this.deps.feedback.confirm(
      { key },
      { title: { key: 'update.offered' }, confirm: { key: 'update.begin' }, cancel: { key: 'update.later' } },
    )
  }
}
