import { RecordingFailed, type Clock, type Recorder, type Taking } from '../Platform'
import { createTransfers } from './files/lazyTransfers'
import { listen } from './listen'

/** The formats of Chrome and Firefox, of Safari; the server makes one of all. */
const formats = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus']
/** bits a second: a minute has 240 KB */
const RATE = 32_000
/** ms; what was taken so far is there even where the browser breaks off */
const SLICE = 1000

/** What of a browser it uses. */
export interface RecordingBrowser {
  MediaRecorder?: typeof MediaRecorder
  AudioContext?: typeof AudioContext
  navigator: { mediaDevices?: Pick<MediaDevices, 'getUserMedia'> }
  document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
}

/** @returns null in a browser that cannot record, or not on this page: without https none can */
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
  /** Nobody listens to it any more. */
  silence(): void
}

function take(maker: MediaRecorder, { stream, document, clock, ended, silence }: Surroundings): Taking {
  const parts: Blob[] = []
  const begun = clock.now()
  let until: number | null = null
  const over = new Promise<void>((resolve) => {
    maker.onstop = () => resolve()
  })

  function finish() {
    if (until !== null) return
    until = clock.now()
    document.removeEventListener('visibilitychange', hidden)
    if (maker.state !== 'inactive') maker.stop()
    silence()
    release(stream)
  }
  /** A call mutes the microphone or takes it away. */
  function lost() {
    if (until !== null) return
    finish()
    ended()
  }
  function hidden() {
    if (document.visibilityState === 'hidden') lost()
  }

  maker.ondataavailable = ({ data }) => void parts.push(data)
  maker.onerror = lost
  for (const track of stream.getAudioTracks()) track.onended = track.onmute = lost
  document.addEventListener('visibilitychange', hidden)
  maker.start(SLICE)
  return {
    async stop() {
      finish()
      await over
      const source = new Blob(parts, { type: maker.mimeType })
      if (source.size === 0) throw new RecordingFailed('phone')
      return { milliseconds: (until ?? begun) - begun, source }
    },
    drop: finish,
  }
}

/** The browser's own sign that it records goes, too. */
function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

function reasonOf(cause: unknown): RecordingFailed['reason'] {
  const { name } = cause as { name?: string }
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotFoundError' ? 'missing' : 'phone'
}
