import { makeAutoObservable, observable } from 'mobx'
import type { Message } from '@/api/Message'
import { faultOf } from '../session/accountFaults'

/** What a call answered last, while the next answer is under way, too. */
export class Answer<T> {
  phase: 'loading' | 'failed' | 'ready' = 'loading'
  value: T | null = null
  fault: Message | null = null
  /** Drops the answers of earlier calls. */
  private ticket = 0

  constructor() {
    makeAutoObservable<this, 'ticket'>(this, { value: observable.ref, fault: observable.ref, ticket: false })
  }

  /** Takes the answer of a call. The call must be quiet: the place shows its failure. */
  async take(asked: Promise<T>): Promise<void> {
    const ticket = (this.ticket += 1)
    this.began()
    try {
      const value = await asked
      if (ticket === this.ticket) this.show(value)
    } catch (error) {
      if (ticket === this.ticket) this.failed(faultOf(error).message)
      else faultOf(error)
    }
  }

  /** Shows an answer that is there already. */
  show(value: T) {
    this.value = value
    this.phase = 'ready'
  }

  private began() {
    if (this.phase === 'failed') this.phase = 'loading'
    this.fault = null
  }

  private failed(fault: Message) {
    this.fault = fault
    this.phase = 'failed'
  }
}
