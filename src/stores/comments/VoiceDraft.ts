import { makeAutoObservable, observable } from 'mobx'
import { ApiFailure } from '@/api/ApiFailure'
import { sendVoice } from '@/api/sendVoice'
import { VOICE_LENGTH } from '@/domain/limits'
import { createCanceler } from '@/platform/canceler'
import {
  FileUnreadable,
  PrivacyRefused,
  PrivacyUndeclared,
  RecordingFailed,
  type Recording,
  type Taking,
} from '@/platform/Platform'
import { ActionLog } from '@/stores/shell/ActionLog'
import type { AppStore } from '@/stores/shell/AppStore'
import type { CommentStore } from './CommentStore'
import { keptVoicesOf, type KeptVoice, type KeptVoices } from './KeptVoices'

/** Why nothing was recorded; `lost`: the phone no longer has what was. */
export type NoVoice = RecordingFailed['reason'] | 'privacy' | 'undeclared' | 'short' | 'lost'

export type VoiceState =
  | { phase: 'idle' }
  /** The user is asked for the microphone. */
  | { phase: 'asking' }
  | { phase: 'recording' }
  /** The phone makes a file of it. */
  | { phase: 'ending' }
  | ({ phase: 'kept' } & KeptVoice)
  | { phase: 'sending' }
  | { phase: 'refused'; why: NoVoice }

/** ms between two looks at the time */
const TICK = 250

/** A voice comment from the question for the microphone until it stands there. What was recorded is lost by the user's own word alone. */
export class VoiceDraft {
  state: VoiceState = { phase: 'idle' }
  /** Whole ones, that have been recorded. */
  seconds = 0
  private taking: Taking | null = null
  private begun = 0
  private stopTimer = () => {}
  /** Counts what is begun: an answer to something earlier comes to nothing. */
  private attempt = 0
  private readonly kept: KeptVoices

  constructor(
    private readonly app: Pick<AppStore, 'api' | 'lazy' | 'platform' | 'session'>,
    private readonly comments: Pick<CommentStore, 'target' | 'published'>,
  ) {
    this.kept = keptVoicesOf(app)
    const voice = this.kept.of(comments.target.typedId)
    if (voice) this.state = { phase: 'kept', ...voice }
    makeAutoObservable<this, 'app' | 'comments' | 'kept' | 'taking' | 'begun' | 'stopTimer' | 'attempt'>(this, {
      state: observable.ref,
      app: false,
      comments: false,
      kept: false,
      taking: false,
      begun: false,
      stopTimer: false,
      attempt: false,
    })
  }

  /** Whether this phone records. */
  get isPossible(): boolean {
    return this.app.lazy.recorder !== undefined
  }

  /** Begins to record, unless something waits to be sent. Within the user's tap. */
  async begin() {
    const { recorder } = this.app.lazy
    if (!recorder || (this.state.phase !== 'idle' && this.state.phase !== 'refused')) return
    const attempt = this.turned({ phase: 'asking' })
    try {
      const taking = await recorder.start(() => void this.interrupted())
      if (attempt === this.attempt) this.began(taking)
      else taking.drop()
    } catch (error) {
      if (attempt === this.attempt) this.refused(error)
    }
  }

  /** Ends it and publishes it; what was kept as well. */
  async send() {
    const { state } = this
    if (state.phase === 'kept') return this.deliver(state.recording)
    const recording = await this.end()
    if (recording) await this.deliver(recording)
  }

  /** Throws away what was recorded. */
  discard() {
    this.taking?.drop()
    this.taking = null
    this.kept.drop(this.comments.target.typedId)
    this.turned({ phase: 'idle' })
  }

  /** The user turns away: what runs is kept. */
  async left() {
    const { phase } = this.state
    if (phase === 'recording') await this.interrupted()
    else if (phase === 'asking' || phase === 'refused') this.turned({ phase: 'idle' })
  }

  /** Lets them give the microphone to the app, then begins again. Within their tap. */
  async openSettings() {
    const { attempt } = this
    await this.app.lazy.recorder?.openSettings?.()
    if (attempt === this.attempt) await this.begin()
  }

  dispose() {
    void this.left()
  }

  private began(taking: Taking) {
    this.taking = taking
    this.begun = this.app.platform.clock.now()
    this.seconds = 0
    this.turned({ phase: 'recording' })
    this.tick()
  }

  private tick() {
    const { clock } = this.app.platform
    const milliseconds = clock.now() - this.begun
    this.seconds = Math.floor(milliseconds / 1000)
    if (milliseconds >= VOICE_LENGTH.most) void this.keep('limit')
    else this.stopTimer = clock.after(Math.min(TICK, VOICE_LENGTH.most - milliseconds), () => this.tick())
  }

  private async interrupted() {
    if (this.state.phase === 'recording') await this.keep('interrupted')
  }

  private async keep(why: KeptVoice['why']) {
    const recording = await this.end()
    if (recording) this.held({ recording, why })
  }

  /** @returns null where nothing came of it, which is told by then */
  private async end(): Promise<Recording | null> {
    const { taking } = this
    if (!taking) return null
    this.taking = null
    const attempt = this.turned({ phase: 'ending' })
    try {
      const recording = await taking.stop()
      if (attempt !== this.attempt) return null
      if (recording.milliseconds >= VOICE_LENGTH.least) return recording
      this.turned({ phase: 'refused', why: 'short' })
    } catch (error) {
      if (attempt === this.attempt) this.refused(error)
    }
    return null
  }

  private async deliver(recording: Recording) {
    const { api, lazy } = this.app
    const { recorder } = lazy
    if (!recorder) return
    const { typedId } = this.comments.target
    this.turned({ phase: 'sending' })
    this.kept.drop(typedId)
    try {
      const comment = await sendVoice(api, recorder, { typedId, recording, canceler: createCanceler() })
      this.turned({ phase: 'idle' })
      this.comments.published(comment)
    } catch (error) {
      if (error instanceof ApiFailure) this.held({ recording, why: 'unsent' })
      else this.refused(error)
    }
  }

  private held(voice: KeptVoice) {
    this.kept.hold(this.comments.target.typedId, voice)
    this.turned({ phase: 'kept', ...voice })
  }

  private refused(error: unknown) {
    this.turned({ phase: 'refused', why: this.reasonOf(error) })
  }

  private reasonOf(error: unknown): NoVoice {
    if (error instanceof RecordingFailed) return error.reason
    if (error instanceof PrivacyRefused) return 'privacy'
    if (error instanceof FileUnreadable) return 'lost'
    if (!(error instanceof PrivacyUndeclared)) throw error
    new ActionLog(this.app.api).privacyUndeclared(error)
    return 'undeclared'
  }

  private turned(state: VoiceState): number {
    this.stopTimer()
    this.state = state
    this.attempt += 1
    return this.attempt
  }
}
