import type { Clock, Recorder, RunningRecording } from '../Platform'
import { RecordingFailed } from '../fileFailures'
import { createTransfers } from './files/lazyTransfers'
import { listen } from './listen'

/** The formats of Chrome and Firefox, and of Safari. The server converts all to one format. */
const formats = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus']
/** bits per second: a minute has 240 KB */
const RATE = 32_000
/** ms per slice; the recorded slices survive if the browser breaks off */
const SLICE = 1000

/** The parts of a browser that recording uses. */
export interface RecordingBrowser {
  MediaRecorder?: typeof MediaRecorder
  AudioContext?: typeof AudioContext
  navigator: { mediaDevices?: Pick<MediaDevices, 'getUserMedia'> }
  document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
}

/** @returns null if the browser cannot record, in general or without https */
export function createRecorder(browser: RecordingBrowser, clock: Pick<Clock, 'now' | 'after'>): Recorder | null {
  const { MediaRecorder: Maker, AudioContext: Context, navigator, document } = browser
  const { mediaDevices } = navigator
  if (!Maker || !mediaDevices?.getUserMedia) return null
  return {
    async start(ended, heard) {
      const stream = await mediaDevices.getUserMedia({ audio: true }).catch((cause: unknown) => {
        throw new RecordingFailed(reasonOf(cause), { cause })
      })
      try {
        const mimeType = formats.find((format) => Maker.isTypeSupported(format))
        const maker = new Maker(stream, { ...(mimeType && { mimeType }), audioBitsPerSecond: RATE })
        const silence = heard ? listen(Context, stream, clock, heard) : () => {}
        return take(maker, { stream, document, clock, ended, silence })
      } catch (cause) {
        release(stream)
        throw new RecordingFailed('phone', { cause })
      }
    },
    addressOf({ source }) {
      const address = URL.createObjectURL(source as Blob)
      return { address, release: () => URL.revokeObjectURL(address) }
    },
    send: ({ path, headers, recording: { source }, canceler }) => {
      const bytes = source as Blob
      const file = { name: '', size: bytes.size, source: bytes }
      return createTransfers().upload({ path, headers, file, canceler, onProgress() {} })
    },
  }
}

interface Surroundings extends Pick<RecordingBrowser, 'document'> {
  stream: MediaStream
  clock: Pick<Clock, 'now'>
  ended(): void
  /** Ends the loudness measurement. */
  silence(): void
}

function take(maker: MediaRecorder, { stream, document, clock, ended, silence }: Surroundings): RunningRecording {
  const parts: Blob[] = []
  const startedAt = clock.now()
  let endedAt: number | null = null
  const over = new Promise<void>((resolve) => {
    maker.onstop = () => resolve()
  })

  function finish() {
    if (endedAt !== null) return
    endedAt = clock.now()
    document.removeEventListener('visibilitychange', handleVisibility)
    if (maker.state !== 'inactive') maker.stop()
    silence()
    release(stream)
  }
  /** A call mutes the microphone or takes it away. */
  function handleLoss() {
    if (endedAt !== null) return
    finish()
    ended()
  }
  function handleVisibility() {
    if (document.visibilityState === 'hidden') handleLoss()
  }

  maker.ondataavailable = ({ data }) => void parts.push(data)
  maker.onerror = handleLoss
  for (const track of stream.getAudioTracks()) track.onended = track.onmute = handleLoss
  document.addEventListener('visibilitychange', handleVisibility)
  maker.start(SLICE)
  return {
    async stop() {
      finish()
      await over
      const source = new Blob(parts, { type: maker.mimeType })
      if (source.size === 0) throw new RecordingFailed('phone')
      return { milliseconds: (endedAt ?? startedAt) - startedAt, source }
    },
    drop: finish,
  }
}

/** Stopping the tracks also removes the browser's recording indicator. */
function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

function reasonOf(cause: unknown): RecordingFailed['reason'] {
  const { name } = cause as { name?: string }
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotFoundError' ? 'missing' : 'phone'
}
