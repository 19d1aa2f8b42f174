import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import type { Message } from '@/api/Message'
import type { AuditEntry, AuditEvent } from '@/contract/audit'
import type { Clock } from '@/platform/Platform'
import { faultOf } from '../session/accountFaults'

const DAY = 86_400

export interface AuditFilter {
  /** Part of a login or a name; '' is anybody. */
  user: string
  deed: AuditEvent | null
  /** Days back from now; null = the whole log. */
  days: number | null
}

/** The audit log of the enterprise, for its administrators: newest first, page by page. */
export class AuditStore {
  phase: 'loading' | 'failed' | 'ready' = 'loading'
  entries: readonly AuditEntry[] = []
  filter: AuditFilter = { user: '', deed: null, days: null }
  fault: Message | null = null
  private next: number | null = null
  /** Answers for a former filter are dropped. */
  private ticket = 0

  constructor(private readonly deps: { api: Api; clock: Pick<Clock, 'now'> }) {
    makeAutoObservable<this, 'deps' | 'ticket'>(this, {
      deps: false,
      ticket: false,
      entries: observable.ref,
      filter: observable.ref,
      fault: observable.ref,
    })
  }

  get hasMore(): boolean {
    return this.next !== null
  }

  async choose(filter: Partial<AuditFilter>) {
    this.chose({ ...this.filter, ...filter })
    await this.ask()
  }

  async more() {
    if (this.phase === 'ready' && this.next !== null) await this.ask(this.next)
  }

  async ask(before?: number) {
    const ticket = (this.ticket += 1)
    const { api, clock } = this.deps
    const { user, deed, days } = this.filter
    this.began()
    try {
      const page = await api.call(
        'GET /apps/audit/list',
        {
          ...(user.trim() && { user: user.trim() }),
          ...(deed && { deed }),
          ...(days !== null && { since: Math.max(0, Math.floor(clock.now() / 1000) - days * DAY) }),
          ...(before !== undefined && { before }),
        },
        { quiet: true },
      )
      if (ticket === this.ticket) this.received(before === undefined ? [] : this.entries, page)
    } catch (error) {
      if (ticket === this.ticket) this.failed(error)
    }
  }

  private chose(filter: AuditFilter) {
    this.filter = filter
    this.entries = []
    this.next = null
  }

  private began() {
    this.phase = 'loading'
    this.fault = null
  }

  private received(
    shown: readonly AuditEntry[],
    { entries, next }: { entries: readonly AuditEntry[]; next: number | null },
  ) {
    this.entries = [...shown, ...entries]
    this.next = next
    this.phase = 'ready'
  }

  private failed(error: unknown) {
    this.fault = faultOf(error).message
    this.phase = 'failed'
  }
}
