import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { AuditEntry, AuditEvent } from '@/contract/audit'
import type { Reply, Request } from '@/contract/api'
import { DAY, MINUTE } from '@/domain/format/time'
import type { Query } from './AddressStore'
import { Answer } from './Answer'

type Question = Request<'GET /apps/audit/export'>

const PAGE = 50

/** The audit log by the filters of the address, newest first. */
export class LogStore {
  readonly list = new Answer<{ entries: readonly AuditEntry[]; next: number | null }>()
  private question: Question = {}

  constructor(private readonly api: Api) {
    makeAutoObservable<this, 'api' | 'question'>(this, { api: false, list: false, question: observable.ref })
  }

  get entries(): readonly AuditEntry[] {
    return this.list.value?.entries ?? []
  }

  get hasMore(): boolean {
    return this.list.value?.next != null
  }

  ask(question: Question = this.question): Promise<void> {
    this.question = question
    return this.list.take(this.api.call('GET /apps/audit/list', { ...question, limit: PAGE }, { quiet: true }))
  }

  /** Adds the events before the last one. */
  more(): Promise<void> {
    const { question, entries } = this
    const before = this.list.value?.next
    if (before == null) return Promise.resolve()
    const asked = this.api.call('GET /apps/audit/list', { ...question, before, limit: PAGE }, { quiet: true })
    return this.list.take(asked.then((page) => ({ entries: [...entries, ...page.entries], next: page.next })))
  }

  /** null after a refusal, which the app shows. */
  export(): Promise<Reply<'GET /apps/audit/export'> | null> {
    return answerOrNull(this.api.call('GET /apps/audit/export', this.question))
  }
}

/** @param zone minutes that the local time is ahead of UTC; the days in the address are local */
export function readLogQuestion({ user = '', event, person, since, until }: Query, zone: number): Question {
  const from = startOf(since, zone)
  const to = startOf(until, zone)
  return {
    ...(user.trim() && { user: user.trim().slice(0, 200) }),
    ...(event && { deed: event as AuditEvent }),
    ...(person && /^\d{1,15}$/.test(person) && { user_id: Number(person) }),
    ...(from !== null && { since: from }),
    // To the end of that day.
    ...(to !== null && { until: to + DAY - 1 }),
  }
}

/** The first second of a day such as `2026-03-01`; null for anything else. */
function startOf(day: string | undefined, zone: number): number | null {
  const at = day === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(day) ? Number.NaN : Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(at) ? null : Math.max(0, at / 1000 - zone * MINUTE)
}
