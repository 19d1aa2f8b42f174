import { makeAutoObservable } from 'mobx'
import type { UploadSummary } from '@/domain/uploads/uploads'
import type { FeedbackStore } from './FeedbackStore'
import type { LazyStores } from './LazyStores'

interface Dependencies {
  feedback: FeedbackStore
  lazy: LazyStores<{ uploads: { readonly summary: Pick<UploadSummary, 'isRunning'> } }>
  /** The running build; '' where it is unknown. */
  build: string
  /** Whether a part of the app failed to load because the server no longer has it. */
  isGone?(error: unknown): Promise<boolean>
  restart(): void
}

/** Offers a new version of the app; the running one continues until the user agrees (AH-32). */
export class UpdateStore {
  private latest: string
  private putAside = ''

  constructor(private readonly deps: Dependencies) {
    this.latest = deps.build
    makeAutoObservable<this, 'deps'>(this, { deps: false })
  }

  get isOffered(): boolean {
    return this.latest !== this.deps.build && this.latest !== this.putAside
  }

  /** The server reported which build it serves; '' reports none. */
  setServedBuild(build: string) {
    if (build !== '' && this.deps.build !== '') this.latest = build
  }

  /** Dismisses the offer; the next build is offered again. */
  dismiss() {
    this.putAside = this.latest
  }

  /** Restarts the app; asks first where uploads would be interrupted. */
  async begin() {
    if (!this.isUploading || (await this.ask('update.uploading'))) this.deps.restart()
  }

  /** Whether a part failed to load because its build is gone. If so, the user was asked, and a restart may be under way. @param error of loading */
  async handleMissingPart(error: unknown): Promise<boolean> {
    const isLost = (await this.deps.isGone?.(error)) ?? false
    if (isLost && (await this.ask('update.lost'))) await this.begin()
    return isLost
  }

  /** The mini-program has downloaded a new version. @param apply restarts with it */
  async offerRestart(apply: () => void) {
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
