import { makeAutoObservable } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { CallName, Reply, Request } from '@/contract/api'
import { Sending } from './Sending'

/** What an administrator does with departments and groups. Acts whose failure a form shows are `send…`. */
export class DepartmentActs {
  readonly sending = new Sending()

  constructor(
    private readonly api: Api,
    /** Loads the departments and groups again after a change. */
    private readonly onChange: () => Promise<unknown>,
  ) {
    makeAutoObservable<this, 'api' | 'onChange'>(this, { api: false, onChange: false, sending: false })
  }

  send<K extends CallName>(name: K, request: Request<K>): Promise<Reply<K> | null> {
    return this.sending.send(async () => {
      const reply = await this.api.call(name, request, { quiet: true })
      await this.onChange()
      return reply
    })
  }

  /** The app shows a refusal. */
  async run<K extends CallName>(name: K, request: Request<K>): Promise<Reply<K> | null> {
    const reply = await answerOrNull(this.api.call(name, request))
    await this.onChange()
    return reply
  }
}
