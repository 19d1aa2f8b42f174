import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull, refusalCode } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import type { SessionContext } from '@/api/SessionContext'
import type { Reply } from '@/contract/api'
import { CODE_MAX, cooldownLeft, digitsOf } from '@/domain/enterprise/phone'
import type { Clock } from '@/platform/Platform'
import type { AccountPhrases } from '@/i18n/session/zhCN'
import { faultOf } from './accountFaults'
import type { SessionStore } from './SessionStore'
import { withFreshToken } from './withFreshToken'

interface Dependencies {
  api: Api
  sessionContext: SessionContext
  session: Pick<SessionStore, 'signInBy'>
  platform: { clock: Clock }
}

export type RegistrationField = 'address' | 'code' | 'name' | 'new_password'
type Ways = Pick<Reply<'GET /apps/users/registration_ways'>, 'email' | 'phone_countries'>
type Missing = keyof AccountPhrases['login']['register']['missing']

const SECOND = 1000

/** The form by which somebody registers a personal account (DIR-05). */
export class RegistrationStore {
  /** null until known */
  ways: Ways | null = null
  fields: Record<RegistrationField, string> = { address: '', code: '', name: '', new_password: '' }
  /** `other`: what belongs to no field */
  faults: Partial<Record<RegistrationField | 'other', Message<'account'>>> = {}
  isSending = false
  /** Whether a code was sent to the present address. */
  isSent = false
  /** Seconds until another code can be sent. */
  left = 0
  private stop: (() => void) | null = null

  constructor(private readonly deps: Dependencies) {
    makeAutoObservable<this, 'deps' | 'stop'>(this, {
      deps: false,
      stop: false,
      ways: observable.ref,
      faults: observable.ref,
    })
  }

  async load(): Promise<void> {
    const call = this.deps.api.call('GET /apps/users/registration_ways', {}, { handledCodes: 'all', quiet: true })
    this.came(await answerOrNull(call))
  }

  set(field: RegistrationField, typed: string) {
    this.fields[field] = field === 'code' ? digitsOf(typed, CODE_MAX) : typed
    const { [field]: _gone, ...others } = this.faults
    this.faults = others
    if (field === 'address') this.forgetCode()
  }

  async sendCode(): Promise<void> {
    if (this.isSending || this.left > 0) return
    this.faults = missingOf(this.fields, ['address'])
    if (this.faults.address) return
    this.began()
    const { address } = this.fields
    try {
      const send = () => this.deps.api.call('POST /apps/users/registration_code', { address }, { handledCodes: 'all' })
      await withFreshToken(this.deps, send)
      if (this.fields.address === address) this.sent()
    } catch (error) {
      this.refused(error)
    } finally {
      this.ended()
    }
  }

  /** Registers, signs in, and continues at `redirect`. */
  async register(redirect?: string): Promise<void> {
    this.faults = missingOf(this.fields, ['address', 'code', 'name', 'new_password'])
    if (Object.keys(this.faults).length > 0) return
    await this.deps.session.signInBy(() => this.send(), redirect)
  }

  dispose() {
    this.stop?.()
    this.stop = null
  }

  private async send(): Promise<Reply<'POST /apps/users/register'>> {
    try {
      return await this.deps.api.call('POST /apps/users/register', { ...this.fields }, { handledCodes: 'all' })
    } catch (error) {
      // The session fetches another token and sends again.
      if (refusalCode(error) !== 'security_check_failed') this.refused(error)
      throw error
    }
  }

  private came(ways: Ways | null) {
    this.ways = ways
  }

  private began() {
    this.isSending = true
  }

  private ended() {
    this.isSending = false
  }

  private sent() {
    this.isSent = true
    this.tick(this.deps.platform.clock.now())
  }

  private tick(sentAt: number) {
    const { clock } = this.deps.platform
    this.left = cooldownLeft(sentAt, clock.now())
    this.dispose()
    if (this.left > 0) this.stop = clock.after(SECOND, () => this.tick(sentAt))
  }

  private forgetCode() {
    this.dispose()
    this.isSent = false
    this.left = 0
  }

  private refused(error: unknown) {
    const { message, field } = faultOf(error)
    const place = field === 'phone' ? 'address' : field !== undefined && field in this.fields ? field : 'other'
    this.faults = { [place]: message }
  }
}

function missingOf(
  fields: RegistrationStore['fields'],
  wanted: readonly RegistrationField[],
): RegistrationStore['faults'] {
  const missing = wanted.filter((field) => fields[field].trim() === '')
  return Object.fromEntries(
    missing.map((field) => [field, { key: `login.register.missing.${field satisfies Missing}` }]),
  )
}
