import { makeAutoObservable, observable } from 'mobx'
import { ApiFailure } from '@/api/ApiFailure'
import { OpenApi } from '@/api/OpenApi'
import type { Api } from '@/api/Api'
import type { Message } from '@/api/Message'
import { messageOf } from '@/api/reactions'
import type { OpenItem, OpenReply } from '@/contract/applications'
import type { ErrorCode } from '@/contract/errors'
import type { OpenOptions } from '@/domain/applications/options'
import type { FrameData, FrameType } from '@/domain/applications/protocol'
import type { Clock } from '@/platform/Platform'
import { ParentChannel, type ParentWindow } from './ParentChannel'

/** `alone`: no page frames it. `foreign`: the token is for another page. `over`: the user is done. `unheard`: the page acknowledged no result. */
export type OpenPhase = 'loading' | 'ready' | 'alone' | 'foreign' | 'invalid' | 'failed' | 'over' | 'unheard'

type Hidden = 'deps' | 'channel' | 'result'

/** The user that a frame of the open platform acts for, and the page around the frame. */
export class OpenSession {
  phase: OpenPhase = 'loading'
  user: OpenReply<'GET /v2/user/info'> | null = null
  error: Message | null = null
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
      error: observable.ref,
      api: false,
      options: false,
      deps: false,
      channel: false,
      result: false,
    })
    this.api.onFile = (found) => this.looked(found)
  }

  /** Requests the user of the token; then notifies the page that the screen is ready, or why it never will be. */
  async open() {
    const { options } = this
    if (!this.deps.parent.isThere) return this.turned('alone')
    // The server lets only pages of this origin frame the address, whether the token is valid or not.
    this.speakTo(options.origin)
    this.turned('loading')
    try {
      const user = await this.api.ask('GET /v2/user/info', {})
      if (this.isOver) return
      const { origin } = user
      const isNamed = origin !== null && (options.origin === '' || options.origin === origin)
      if (!isNamed) return this.turnedAway('foreign', 'origin_refused', '')
      this.speakTo(origin)
      this.known(user)
      this.tell('ready', { module: options.module })
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (!this.isOver) this.notKnown(error)
    }
  }

  /** Sends the result to the page, and ends. */
  async finish<T extends FrameType>(type: T, data: FrameData[T]) {
    this.result = () => this.channel?.send(type, data) ?? Promise.resolve(false)
    await this.deliver()
  }

  /** Sends the result again after the page did not acknowledge it. */
  async deliver() {
    this.turned('over')
    if (!(await this.result?.())) this.turned('unheard')
  }

  dispose() {
    this.channel?.dispose()
  }

  /** Whether the user left while the answer was on its way. */
  private get isOver(): boolean {
    return this.phase !== 'loading'
  }

  private speakTo(origin: string) {
    const { parent, clock } = this.deps
    this.channel?.dispose()
    this.channel = /^https?:\/\/[\w.[\]:-]+$/.test(origin) ? new ParentChannel(parent, clock, origin) : null
  }

  /** Reports which file is shown, or why none will be. If the server does not answer, the viewer offers a retry. */
  private looked(found: OpenItem | ApiFailure) {
    if (!(found instanceof ApiFailure)) this.tell('preview', { file: { id: found.id, name: found.name } })
    else if (found.code) this.tell('error', { code: found.code, message: wordsOf(found) })
  }

  /** Sends the page a message that needs no answer. */
  private tell<T extends FrameType>(type: T, data: FrameData[T]) {
    void this.channel?.send(type, data)
  }

  private turnedAway(phase: 'foreign' | 'invalid', code: ErrorCode, message: string) {
    this.turned(phase)
    this.tell('error', { code, message })
  }

  private known(user: OpenReply<'GET /v2/user/info'>) {
    this.user = user
    this.phase = 'ready'
  }

  private notKnown(error: ApiFailure) {
    this.error = messageOf(error.failure)
    if (error.code === 'token_invalid') this.turnedAway('invalid', error.code, wordsOf(error))
    else this.phase = 'failed'
  }

  private turned(phase: OpenPhase) {
    this.phase = phase
  }
}

/** The server's words of a failure; '' where it sends none. */
function wordsOf({ failure }: ApiFailure): string {
  return failure.kind === 'refused' ? failure.entry.error_tr_msg : ''
}
