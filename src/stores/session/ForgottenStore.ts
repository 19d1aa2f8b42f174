import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure, refusalCode } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import type { SessionContext } from '@/api/SessionContext'
import { messageOf } from '@/api/reactions'

/** The request of somebody who forgot the password. */
export class ForgottenStore {
  phase: 'idle' | 'sending' | 'sent' = 'idle'
  refusal: Message | null = null

  constructor(
    private readonly api: Api,
    private readonly sessionContext: SessionContext,
  ) {
    makeAutoObservable<this, 'api' | 'sessionContext'>(this, {
      api: false,
      sessionContext: false,
      refusal: observable.ref,
    })
  }

  async ask(login: string): Promise<void> {
    if (this.phase === 'sending') return
    this.began()
    try {
      await this.send(login)
      this.ended('sent', null)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      this.ended('idle', messageOf(error.failure))
    }
  }

  private async send(login: string): Promise<void> {
    const call = () => this.api.call('POST /apps/users/forgotten_password', { login }, { handledCodes: 'all' })
    try {
      await call()
    } catch (error) {
      if (refusalCode(error) !== 'security_check_failed') throw error
      // The request token of a page expires (decisions 48).
      const { csrf_token } = await this.api.call('GET /apps/users/get_base_info', {}, { handledCodes: 'all' })
      this.sessionContext.setCsrfToken(csrf_token)
      await call()
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
