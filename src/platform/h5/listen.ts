import { loudnessOfWave } from '@/domain/comments/loudness'
import type { Clock } from '../Platform'

/** ms between two looks */
const LOOK = 100

/** Tells how loud a microphone is, from 0 to 1, where the browser can. @returns what ends it */
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
    // It records all the same.
    return () => {}
  }
  const samples = new Uint8Array(analyser.fftSize)
  let stop = () => {}
  function look() {
    analyser.getByteTimeDomainData(samples)
    // Before the user's first tap on the page a browser lets none run.
    if (context.state === 'running') heard(loudnessOfWave(samples))
    stop = clock.after(LOOK, look)
  }
  stop = clock.after(LOOK, look)
  return () => {
    stop()
    void context.close().catch(() => undefined)
  }
}
