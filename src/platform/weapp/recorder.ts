import { loudnessOfMp3 } from '@/domain/comments/loudness'
import type { Recorder, Recording, RunningRecording } from '../Platform'
import { RecordingFailed } from '../fileFailures'
import type { WxFailure } from './network/network'
import { privacyFailure } from './privacy'
import { promised, callOf, type Call } from './network/promised'

/**
 * The format for speech. `duration` is WeChat's limit; the app itself stops at 60 s. `frameSize` 1: WeChat reports every KB, about six per second.
 */
const wanted = {
  duration: 65_000,
  sampleRate: 16_000,
  numberOfChannels: 1,
  encodeBitRate: 48_000,
  format: 'mp3',
  frameSize: 1,
}

/** A file recorded by WeChat. */
export interface Taken {
  tempFilePath: string
  /** ms */
  duration: number
  /** bytes */
  fileSize: number
}

interface Manager {
  start(options: typeof wanted): void
  stop(): void
  onStart(listener: () => void): void
  onStop(listener: (taken: Taken) => void): void
  onError(listener: (failure: WxFailure) => void): void
  onInterruptionBegin(listener: () => void): void
  onFrameRecorded?(listener: (piece: { frameBuffer: ArrayBuffer }) => void): void
}

export interface RecorderCalls {
  getRecorderManager?(): Manager
  openSetting?: Call<object>
}

/** Reports when the app is hidden. */
interface Hiding {
  onAppHide(listener: () => void): void
  offAppHide(listener: () => void): void
}

/** @returns null if this WeChat lacks the recorder */
export function createRecorder(wx: RecorderCalls, hiding: Hiding, send: Recorder['send']): Recorder | null {
  const manager = callOf(wx, 'getRecorderManager')?.()
  if (!manager) return null
  // WeChat has a single manager, with one listener per event.
  let active: ActiveRecording | null = null
  manager.onStart(() => active?.onStarted())
  manager.onStop((taken) => active?.onStopped(taken))
  manager.onError((failure) => active?.onFailed(failure))
  manager.onInterruptionBegin(() => active?.onInterrupted())
  manager.onFrameRecorded?.(({ frameBuffer }) => active?.onFrame(new Uint8Array(frameBuffer)))
  return {
    async start(onEnded, onLevel) {
      active?.drop()
      await active?.over
      active = new ActiveRecording(manager, hiding, onEnded, onLevel)
      return active.start()
    },
    addressOf: ({ source }) => ({ address: (source as Taken).tempFilePath, release() {} }),
    send,
    openSettings: () =>
      promised((callbacks) => wx.openSetting?.(callbacks)).then(
        () => undefined,
        () => undefined,
      ),
  }
}

/** One recording, from the request for the microphone to its file. */
class ActiveRecording implements RunningRecording {
  /** Resolves when the recording ends, for whatever reason. */
  readonly over: Promise<void>
  private readonly taken: Promise<Recording>
  private state: 'asking' | 'running' | 'stopping' | 'over' = 'asking'
  private begin!: () => void
  private resolve!: (recording: Recording) => void
  private reject!: (error: Error) => void

  constructor(
    private readonly manager: Manager,
    private readonly hiding: Hiding,
    private readonly onEnded: () => void,
    private readonly onLevel?: (level: number) => void,
  ) {
    this.taken = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
    this.over = this.taken.then(
      () => undefined,
      () => undefined,
    )
  }

  async start(): Promise<RunningRecording> {
    const begun = new Promise<void>((begin) => {
      this.begin = begin
    })
    this.manager.start(wanted)
    await Promise.race([begun, this.taken])
    return this
  }

  stop(): Promise<Recording> {
    if (this.state === 'running') {
      this.state = 'stopping'
      this.manager.stop()
    }
    return this.taken
  }

  drop() {
    void this.stop().catch(() => undefined)
  }

  /** The user has agreed, and WeChat records. */
  onStarted() {
    if (this.state !== 'asking') return
    this.state = 'running'
    this.hiding.onAppHide(this.onInterrupted)
    this.begin()
  }

  /** A call comes in, or the app is hidden. */
  readonly onInterrupted = () => {
    if (this.state === 'running') this.onEnded()
  }

  onFrame(piece: Uint8Array) {
    const level = this.state === 'running' ? loudnessOfMp3(piece) : null
    if (level !== null) this.onLevel?.(level)
  }

  onStopped(taken: Taken) {
    this.end()
    this.resolve({ milliseconds: taken.duration, source: taken })
  }

  onFailed(failure: WxFailure) {
    this.end()
    this.reject(privacyFailure(failure) ?? new RecordingFailed(reasonOf(failure), { cause: failure }))
  }

  private end() {
    const isByItself = this.state === 'running'
    this.state = 'over'
    this.hiding.offAppHide(this.onInterrupted)
    if (isByItself) this.onEnded()
  }
}

function reasonOf({ errMsg = '' }: WxFailure): RecordingFailed['reason'] {
  return /auth|permission|denied|deny/i.test(errMsg) ? 'denied' : 'phone'
}
