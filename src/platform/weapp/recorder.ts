import { loudnessOfMp3 } from '@/domain/comments/loudness'
import { RecordingFailed, type Recorder, type Recording, type Taking } from '../Platform'
import { callOf, type Call } from './network/callOf'
import type { WxFailure } from './network/network'
import { privacyFailure } from './privacy'
import { promised } from './network/promised'

/** Speech. The app ends it at a minute; WeChat would a little later. Each KB is shown to the app, six a second. */
const wanted = {
  duration: 65_000,
  sampleRate: 16_000,
  numberOfChannels: 1,
  encodeBitRate: 48_000,
  format: 'mp3',
  frameSize: 1,
}

/** A file that WeChat made. */
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

/** Tells when the app is hidden. */
interface Hiding {
  onAppHide(listener: () => void): void
  offAppHide(listener: () => void): void
}

/** @returns null where this WeChat has none */
export function createRecorder(wx: RecorderCalls, hiding: Hiding, send: Recorder['send']): Recorder | null {
  const manager = callOf(wx, 'getRecorderManager')?.()
  if (!manager) return null
  // One manager for all; it takes one listener of a kind.
  let under: Recorded | null = null
  manager.onStart(() => under?.began())
  manager.onStop((taken) => under?.stopped(taken))
  manager.onError((failure) => under?.failed(failure))
  manager.onInterruptionBegin(() => under?.lost())
  manager.onFrameRecorded?.(({ frameBuffer }) => under?.grew(new Uint8Array(frameBuffer)))
  return {
    async start(ended, heard) {
      under?.drop()
      await under?.over
      under = new Recorded(manager, hiding, ended, heard)
      return under.start()
    },
    send,
    openSettings: () =>
      promised((callbacks) => wx.openSetting?.(callbacks)).then(
        () => undefined,
        () => undefined,
      ),
  }
}

/** One recording, from the question for the microphone to its file. */
class Recorded implements Taking {
  /** Resolves however it ends. */
  readonly over: Promise<void>
  private readonly taken: Promise<Recording>
  private state: 'asking' | 'running' | 'stopping' | 'over' = 'asking'
  private begin!: () => void
  private resolve!: (recording: Recording) => void
  private reject!: (error: Error) => void

  constructor(
    private readonly manager: Manager,
    private readonly hiding: Hiding,
    private readonly ended: () => void,
    private readonly heard?: (level: number) => void,
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

  async start(): Promise<Taking> {
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

  /** WeChat has the user's yes, and records. */
  began() {
    if (this.state !== 'asking') return
    this.state = 'running'
    this.hiding.onAppHide(this.lost)
    this.begin()
  }

  /** A call comes, or the app goes. */
  readonly lost = () => {
    if (this.state === 'running') this.ended()
  }

  grew(piece: Uint8Array) {
    const level = this.state === 'running' ? loudnessOfMp3(piece) : null
    if (level !== null) this.heard?.(level)
  }

  stopped(taken: Taken) {
    this.end()
    this.resolve({ milliseconds: taken.duration, source: taken })
  }

  failed(failure: WxFailure) {
    this.end()
    this.reject(privacyFailure(failure) ?? new RecordingFailed(reasonOf(failure), { cause: failure }))
  }

  private end() {
    const isByItself = this.state === 'running'
    this.state = 'over'
    this.hiding.offAppHide(this.lost)
    if (isByItself) this.ended()
  }
}

function reasonOf({ errMsg = '' }: WxFailure): RecordingFailed['reason'] {
  return /auth|permission|denied|deny/i.test(errMsg) ? 'denied' : 'phone'
}
