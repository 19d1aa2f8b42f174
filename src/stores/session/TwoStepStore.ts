import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import type { SessionContext } from '@/api/SessionContext'
import type { Reply } from '@/contract/api'
import type { ErrorCode } from '@/contract/errors'
import { digitsOf } from '@/domain/enterprise/phone'
import type { Platform } from '@/platform/Platform'
import { faultOf, passwordFaults } from './accountFaults'
import { renewTokens } from './renewTokens'
import type { SessionStore } from './SessionStore'

export type TwoStep = Reply<'GET /apps/users/two_step'>
/** `asking`: for the password, or for the code. */
export type TwoStepPhase = 'loading' | 'failed' | 'asking' | 'checking'

const CODE_LENGTH = 6
const codeFaults: ErrorCode[] = ['wrong_code', 'login_too_often']
const codeOptions = { handledCodes: codeFaults, quiet: true }

type Key = Pick<Reply<'POST /apps/users/two_step/begin'>, 'secret' | 'address'>

interface Dependencies {
  api: Api
  sessionContext: SessionContext
  session: Pick<SessionStore, 'refreshSpace'>
  platform: Pick<Platform, 'storage'>
}

/** The second step of signing in: switched on and off with the password, passed with a code (force_two_step, 1§8) or a recovery code (AH-55). */
export class TwoStepStore {
  phase: TwoStepPhase = 'loading'
  state: TwoStep | null = null
  /** For the authenticator app, with the `otpauth:` address that holds the same key; null until the password was given. */
  key: Key | null = null
  code = ''
  /** As typed. */
  recoveryCode = ''
  /** New recovery codes, which the user must note down now; null if there are none. */
  recoveryCodes: string[] | null = null
  /** Whether the codes interrupted a sign-in. */
  isEntering = false
  /** What is wrong with the password or the code, or why loading failed. */
  fault: Message | null = null

  constructor(private readonly deps: Dependencies) {
    makeAutoObservable<this, 'deps'>(this, {
      deps: false,
      state: observable.ref,
      key: observable.ref,
      fault: observable.ref,
    })
  }

  /** Whether the user must enter a code before anything else. */
  get isStepMissing(): boolean {
    return this.state !== null && (this.state.is_required || this.state.is_enrolled) && !this.state.is_passed
  }

  get isWhole(): boolean {
    return this.code.length === CODE_LENGTH
  }

  async load() {
    this.began()
    try {
      this.received(await this.deps.api.call('GET /apps/users/two_step', {}, { quiet: true }))
    } catch (error) {
      this.failed(error)
    }
  }

  /** Begins to switch the step on: requests a secret. Resolves to whether the password was right. */
  begin(password: string): Promise<boolean> {
    return this.attempt(async () => {
      const options = { handledCodes: passwordFaults, quiet: true }
      this.told(await this.deps.api.call('POST /apps/users/two_step/begin', { password }, options))
    })
  }

  /** Switches the step off. Resolves to whether the password was right. */
  disable(password: string): Promise<boolean> {
    return this.attempt(async () => {
      const options = { handledCodes: passwordFaults, quiet: true }
      await this.deps.api.call('POST /apps/users/two_step/disable', { password }, options)
      this.switched(false)
    })
  }

  /** Replaces the recovery codes. Resolves to whether the password was right. */
  renewRecoveryCodes(password: string): Promise<boolean> {
    return this.attempt(async () => {
      const options = { handledCodes: passwordFaults, quiet: true }
      const answer = await this.deps.api.call('POST /apps/users/two_step/recovery_codes', { password }, options)
      this.gotRecoveryCodes(answer.recovery_codes)
    })
  }

  /** Keeps the digits of typed or pasted text; the last digit sends the code. Resolves to whether the code was right. */
  async enter(text: string): Promise<boolean> {
    const before = this.code
    this.typed(text)
    return this.code !== before && this.check()
  }

  /** Sends the code. Resolves to whether the code was right. */
  async check(): Promise<boolean> {
    if (!this.isWhole) return false
    return this.attempt(async () => {
      const isEntering = this.isStepMissing
      const answer = await this.deps.api.call('POST /apps/users/two_step', { code: this.code }, codeOptions)
      renewTokens(this.deps, answer)
      this.switched(true)
      if (answer.recovery_codes) this.gotRecoveryCodes(answer.recovery_codes, isEntering)
      await this.loadWithheld()
    })
  }

  /** Sends the typed recovery code. Resolves to whether it was right. */
  async recover(): Promise<boolean> {
    if (this.recoveryCode.trim() === '') return false
    return this.attempt(async () => {
      const input = { code: this.recoveryCode }
      const answer = await this.deps.api.call('POST /apps/users/two_step/recover', input, codeOptions)
      renewTokens(this.deps, answer)
      this.switched(true)
      this.counted(answer.recovery_codes_left)
      await this.loadWithheld()
    })
  }

  typeRecoveryCode(text: string) {
    this.recoveryCode = text
    this.fault = null
  }

  /** The user has noted the recovery codes down. */
  hideRecoveryCodes() {
    this.recoveryCodes = null
    this.isEntering = false
  }

  /** Clears an attempt that was left. */
  reset() {
    this.key = null
    this.code = ''
    this.recoveryCode = ''
    this.fault = null
  }

  /** The server withholds these until the code is right. */
  private async loadWithheld() {
    const { api, session, sessionContext } = this.deps
    const info = await answerOrNull(api.call('GET /apps/users/get_base_info', {}, { quiet: true }))
    if (info) sessionContext.setBaseInfo(info)
    await session.refreshSpace()
  }

  private async attempt(run: () => Promise<void>): Promise<boolean> {
    if (this.phase !== 'asking') return false
    this.sent()
    try {
      await run()
      return true
    } catch (error) {
      this.refused(error)
      return false
    } finally {
      this.answered()
    }
  }

  private typed(text: string) {
    this.code = digitsOf(text, CODE_LENGTH)
    this.fault = null
  }

  private began() {
    this.phase = 'loading'
    this.fault = null
  }

  private received(state: TwoStep) {
    this.state = state
    this.phase = 'asking'
  }

  private failed(error: unknown) {
    this.phase = 'failed'
    this.fault = faultOf(error).message
  }

  private sent() {
    this.phase = 'checking'
    this.fault = null
  }

  private answered() {
    this.phase = 'asking'
  }

  private refused(error: unknown) {
    const { code, message } = faultOf(error)
    this.fault = message
    if (code === 'wrong_code') this.code = ''
  }

  private told({ secret, address }: Key) {
    this.key = { secret, address }
  }

  private gotRecoveryCodes(codes: string[], isEntering = false) {
    this.recoveryCodes = codes
    this.isEntering = isEntering
    this.counted(codes.length)
  }

  private counted(left: number) {
    if (this.state) this.state = { ...this.state, recovery_codes_left: left }
  }

  private switched(isOn: boolean) {
    this.reset()
    if (this.state) this.state = { ...this.state, is_enrolled: isOn, is_passed: isOn }
  }
}
