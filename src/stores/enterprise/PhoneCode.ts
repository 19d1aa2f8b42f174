import { makeAutoObservable } from 'mobx'
import type { Api } from '@/api/Api'
import { CODE_COOLDOWN } from '@/domain/limits'
import { cooldownLeft, phoneWithRegion } from '@/domain/enterprise/phone'
import type { Clock, Platform } from '@/platform/Platform'

interface Dependencies {
  api: Api
  clock: Clock
  platform: Pick<Platform, 'storage'>
}

/** When the last code was sent, ms. Stored, so that a reload does not shorten the wait. */
const SENT_AT = 'phoneCode.sentAt'
const SECOND = 1000

/** Sends a code to a phone, at most once a minute (2§4). */
export class PhoneCode {
  isSending = false
  /** Seconds until another code can be sent. */
  left = 0
  private stop: (() => void) | null = null

  constructor(private readonly deps: Dependencies) {
    makeAutoObservable<this, 'deps' | 'stop'>(this, { deps: false, stop: false })
    this.tick()
  }

  get isReady(): boolean {
    return !this.isSending && this.left === 0
  }

  /** Resolves to whether a code was sent; rejects with the refusal. */
  async send(region: string, phone: string): Promise<boolean> {
    if (!this.isReady) return false
    this.began()
    try {
      const input = {
        sms_captcha_type: 'coupon' as const,
        message_type: 'sms' as const,
        phone: phoneWithRegion(region, phone),
      }
      const options = { handledCodes: ['phone_invalid' as const], quiet: false }
      await this.deps.api.call('POST /captcha/captcha_send', input, options)
      this.sent()
      return true
    } finally {
      this.ended()
    }
  }

  dispose() {
    this.stop?.()
    this.stop = null
  }

  private began() {
    this.isSending = true
  }

  private ended() {
    this.isSending = false
  }

  private sent() {
    const { clock, platform } = this.deps
    platform.storage.write(SENT_AT, clock.now())
    this.tick()
  }

  private tick() {
    const { clock, platform } = this.deps
    const sentAt = platform.storage.read<number>(SENT_AT)
    this.left = typeof sentAt === 'number' ? Math.min(cooldownLeft(sentAt, clock.now()), CODE_COOLDOWN) : 0
    this.stop?.()
    this.stop = this.left > 0 ? clock.after(SECOND, () => this.tick()) : null
  }
}
