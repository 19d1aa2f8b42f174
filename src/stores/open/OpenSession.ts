import { makeAutoObservable, observable } from 'mobx'
import { ApiFailure } from '@/api/ApiFailure'
import { OpenApi } from '@/api/OpenApi'
import type { Api } from '@/api/Api'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import type { OpenReply } from '@/contract/applications'
import type { OpenOptions } from '@/domain/open/options'
import type { FrameData, FrameType } from '@/domain/open/protocol'
import type { Clock } from '@/platform/Platform'
import { ParentChannel, type ParentWindow } from './ParentChannel'

/** `alone`: no page shows it. `foreign`: a page that the token was not made for. `over`: the user is done. `unheard`: the page heard no result. */
export type OpenPhase = 'loading' | 'ready' | 'alone' | 'foreign' | 'invalid' | 'failed' | 'over' | 'unheard'

type Hidden = 'deps' | 'channel' | 'result'

/** Whom a page of the open platform acts for, and the page that shows it. */
export class OpenSession {
  phase: OpenPhase = 'loading'
  user: OpenReply<'GET /v2/user/info'> | null = null
  trouble: Message | null = null
  readonly api: OpenApi
  private channel: ParentChannel | null = null
  private result: (() => Promise<boolean>) | null = null

  constructor(
    private readonly deps: { api: Api; clock: Clock; parent: ParentWindow },
    readonly options: OpenOptions,
  ) {
    this.api = new OpenApi(deps.api, options)
    makeAutoObservable<this, Hidden>(this, {
      user: observable.ref,
      trouble: observable.ref,
      api: false,
      options: false,
      deps: false,
      channel: false,
      result: false,
    })
  }

  /** Asks whom the token stands for; its page hears that the screen stands. */
  async open() {
    const { parent, clock } = this.deps
    if (!parent.isThere) return this.turned('alone')
    this.turned('loading')
    try {
      const user = await this.api.ask('GET /v2/user/info', {})
      const { origin } = user
      const isNamed = origin !== null && (this.options.origin === '' || this.options.origin === origin)
      if (!isNamed) return this.turned('foreign')
      this.channel?.dispose()
      this.channel = new ParentChannel(parent, clock, origin)
      this.known(user)
      void this.channel.send('ready', { module: this.options.module })
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      this.notKnown(error)
    }
  }

  /** Tells the page something that it need not answer. */
  tell<T extends FrameType>(type: T, data: FrameData[T]) {
    void this.channel?.send(type, data)
  }

  /** Gives the page what the user was here for, and ends. */
  async finish<T extends FrameType>(type: T, data: FrameData[T]) {
    this.result = () => this.channel?.send(type, data) ?? Promise.resolve(false)
    await this.deliver()
  }

  /** Once more, where the page did not hear it. */
  async deliver() {
    this.turned('over')
    if (!(await this.result?.())) this.turned('unheard')
  }

  dispose() {
    this.channel?.dispose()
  }

  private known(user: OpenReply<'GET /v2/user/info'>) {
    this.user = user
    this.phase = 'ready'
  }

  private notKnown(error: ApiFailure) {
    this.trouble = messageOf(error.failure)
    this.phase = error.code === 'token_invalid' ? 'invalid' : 'failed'
  }

  private turned(phase: OpenPhase) {
    this.phase = phase
  }
}
