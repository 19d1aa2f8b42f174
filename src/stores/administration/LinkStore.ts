import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import type { Message } from '@/api/Message'
import type { CallName, Reply, Request } from '@/contract/api'
import { faultOf } from '@/stores/session/accountFaults'

/** What the link of an arrival page leads to; asked once. */
export class LinkStore<K extends Extract<CallName, 'POST /setup/info' | 'POST /welcome/info'>> {
  info: Reply<K> | null = null
  /** Why the link leads nowhere. */
  refusal: Message<'arrival'> | null = null

  constructor(
    private readonly api: Api,
    private readonly name: K,
  ) {
    makeAutoObservable<this, 'api' | 'name'>(this, {
      api: false,
      name: false,
      info: observable.ref,
      refusal: observable.ref,
    })
  }

  async ask(token: string): Promise<void> {
    try {
      this.found(await this.api.call(this.name, { token } as Request<K>, { handledCodes: 'all', quiet: true }))
    } catch (error) {
      this.refused(faultOf(error).message)
    }
  }

  private found(info: Reply<K>) {
    this.info = info
  }

  private refused(refusal: Message<'arrival'>) {
    this.refusal = refusal
  }
}
