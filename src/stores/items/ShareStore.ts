import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import type { Message } from '@/api/Message'
import type { SessionContext } from '@/api/SessionContext'
import type { Item } from '@/contract/entities'
import { addressOf } from '@/domain/items/address'
import { CopyFailed, PrivacyRefused, PrivacyUndeclared, type Platform } from '@/platform/Platform'
import { ActionLog } from '@/stores/shell/ActionLog'
import type { FeedbackStore } from '@/stores/shell/FeedbackStore'
import { reportError } from '@/stores/shell/reportError'
import { findItem } from './findItem'

interface Dependencies {
  api: Api
  sessionContext: SessionContext
  feedback: FeedbackStore
  platform: Pick<Platform, 'can' | 'clock' | 'copyText'>
}

/** One item that is to be shown to others. */
export class ShareStore {
  /** `gone`: it could not be had, the panel closes. */
  phase: 'finding' | 'ready' | 'gone' = 'finding'
  item: Item | null = null

  constructor(
    private readonly deps: Dependencies,
    private readonly typedId: string,
  ) {
    makeAutoObservable<this, 'deps' | 'typedId'>(this, { item: observable.ref, deps: false, typedId: false })
  }

  /** The item's own address; '' until it is known. It opens for who may see the item. */
  get address(): string {
    return this.item ? this.deps.sessionContext.baseUrl + addressOf(this.item) : ''
  }

  async find() {
    this.found(await findItem(this.deps, this.typedId))
  }

  /** Within the tap: nothing is awaited before. Says that it is copied only when it is (AH-08). */
  async copyAddress() {
    const { platform, feedback } = this.deps
    try {
      await platform.copyText(this.address)
      if (!platform.can.announcesCopy) feedback.toast({ key: 'share.copied' })
    } catch (error) {
      feedback.toast(this.notCopied(error))
    }
  }

  private notCopied(error: unknown): Message {
    if (error instanceof PrivacyRefused) return { key: 'share.refused' }
    if (error instanceof PrivacyUndeclared) {
      new ActionLog(this.deps.api).privacyUndeclared(error)
      return { key: 'privacy.undeclared' }
    }
    if (!(error instanceof CopyFailed)) reportError(this.deps.platform.clock, error)
    return { key: 'share.notCopied' }
  }

  private found(item: Item | null) {
    this.item = item
    this.phase = item ? 'ready' : 'gone'
  }
}
