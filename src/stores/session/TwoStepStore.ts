import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import type { Reply } from '@/contract/api'
import type { ErrorCode } from '@/contract/errors'

export type TwoStep = Reply<'GET /apps/users/two_step'>
export type TwoStepPhase = 'loading' | 'failed' | 'asking' | 'checking' | 'passed'

const CODE_LENGTH = 6
const codeFaults: ErrorCode[] = ['wrong_code', 'login_too_often']

/** The second step of signing in: the secret for the authenticator app, and the code (force_two_step, 1§8). */
export class TwoStepStore {
  phase: TwoStepPhase = 'loading'
  state: TwoStep | null = null
  code = ''
  /** What is wrong with the code, or why nothing could be had. */
  fault: Message | null = null

  constructor(private readonly api: Api) {
    makeAutoObservable<this, 'api'>(this, { api: false, state: observable.ref, fault: observable.ref })
  }

  get isWhole(): boolean {
    return this.code.length === CODE_LENGTH
  }

  async load() {
    this.began()
    try {
      this.received(await this.api.call('GET /apps/users/two_step', {}, { quiet: true }))
    } catch (error) {
      this.failed(error)
    }
  }

  /** Keeps the digits of what was typed or pasted. */
  typed(text: string) {
    this.code = text.replace(/\D/g, '').slice(0, CODE_LENGTH)
    this.fault = null
  }

  /** Resolves to whether the code was right. */
  async check(): Promise<boolean> {
    if (!this.isWhole || this.phase !== 'asking') return false
    this.sent()
    try {
      await this.api.call('POST /apps/users/two_step', { code: this.code }, { handledCodes: codeFaults })
    } catch (error) {
      this.refused(error)
      return false
    }
    this.passed()
    return true
  }

  private began() {
    this.phase = 'loading'
    this.fault = null
  }

  private received(state: TwoStep) {
    this.state = state
    this.phase = state.is_passed ? 'passed' : 'asking'
  }

  private failed(error: unknown) {
    this.phase = 'failed'
    this.fault = wordsOf(error)
  }

  private sent() {
    this.phase = 'checking'
  }

  private refused(error: unknown) {
    this.phase = 'asking'
    this.fault = wordsOf(error)
  }

  private passed() {
    this.phase = 'passed'
    this.code = ''
  }
}

function wordsOf(error: unknown): Message {
  if (!(error instanceof ApiFailure)) throw error
  return messageOf(error.failure)
}
