import { makeAutoObservable, observable } from 'mobx'
import { ApiFailure } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import type { ErrorCode } from '@/contract/errors'
import { COUPON, DEFAULT_REGION } from '@/domain/limits'
import { CODE_MAX, digitsOf, PHONE_MAX } from '@/domain/enterprise/phone'
import { PhoneCode } from './PhoneCode'

type Dependencies = ConstructorParameters<typeof PhoneCode>[0]
type Field = 'phone' | 'code'

/** Refusals that the form shows at a field. */
const atField: Partial<Record<ErrorCode, Field>> = {
  phone_invalid: 'phone',
  captcha_wrong: 'code',
}

/** The form by which an administrator claims the coupon of the starter edition. */
export class CouponStore {
  /** A calling code. */
  region: string = DEFAULT_REGION
  phone = ''
  code = ''
  isClaiming = false
  isClaimed = false
  faults: Partial<Record<Field, Message<'promotion'>>> = {}
  readonly phoneCode: PhoneCode

  constructor(private readonly deps: Dependencies) {
    this.phoneCode = new PhoneCode(deps)
    makeAutoObservable<this, 'deps'>(this, { deps: false, phoneCode: false, faults: observable.ref })
  }

  setRegion(region: string) {
    this.region = region
    this.without('phone')
  }

  setPhone(typed: string) {
    this.phone = digitsOf(typed, PHONE_MAX)
    this.without('phone')
  }

  setCode(typed: string) {
    this.code = digitsOf(typed, CODE_MAX)
    this.without('code')
  }

  async sendCode(): Promise<boolean> {
    if (!this.phoneCode.isReady) return false
    this.judged(this.phone === '' ? { phone: { key: 'promotion.form.phoneMissing' } } : {})
    if (this.faults.phone) return false
    try {
      return await this.phoneCode.send(this.region, this.phone)
    } catch (error) {
      this.refused(error)
      return false
    }
  }

  /** Claims the coupon. `denied`: the user is no administrator; null: the fields or the app show why it failed. */
  async claim(): Promise<'claimed' | 'denied' | null> {
    if (this.isClaiming) return null
    this.judged({
      ...(this.phone === '' && { phone: { key: 'promotion.form.phoneMissing' } }),
      ...(this.code === '' && { code: { key: 'promotion.form.codeMissing' } }),
    })
    if (this.faults.phone || this.faults.code) return null
    this.began()
    try {
      const input = { country: this.region, phone: this.phone, code: this.code, group_id: COUPON.groupId }
      const handledCodes: ErrorCode[] = ['permission_denied', 'phone_invalid', 'captcha_wrong']
      await this.deps.api.call('POST /coupon/create', input, { handledCodes })
      this.claimed()
      return 'claimed'
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'permission_denied') return 'denied'
      this.refused(error)
      return null
    } finally {
      this.ended()
    }
  }

  dispose() {
    this.phoneCode.dispose()
  }

  private judged(faults: CouponStore['faults']) {
    this.faults = faults
  }

  private without(field: Field) {
    const { [field]: _gone, ...others } = this.faults
    this.faults = others
  }

  private began() {
    this.isClaiming = true
  }

  private ended() {
    this.isClaiming = false
  }

  private claimed() {
    this.isClaimed = true
  }

  /** Shows at no field what the app has shown already. */
  private refused(error: unknown) {
    if (!(error instanceof ApiFailure)) throw error
    const field = error.code && atField[error.code]
    if (field) this.faults = { [field]: messageOf(error.failure) }
  }
}
