import { statSync } from 'node:fs'
import type { Api, Device, Options } from '../Device'
import type { FileSource } from '../DiskFiles'
import type { Privacy } from './privacy'

const playerEvents = [
  'Canplay',
  'Play',
  'Pause',
  'Stop',
  'Ended',
  'TimeUpdate',
  'Error',
  'Waiting',
  'Seeking',
  'Seeked',
] as const
const recorderEvents = [
  'Start',
  'Pause',
  'Resume',
  'Stop',
  'Error',
  'InterruptionBegin',
  'InterruptionEnd',
  'FrameRecorded',
] as const
/** ms; WeChat records no longer, and 60 s when the app names no duration */
const longestRecording = 600_000

type Signals<Name extends string> = Record<Name, ReturnType<Device['signal']>>

function signalsFor<Name extends string>(device: Device, names: readonly Name[]): Signals<Name> {
  return Object.fromEntries(names.map((name) => [name, device.signal(name)])) as Signals<Name>
}

/** One `InnerAudioContext`. Nothing sounds here, so the test moves its time. */
export class AudioPlayer {
  src = ''
  currentTime = 0
  duration = 0
  startTime = 0
  paused = true
  autoplay = false
  loop = false
  volume = 1
  playbackRate = 1
  obeyMuteSwitch = true
  private readonly signals: Signals<(typeof playerEvents)[number]>

  constructor(device: Device) {
    this.signals = signalsFor(device, playerEvents)
    Object.assign(this, ...Object.values(this.signals).map((signal) => signal.api))
  }

  play = () => this.change(false, 'Play')
  pause = () => this.change(true, 'Pause')
  stop = () => {
    this.currentTime = 0
    this.change(true, 'Stop')
  }
  seek = (seconds: number) => {
    this.signals.Seeking.emit()
    this.currentTime = seconds
    this.signals.Seeked.emit()
  }
  destroy = () => {
    this.paused = true
  }

  /** For the test: the sound is loaded and has this length, in seconds. */
  ready(duration: number): void {
    this.duration = duration
    this.signals.Canplay.emit()
  }

  /** For the test: the sound has reached this second. */
  reach(seconds: number): void {
    this.currentTime = seconds
    this.signals.TimeUpdate.emit()
  }

  /** For the test: the sound is over. */
  end(): void {
    this.change(true, 'Ended')
  }

  /** For the test: the sound cannot be played. */
  fail(errCode = 10001): void {
    this.paused = true
    this.signals.Error.emit({ errCode, errMsg: 'audio failed' })
  }

  private change(paused: boolean, event: 'Play' | 'Pause' | 'Stop' | 'Ended'): void {
    this.paused = paused
    this.signals[event].emit()
  }
}

export interface Audio {
  api: Api
  players: AudioPlayer[]
  /** The sound of the next recording; `duration` in ms. */
  record(sound: FileSource & { duration: number }): void
  /** Sends the sound since the last piece to an app that asked for pieces. */
  hear(piece: Uint8Array): void
}

/** `createInnerAudioContext` and `getRecorderManager`. */
export function audioFamily(device: Device, privacy: Privacy): Audio {
  const players: AudioPlayer[] = []
  const sounds: (FileSource & { duration: number })[] = []
  const signals = signalsFor(device, recorderEvents)
  let format = 'aac'
  let givesPieces = false

  async function start(options: Options = {}): Promise<void> {
    const duration = Number(options.duration ?? 60_000)
    if (duration > longestRecording) return signals.Error.emit({ errMsg: 'start:fail duration exceeds 600000' })
    format = String(options.format ?? 'aac')
    givesPieces = options.frameSize !== undefined && (format === 'mp3' || format === 'PCM')
    try {
      await privacy.demand('getRecorderManager.start')
      signals.Start.emit()
    } catch {
      signals.Error.emit({ errMsg: 'start:fail privacy permission is not authorized' })
    }
  }

  function stop(): void {
    const sound = sounds.shift()
    if (!sound) return device.trace.report(new Error('a recording was stopped, but the test scripted no sound'))
    const tempFilePath = device.files.add(sound, `.${format}`)
    const fileSize = statSync(device.files.diskPath(tempFilePath) as string).size
    signals.Stop.emit({ tempFilePath, duration: sound.duration, fileSize })
  }

  const recorder = device.realm.toApp({
    ...Object.assign({}, ...Object.values(signals).map((signal) => signal.api)),
    start: (options?: Options) => void start(options),
    stop: () => setImmediate(stop),
    pause: () => setImmediate(() => signals.Pause.emit()),
    resume: () => setImmediate(() => signals.Resume.emit()),
  })
  return {
    players,
    record: (sound) => void sounds.push(sound),
    hear(piece) {
      if (givesPieces) signals.FrameRecorded.emit({ frameBuffer: device.realm.toBuffer(piece), isLastFrame: false })
    },
    api: {
      getRecorderManager: () => recorder,
      createInnerAudioContext: () => {
        const player = new AudioPlayer(device)
        players.push(player)
        return player
      },
    },
  }
}
