import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import type { SessionContext } from '@/api/SessionContext'
import { messageOf } from '@/api/reactions'
import { withFreshToken } from './withFreshToken'

/** The request of somebody who forgot the password. */
export class ForgottenStore {
  phase: 'idle' | 'sending' | 'sent' = 'idle'
  refusal: Message | null = null

  constructor(
    readonly api: Api,
    readonly sessionContext: SessionContext,
  ) {
    makeAutoObservable(this, {
      api: false,
      sessionContext: false,
      refusal: observable.ref,
    })
  }

  async ask(login: string): Promise<void> {
    if (this.phase === 'sending') return
    this.began()
    try {
      const { api } = this
      await withFreshToken(this, () =>
        api.call('POST /apps/users/forgotten_password', { login }, { handledCodes: 'all' }),
      )
      this.ended('sent', null)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      this.ended('idle', messageOf(error.failure))
    }
  }

  private began() {
    this.phase = 'sending'
    this.refusal = null
  }

  private ended(phase: ForgottenStore['phase'], refusal: Message | null) {
    this.phase = phase
    this.refusal = refusal
  }
}
