import { makeAutoObservable } from 'mobx'
import type { Api } from '@/api/Api'
import type { Message } from '@/api/Message'
import { DocumentRefused, type HandOver, type Outgoing, type Pictures } from '@/platform/Platform'
import { PrivacyRefused, PrivacyUndeclared } from '@/platform/privacyFailures'
import { ActionLog } from '@/stores/app/ActionLog'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'

interface Dependencies {
  api: Api
  feedback: FeedbackStore
  pictures: Pictures
  /** Absent where the album needs no permission. */
  outgoing?: Pick<Outgoing, 'openSettings'>
}

/** A picture drawn by the app, saved to the phone's album or sent to others (AH-15, AH-16). */
export class OutgoingPicture {
  /** `denied`: the user denied the app access to the album. `hold`: the user saves it by a long press. */
  phase: 'ready' | 'denied' | 'hold' = 'ready'

  constructor(private readonly deps: Dependencies) {
    makeAutoObservable<this, 'deps'>(this, { deps: false })
  }

  /** Whether this phone can send pictures. */
  get canSend(): boolean {
    return this.deps.pictures.send !== undefined
  }

  /** @param name the file's name, without an extension */
  async save(picture: string, name: string) {
    const end = await this.told(() => this.deps.pictures.save(picture, name))
    if (end === 'done') this.deps.feedback.toast({ key: 'link.pictureSaved' })
    this.ended(end === 'hold' || end === 'denied' ? end : 'ready')
  }

  /** Sends or saves it. Within the user's tap. No phone reports whether somebody received it. */
  async send(picture: string, name: string) {
    await this.told(async () => this.deps.pictures.send?.(picture, name) ?? 'canceled')
  }

  /** Opens the settings for the album, then tries again. Within the user's tap. */
  async openSettings(picture: string, name: string) {
    await this.deps.outgoing?.openSettings?.()
    await this.save(picture, name)
  }

  private async told<End extends HandOver | 'hold'>(handOver: () => Promise<End>): Promise<End | null> {
    try {
      return await handOver()
    } catch (error) {
      this.deps.feedback.toast(this.messageOf(error))
      return null
    }
  }

  private messageOf(error: unknown): Message {
    if (error instanceof PrivacyRefused) return { key: 'outgoing.refused' }
    if (error instanceof PrivacyUndeclared) {
      new ActionLog(this.deps.api).privacyUndeclared(error)
      return { key: 'privacy.undeclared' }
    }
    if (!(error instanceof DocumentRefused)) throw error
    return { key: 'link.pictureFailed' }
  }

  private ended(phase: OutgoingPicture['phase']) {
    this.phase = phase
  }
}
