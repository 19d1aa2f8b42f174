import { makeAutoObservable, observable } from 'mobx'
import type { Message } from '@/api/Message'
import type { ErrorCode } from '@/contract/errors'
import { faultOf } from '../session/accountFaults'

interface Fault {
  message: Message
  code?: ErrorCode
  /** The field of the call that caused the refusal. */
  field?: string
}

/** A form on its way to the server. A refusal stays beside the form, which loses nothing. */
export class Sending {
  isBusy = false
  fault: Fault | null = null

  constructor() {
    makeAutoObservable(this, { fault: observable.ref })
  }

  /** Runs the call unless one is running. Resolves to null after a refusal. The call must be quiet. */
  async send<T>(call: () => Promise<T>): Promise<T | null> {
    if (this.isBusy) return null
    this.began()
    try {
      return this.ended(await call())
    } catch (error) {
      this.refused(faultOf(error))
      return null
    }
  }

  clear() {
    this.fault = null
  }

  private began() {
    this.isBusy = true
    this.fault = null
  }

  private ended<T>(answer: T): T {
    this.isBusy = false
    return answer
  }

  private refused(fault: Fault) {
    this.isBusy = false
    this.fault = fault
  }
}
