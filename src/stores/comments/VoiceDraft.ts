import { makeAutoObservable, observable } from 'mobx'
import { ApiFailure } from '@/api/ApiFailure'
import { sendVoice } from '@/api/sendVoice'
import { VOICE_LENGTH } from '@/domain/limits'
import { createCanceler } from '@/platform/canceler'
import type { Recording, RunningRecording } from '@/platform/Platform'
import { FileUnreadable, RecordingFailed } from '@/platform/fileFailures'
import { PrivacyRefused, PrivacyUndeclared } from '@/platform/privacyFailures'
import { ActionLog } from '@/stores/app/ActionLog'
import type { AppServices } from '@/stores/app/AppServices'
import type { CommentStore } from './CommentStore'
import { unsentVoicesOf, type UnsentVoice, type UnsentVoices } from './UnsentVoices'

/** Why nothing was recorded; `lost`: the phone no longer has the recording. */
export type VoiceFailure = RecordingFailed['reason'] | 'privacy' | 'undeclared' | 'short' | 'lost'

export type VoiceState =
  | { phase: 'idle' }
  /** The phone asks the user for the microphone. */
  | { phase: 'asking' }
  | { phase: 'recording' }
  /** The phone writes the recording to a file. */
  | { phase: 'ending' }
  | ({ phase: 'kept' } & UnsentVoice)
  | { phase: 'sending' }
  | { phase: 'refused'; why: VoiceFailure }

/** `on`: a finger rests on the microphone, and lifting it sends the recording; `away`: the finger moved so far that nothing will be sent. */
export type Hold = 'off' | 'on' | 'away'

/** ms between two readings of the clock */
const TICK = 250
/** px that a finger moves up to cancel sending */
const AWAY = 80
/** levels shown */
const LEVELS = 36

/** A voice comment, from the request for the microphone until it is published. Only the user discards a recording. */
export class VoiceDraft {
  state: VoiceState = { phase: 'idle' }
  /** Whole seconds recorded. */
  seconds = 0
  /** Recent loudness from 0 to 1, the newest last; empty where the phone does not measure it. */
  levels: readonly number[] = []
  hold: Hold = 'off'
  private taking: RunningRecording | null = null
  private begun = 0
  private stopTimer = () => {}
  /** Counts attempts: answers to an earlier one are dropped. */
  private attempt = 0
  private readonly kept: UnsentVoices

  constructor(
    private readonly app: Pick<AppServices, 'api' | 'lazy' | 'platform' | 'session'>,
    private readonly comments: Pick<CommentStore, 'target' | 'published' | 'threads'>,
  ) {
    this.kept = unsentVoicesOf(app)
    const voice = this.kept.of(comments.target.typedId)
    if (voice) this.state = { phase: 'kept', ...voice }
    if (voice?.answering) comments.threads.answer(voice.answering)
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

  /** Begins to record, unless a recording waits to be sent. Within the user's tap. @param isHeld while a finger rests on the button */
  async begin(isHeld = false) {
    if (this.state.phase === 'idle' || this.state.phase === 'refused') await this.record(isHeld)
  }

  /** Discards the kept recording and records anew. Within the user's tap. */
  async recordAnew() {
    if (this.state.phase !== 'kept') return
    this.kept.remove(this.comments.target.typedId)
    await this.record(false)
  }

  private async record(isHeld: boolean) {
    const { recorder } = this.app.lazy
    if (!recorder) return
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

  /** The holding finger moved up. @param up px */
  moveFinger(up: number) {
    if (this.hold !== 'off') this.hold = up > AWAY ? 'away' : 'on'
  }

  /** The finger lifted. If the user had to answer the phone's question first, recording continues without the finger. */
  async releaseFinger() {
    const { hold, state } = this
    this.hold = 'off'
    if (hold === 'away') this.discard()
    else if (hold === 'on' && state.phase === 'recording') await this.send()
  }

  /** The phone interrupted the touch: recording continues without the finger. */
  cancelHold() {
    this.hold = 'off'
  }

  /** Ends the recording and keeps it, so that the user can listen before sending. */
  async review() {
    if (this.state.phase === 'recording') await this.keep('ready')
  }

  /** Ends the recording and publishes it, or publishes the kept one. */
  async send() {
    const { state } = this
    if (state.phase === 'kept') return this.deliver(state.recording)
    const recording = await this.end()
    if (recording) await this.deliver(recording)
  }

  /** Discards the recording. */
  discard() {
    this.taking?.drop()
    this.taking = null
    this.kept.remove(this.comments.target.typedId)
    this.turned({ phase: 'idle' })
  }

  /** The user leaves: a running recording is kept. */
  async leave() {
    const { phase } = this.state
    if (phase === 'recording') await this.interrupted()
    else if (phase === 'asking' || phase === 'refused') this.turned({ phase: 'idle' })
  }

  /** Opens the settings for the microphone, then begins again. Within the user's tap. */
  async openSettings() {
    const { attempt } = this
    await this.app.lazy.recorder?.openSettings?.()
    if (attempt === this.attempt) await this.begin()
  }

  dispose() {
    void this.leave()
  }

  private heard(level: number) {
    if (this.state.phase === 'recording') this.levels = [...this.levels, level].slice(-LEVELS)
  }

  private began(taking: RunningRecording) {
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

  private async keep(why: UnsentVoice['why']) {
    const recording = await this.end()
    if (recording) this.held(recording, why)
  }

  /** @returns null after a failure, which the user knows of */
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
    const { target, threads } = this.comments
    const { typedId } = target
    this.turned({ phase: 'sending' })
    this.kept.remove(typedId)
    try {
      const comment = await sendVoice(api, recorder, {
        typedId,
        answerToId: threads.answering?.id,
        recording,
        canceler: createCanceler(),
      })
      this.turned({ phase: 'idle' })
      this.comments.published(comment)
    } catch (error) {
      if (!(error instanceof ApiFailure)) return this.refused(error)
      threads.sendFailed(error)
      this.held(recording, 'unsent')
    }
  }

  private held(recording: Recording, why: UnsentVoice['why']) {
    const voice = { recording, why, answering: this.comments.threads.answering }
    this.kept.put(this.comments.target.typedId, voice)
    this.turned({ phase: 'kept', ...voice })
  }

  private refused(error: unknown) {
    this.turned({ phase: 'refused', why: this.reasonOf(error) })
  }

  private reasonOf(error: unknown): VoiceFailure {
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
