import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import type { Message } from '@/api/Message'
import type { SessionContext } from '@/api/SessionContext'
import type { ErrorCode } from '@/contract/errors'
import type { Platform } from '@/platform/Platform'
import { faultOf, passwordFaults } from './accountFaults'
import { renewTokens } from './renewTokens'

interface Dependencies {
  api: Api
  sessionContext: SessionContext
  platform: Pick<Platform, 'storage'>
}

export interface PasswordForm {
  before: string
  wanted: string
  /** The new password, repeated. */
  again: string
}

type Fault = Message<'account'>

const newPasswordFaults: ErrorCode[] = [
  'password_too_short',
  'password_too_long',
  'password_common',
  'password_unchanged',
]

/** Changes the password; the server checks it. */
export class PasswordStore {
  isSending = false
  faults: Partial<Record<keyof PasswordForm, Fault>> = {}
  /** The number of other sessions that the change ended; null until it is made. */
  ended: number | null = null

  constructor(private readonly deps: Dependencies) {
    makeAutoObservable<this, 'deps'>(this, { deps: false, faults: observable.ref })
  }

  /** Resolves to whether it was changed. */
  async change(form: PasswordForm): Promise<boolean> {
    if (this.isSending) return false
    this.judged(faultsOf(form))
    if (Object.keys(this.faults).length > 0) return false
    this.sent()
    try {
      const { api } = this.deps
      const { before: password, wanted: new_password } = form
      const options = { handledCodes: [...passwordFaults, ...newPasswordFaults], quiet: true }
      const reply = await api.call('POST /apps/users/password', { password, new_password }, options)
      renewTokens(this.deps, reply)
      this.changed(reply.ended)
      return true
    } catch (error) {
      this.refused(error)
      return false
    } finally {
      this.answered()
    }
  }

  private judged(faults: PasswordStore['faults']) {
    this.faults = faults
  }

  private sent() {
    this.isSending = true
  }

  private answered() {
    this.isSending = false
  }

  private changed(ended: number) {
    this.ended = ended
  }

  private refused(error: unknown) {
    const { message, field } = faultOf(error)
    this.faults = { [field === 'new_password' ? 'wanted' : 'before']: message }
  }
}

function faultsOf({ before, wanted, again }: PasswordForm): PasswordStore['faults'] {
  if (before === '') return { before: { key: 'login.passwordRequired' } }
  if (wanted === '') return { wanted: { key: 'password.wantedRequired' } }
  return again === wanted ? {} : { again: { key: 'password.different' } }
}
