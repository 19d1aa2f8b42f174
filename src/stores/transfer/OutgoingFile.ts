import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import type { Item } from '@/contract/entities'
import { createCanceler } from '@/platform/canceler'
import {
  DocumentRefused,
  PrivacyRefused,
  PrivacyUndeclared,
  type Canceler,
  type FileWay,
  type Outgoing,
} from '@/platform/Platform'
import { ActionLog } from '@/stores/shell/ActionLog'
import type { FeedbackStore } from '@/stores/shell/FeedbackStore'

export type OutgoingState =
  | { phase: 'fetching'; percent: number }
  /** WeChat wants a tap of its own for it. */
  | { phase: 'ready' }
  /** The user keeps the album from the app. */
  | { phase: 'denied' }
  | { phase: 'failed'; message: Message }
  | { phase: 'ended' }

interface Dependencies {
  api: Api
  feedback: FeedbackStore
  outgoing: Outgoing
}

/** A file on its way out of the app: fetched, then handed to WeChat, for a chat or for the phone's album. */
export class OutgoingFile {
  state: OutgoingState = { phase: 'fetching', percent: 0 }
  private path = ''
  private canceler: Canceler = createCanceler()

  constructor(
    private readonly deps: Dependencies,
    private readonly item: Item,
    private readonly way: FileWay,
  ) {
    makeAutoObservable<this, 'deps' | 'item' | 'way' | 'path' | 'canceler'>(this, {
      state: observable.ref,
      deps: false,
      item: false,
      way: false,
      path: false,
      canceler: false,
    })
  }

  /** Fetches it and hands it over; after a failure all of it again. */
  async start() {
    const { api, outgoing } = this.deps
    const { id, name, extension, size } = this.item
    this.canceler = createCanceler()
    const { canceler } = this
    this.turned({ phase: 'fetching', percent: 0 })
    const request = { file_id: id, no_redirect: true }
    const answer = await answerOrNull(api.call('GET /apps/files/download', request, { canceler }))
    if (canceler.canceled) return
    if (!answer) return this.turned({ phase: 'ended' })
    const onProgress = (percent: number) => {
      if (!canceler.canceled) this.turned({ phase: 'fetching', percent })
    }
    try {
      this.path = await outgoing.fetch({
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
    if (!canceler.canceled) await this.handOver()
  }

  /** Within the user's tap: nothing is awaited before. */
  async handOver() {
    const { feedback, outgoing } = this.deps
    const { way, canceler } = this
    const { name, extension } = this.item
    try {
      const outcome = await outgoing.handOver(way, { path: this.path, name, extension: extension.toLowerCase() })
      if (canceler.canceled) return
      if (outcome === 'tap') return this.turned({ phase: 'ready' })
      if (outcome === 'denied') return this.turned({ phase: 'denied' })
      // Whether a chat got it WeChat does not tell.
      if (outcome === 'done' && way === 'album') feedback.toast({ key: 'outgoing.saved' })
      this.turned({ phase: 'ended' })
    } catch (error) {
      this.failed(error)
    }
  }

  /** Lets the user give the album to the app, then tries again. Within their tap. */
  async openSettings() {
    await this.deps.outgoing.openSettings()
    if (!this.canceler.canceled) await this.handOver()
  }

  stop() {
    this.canceler.cancel()
  }

  private failed(error: unknown) {
    this.turned({ phase: 'failed', message: this.messageOf(error) })
  }

  private messageOf(error: unknown): Message {
    if (error instanceof PrivacyRefused) return { key: 'outgoing.refused' }
    if (error instanceof PrivacyUndeclared) {
      new ActionLog(this.deps.api).privacyUndeclared(error)
      return { key: 'privacy.undeclared' }
    }
    if (!(error instanceof DocumentRefused)) throw error
    return { key: error.reason === 'size' ? 'outgoing.tooLarge' : 'outgoing.failed' }
  }

  private turned(state: OutgoingState) {
    this.state = state
  }
}
