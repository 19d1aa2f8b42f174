import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import type { ErrorCode } from '@/contract/errors'
import type { MessengerLink } from '@/contract/messengers/links'
import type { MessengerKind } from '@/contract/messengers/messengers'
import type { PhoneMessages } from '@/platform/Platform'
import { faultOf, passwordFaults } from '../session/accountFaults'

interface Dependencies {
  api: Api
  platform: { messages?: PhoneMessages }
  sessionContext: { messengers: readonly MessengerKind[] }
}

const linkFaults: ErrorCode[] = [
  ...passwordFaults,
  'messenger_link_taken',
  'messenger_code_invalid',
  'messenger_not_configured',
  'messenger_unavailable',
  'asked_too_often',
]

/** The WeChat and WeCom accounts that sign in as the user (decisions 88). */
export class MessengerLinkStore {
  phase: 'loading' | 'failed' | 'ready' | 'checking' = 'loading'
  links: readonly MessengerLink[] = []
  /** Why loading failed. */
  error: Message | null = null
  /** Why linking failed. */
  fault: Message<'account'> | null = null

  constructor(private readonly deps: Dependencies) {
    makeAutoObservable<this, 'deps'>(this, {
      deps: false,
      links: observable.ref,
      error: observable.ref,
      fault: observable.ref,
    })
  }

  /** The messenger that this phone can link to; null where none. */
  get here(): MessengerKind | null {
    const { platform, sessionContext } = this.deps
    const kind = platform.messages?.messenger
    return kind && sessionContext.messengers.includes(kind) ? kind : null
  }

  async load() {
    this.began()
    try {
      this.received((await this.deps.api.call('GET /apps/users/messenger_links', {}, { quiet: true })).links)
    } catch (error) {
      this.failed(error)
    }
  }

  /** Links the phone's account of that messenger. Resolves to whether it is linked. */
  async add(password: string): Promise<boolean> {
    const { api, platform } = this.deps
    const { here: kind } = this
    if (this.phase !== 'ready' || kind === null) return false
    this.sent()
    // One code per attempt: a code is valid once, for minutes.
    const code = await platform.messages!.code()
    if (code === null) return this.refused({ key: 'login.noCode' })
    try {
      const options = { handledCodes: linkFaults, quiet: true }
      const { link } = await api.call('POST /apps/users/messenger_links/create', { kind, code, password }, options)
      this.received([link, ...this.links.filter(({ id }) => id !== link.id)])
      return true
    } catch (error) {
      return this.refused(faultOf(error).message)
    }
  }

  /** Removes a link; the app shows a refusal. Resolves to whether it is removed. */
  async end(id: number): Promise<boolean> {
    const reply = await answerOrNull(this.deps.api.call('POST /apps/users/messenger_links/end', { link_id: id }))
    if (reply) this.received(this.links.filter((link) => link.id !== id))
    return reply !== null
  }

  /** Clears an attempt that was left. */
  reset() {
    this.fault = null
  }

  private began() {
    this.phase = 'loading'
    this.error = null
  }

  private sent() {
    this.phase = 'checking'
    this.fault = null
  }

  private received(links: readonly MessengerLink[]) {
    this.links = links
    this.phase = 'ready'
    this.fault = null
  }

  private failed(error: unknown) {
    this.error = faultOf(error).message
    this.phase = 'failed'
  }

  private refused(fault: Message<'account'>): false {
    this.fault = fault
    this.phase = 'ready'
    return false
  }
}
