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
import { ActionLog } from '@/stores/app/ActionLog'
import type { AppStore } from '@/stores/app/AppStore'
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

/** `on`: a finger rests on the microphone, and what is recorded is sent when it leaves; `away`: it went so far that nothing will be. */
export type Hold = 'off' | 'on' | 'away'

/** ms between two looks at the time */
const TICK = 250
/** px that a finger goes up until nothing will be sent */
const AWAY = 80
/** Levels that are kept. */
const LEVELS = 36

/** A voice comment from the question for the microphone until it stands there. What was recorded is lost by the user's own word alone. */
export class VoiceDraft {
  state: VoiceState = { phase: 'idle' }
  /** Whole ones, that have been recorded. */
  seconds = 0
  /** How loud it was of late, from 0 to 1, the last one now; none where the phone does not tell. */
  levels: readonly number[] = []
  hold: Hold = 'off'
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
      levels: observable.ref,
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

  /** Begins to record, unless something waits to be sent. Within the user's tap. @param isHeld by a finger that stays there */
  async begin(isHeld = false) {
    const { recorder } = this.app.lazy
    if (!recorder || (this.state.phase !== 'idle' && this.state.phase !== 'refused')) return
    const attempt = this.turned({ phase: 'asking' })
    this.levels = []
    this.hold = isHeld ? 'on' : 'off'
    try {
      const taking = await recorder.start(
        () => void this.interrupted(),
        (level) => this.heard(level),
      )
      if (attempt === this.attempt) this.began(taking)
      else taking.drop()
    } catch (error) {
      if (attempt === this.attempt) this.refused(error)
    }
  }

  /** The finger that holds it went up, px. */
  slid(up: number) {
    if (this.hold !== 'off') this.hold = up > AWAY ? 'away' : 'on'
  }

  /** The finger left. One that had to answer the phone's question first goes on without it. */
  async lifted() {
    const { hold, state } = this
    this.hold = 'off'
    if (hold === 'away') this.discard()
    else if (hold === 'on' && state.phase === 'recording') await this.send()
  }

  /** The phone took the finger away: it goes on without it. */
  letGo() {
    this.hold = 'off'
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

  private heard(level: number) {
    if (this.state.phase === 'recording') this.levels = [...this.levels, level].slice(-LEVELS)
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
    if (state.phase !== 'recording') this.hold = 'off'
    this.attempt += 1
    return this.attempt
  }
}
