import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import type { SignedInDevice } from '@/contract/session/account'
import type { Reply } from '@/contract/api'
import { faultOf } from './accountFaults'

/** The devices on which the user is signed in. */
export class DeviceStore {
  phase: 'loading' | 'failed' | 'ready' = 'loading'
  devices: readonly SignedInDevice[] = []
  mayReadAudit = false
  mayBrand = false
  fault: Message | null = null

  constructor(private readonly api: Api) {
    makeAutoObservable<this, 'api'>(this, { api: false, devices: observable.ref, fault: observable.ref })
  }

  get others(): readonly SignedInDevice[] {
    return this.devices.filter((device) => !device.is_current)
  }

  async load() {
    this.began()
    try {
      this.received(await this.api.call('GET /apps/users/sessions', {}, { quiet: true }))
    } catch (error) {
      this.failed(error)
    }
  }

  /** Signs a device out; the app shows a refusal. Resolves to whether it is signed out. */
  async end(id: number): Promise<boolean> {
    const reply = await answerOrNull(this.api.call('POST /apps/users/sessions/end', { session_id: id }))
    if (reply) this.ended((device) => device.id === id)
    return reply !== null
  }

  /** Signs all other devices out. Resolves to how many; null where the server refused. */
  async endOthers(): Promise<number | null> {
    const reply = await answerOrNull(this.api.call('POST /apps/users/sessions/end_others', {}))
    if (reply) this.ended((device) => !device.is_current)
    return reply && reply.ended
  }

  private began() {
    if (this.phase === 'failed') this.phase = 'loading'
    this.fault = null
  }

  private received({ sessions, may_read_audit, may_brand }: Reply<'GET /apps/users/sessions'>) {
    this.mayReadAudit = may_read_audit
    this.mayBrand = may_brand
    // This device first; the others in the server's order.
    this.devices = [
      ...sessions.filter((device) => device.is_current),
      ...sessions.filter((device) => !device.is_current),
    ]
    this.phase = 'ready'
  }

  private failed(error: unknown) {
    this.fault = faultOf(error).message
    this.phase = 'failed'
  }

  private ended(has: (device: SignedInDevice) => boolean) {
    this.devices = this.devices.filter((device) => !has(device))
  }
}
