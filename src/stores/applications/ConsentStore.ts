import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import { codeOf } from '@/api/readFailure'
import type { Reply } from '@/contract/api'
import type { ErrorCode } from '@/contract/errors'
import type { AskedConsent } from '@/contract/grants'

/**
 * `refused`: the server says why this application gets nothing. `failed`: it can be tried again. `leaving`: the browser opens the application.
 */
export type ConsentPhase = 'loading' | 'asking' | 'refused' | 'failed' | 'leaving' | 'code' | 'declined'

type Asking = Reply<'GET /apps/applications/asked'>

/** What an application asks a user for, and the user's answer. */
export class ConsentStore {
  phase: ConsentPhase = 'loading'
  asking: Asking | null = null
  code = ''
  isSending = false
  error: Message | null = null
  /** Why nothing can be allowed: this account may not use the application, the application asked in a wrong way, or what `error` says. */
  fault: 'account' | 'request' | 'other' = 'other'

  /** @param leave opens an address that the server wrote */
  constructor(
    private readonly deps: { api: Api; leave(address: string): void },
    private readonly asked: AskedConsent,
  ) {
    makeAutoObservable<this, 'deps' | 'asked'>(this, {
      asking: observable.ref,
      error: observable.ref,
      deps: false,
      asked: false,
    })
  }

  /** Asks what is asked for. What the user allowed before is allowed at once. */
  async load() {
    this.turned('loading')
    const asking = await this.ask(() => this.deps.api.call('GET /apps/applications/asked', this.asked, quietly))
    if (!asking) return
    this.known(asking)
    if (asking.refused !== null) this.go(asking.refused)
    else if (asking.is_allowed) await this.answer(true)
    else this.turned('asking')
  }

  async answer(allows: boolean) {
    if (this.isSending) return
    this.sends(true)
    const input = { ...this.asked, allows }
    const reply = await this.ask(() => this.deps.api.call('POST /apps/applications/answer', input, quietly))
    this.sends(false)
    if (!reply) return
    if (reply.redirect !== null) this.go(reply.redirect)
    else if (reply.code !== null) this.shows(reply.code)
    else this.turned('declined')
  }

  private async ask<T>(call: () => Promise<T>): Promise<T | null> {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      this.failed(error)
      return null
    }
  }

  private go(address: string) {
    this.phase = 'leaving'
    this.deps.leave(address)
  }

  private known(asking: Asking) {
    this.asking = asking
  }

  private shows(code: string) {
    this.code = code
    this.phase = 'code'
  }

  private sends(isSending: boolean) {
    this.isSending = isSending
  }

  private turned(phase: ConsentPhase) {
    this.phase = phase
  }

  private failed({ failure }: ApiFailure) {
    this.error = messageOf(failure)
    this.fault = faults.get(codeOf(failure)) ?? 'other'
    this.phase = failure.kind === 'refused' ? 'refused' : 'failed'
  }
}

const faults = new Map<ErrorCode | undefined, 'account' | 'request'>([
  ['permission_denied', 'account'],
  ['invalid_request', 'request'],
])

/** The page shows every refusal itself, except that the session has ended or its second step is missing. */
const quietly = { quiet: true } as const
