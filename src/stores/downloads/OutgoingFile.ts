import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import type { Item } from '@/contract/entities'
import { createCanceler } from '@/platform/canceler'
import { DocumentRefused, type Canceler, type FileTarget, type Outgoing } from '@/platform/Platform'
import { PrivacyRefused, PrivacyUndeclared } from '@/platform/privacyFailures'
import { ActionLog } from '@/stores/app/ActionLog'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'

export type OutgoingState =
  | { phase: 'fetching'; percent: number }
  /** The phone requires another tap to hand the file over. */
  | { phase: 'ready' }
  /** The user denied the app access to the album. */
  | { phase: 'denied' }
  /** `isFinal`: another try would fail the same way. */
  | { phase: 'failed'; message: Message; isFinal: boolean }
  | { phase: 'ended' }

interface Dependencies {
  api: Api
  feedback: FeedbackStore
  outgoing: Outgoing
}

/** A file that leaves the app: it is fetched, then handed to WeChat (a chat or the phone's album) or to the phone's share sheet. */
export class OutgoingFile {
  state: OutgoingState = { phase: 'fetching', percent: 0 }
  private source: unknown
  private canceler: Canceler = createCanceler()

  constructor(
    private readonly deps: Dependencies,
    private readonly item: Item,
    private readonly target: FileTarget,
  ) {
    makeAutoObservable<this, 'deps' | 'item' | 'target' | 'source' | 'canceler'>(this, {
      state: observable.ref,
      deps: false,
      item: false,
      target: false,
      source: false,
      canceler: false,
    })
  }

  /** Fetches the file and hands it over. */
  async start() {
    const { api, outgoing } = this.deps
    const { id, name, extension, size } = this.item
    this.canceler = createCanceler()
    const { canceler } = this
    this.source = undefined
    if (size > outgoing.largest) return this.failed(new DocumentRefused('size'))
    this.turned({ phase: 'fetching', percent: 0 })
    const request = { file_id: id, no_redirect: true }
    const answer = await answerOrNull(api.call('GET /apps/files/download', request, { canceler }))
    if (canceler.canceled) return
    if (!answer) return this.turned({ phase: 'ended' })
    const onProgress = (percent: number) => {
      if (!canceler.canceled) this.turned({ phase: 'fetching', percent })
    }
    try {
      this.source = await outgoing.fetch({
        address: answer.download_url,
        extension: extension.toLowerCase(),
        name,
        size,
        onProgress,
        canceler,
      })
    } catch (error) {
      return canceler.canceled ? undefined : this.failed(error)
    }
    if (!canceler.canceled) await this.leave(false)
  }

  /** Repeats the failed step. Within the user's tap. */
  async retry() {
    await (this.source === undefined ? this.start() : this.handOver())
  }

  /** Hands the file over. Within the user's tap: awaits nothing before. */
  async handOver() {
    await this.leave(true)
  }

  private async leave(isTapped: boolean) {
    const { feedback, outgoing } = this.deps
    const { target, canceler, source } = this
    const { name, extension } = this.item
    try {
      const outcome = await outgoing.handOver(target, { source, name, extension: extension.toLowerCase() })
      if (canceler.canceled) return
      if (outcome === 'tap')
        return isTapped ? this.failed(new DocumentRefused('viewer')) : this.turned({ phase: 'ready' })
      if (outcome === 'denied') return this.turned({ phase: 'denied' })
      // No phone reports whether somebody received it.
      if (outcome === 'done' && target === 'album') feedback.toast({ key: 'outgoing.saved' })
      this.turned({ phase: 'ended' })
    } catch (error) {
      if (!canceler.canceled) this.failed(error)
    }
  }

  /** Opens the settings for the album, then tries again. Within the user's tap. */
  async openSettings() {
    await this.deps.outgoing.openSettings?.()
    if (!this.canceler.canceled) await this.handOver()
  }

  stop() {
    this.canceler.cancel()
  }

  private failed(error: unknown) {
    const isFinal = error instanceof DocumentRefused && error.reason === 'size'
    this.turned({ phase: 'failed', message: this.messageOf(error), isFinal })
  }

  private messageOf(error: unknown): Message {
    if (error instanceof PrivacyRefused) return { key: 'outgoing.refused' }
    if (error instanceof PrivacyUndeclared) {
      new ActionLog(this.deps.api).privacyUndeclared(error)
      return { key: 'privacy.undeclared' }
    }
    if (!(error instanceof DocumentRefused)) throw error
    const isToApp = this.target === 'app'
    if (error.reason === 'size') return { key: isToApp ? 'outgoing.tooLargeForApp' : 'outgoing.tooLarge' }
    return { key: isToApp && error.reason === 'viewer' ? 'outgoing.notTaken' : 'outgoing.failed' }
  }

  private turned(state: OutgoingState) {
    this.state = state
  }
}
