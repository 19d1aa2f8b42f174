import { makeAutoObservable } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { ApplicationRow } from '@/contract/administration/applications'
import type { CallName, Reply, Request } from '@/contract/api'
import { Answer } from './Answer'
import { Sending } from './Sending'

type Act = Extract<CallName, `POST /admin/applications/${string}`>

/** The applications of the open platform, and what an owner does with them. A secret passes through an answer and is kept nowhere. */
export class ApplicationsStore {
  readonly list = new Answer<readonly ApplicationRow[]>()
  readonly sending = new Sending()

  constructor(private readonly api: Api) {
    makeAutoObservable<this, 'api'>(this, { api: false, list: false, sending: false })
  }

  get rows(): readonly ApplicationRow[] {
    return this.list.value ?? []
  }

  find(id: number | null): ApplicationRow | undefined {
    return this.rows.find((row) => row.id === id)
  }

  load(): Promise<void> {
    const asked = this.api.call('GET /admin/applications/list', {}, { quiet: true })
    return this.list.take(asked.then(({ applications }) => applications))
  }

  /** Resolves to null after a refusal, which the form shows. */
  async send<K extends Act>(name: K, request: Request<K>): Promise<Reply<K> | null> {
    const reply = await this.sending.send(() => this.api.call(name, request, { quiet: true }))
    if (reply) await this.load()
    return reply
  }

  /** The app shows a refusal. */
  async run<K extends Act>(name: K, request: Request<K>): Promise<Reply<K> | null> {
    const reply = await answerOrNull(this.api.call(name, request))
    await this.load()
    return reply
  }
}
