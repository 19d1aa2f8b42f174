import { loudnessOfWave } from '@/domain/comments/loudness'
import type { Clock } from '../Platform'

/** ms between two measurements */
const LOOK = 100

/** Reports the loudness of a microphone, 0 to 1, if the browser can measure it. @returns the function that ends it */
export function listen(
  Context: typeof AudioContext | undefined,
  stream: MediaStream,
  clock: Pick<Clock, 'after'>,
  heard: (level: number) => void,
): () => void {
  if (!Context) return () => {}
  let context: AudioContext
  let analyser: AnalyserNode
  try {
    context = new Context()
    analyser = context.createAnalyser()
    context.createMediaStreamSource(stream).connect(analyser)
  } catch {
    // Recording works without it.
    return () => {}
  }
  const samples = new Uint8Array(analyser.fftSize)
  let stop = () => {}
  function look() {
    analyser.getByteTimeDomainData(samples)
    // Browsers suspend the context until the user's first tap.
    if (context.state === 'running') heard(loudnessOfWave(samples))
    stop = clock.after(LOOK, look)
  }
  stop = clock.after(LOOK, look)
  return () => {
    stop()
    void context.close().catch(() => undefined)
  }
}
