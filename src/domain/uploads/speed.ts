/** ms over which the speed is smoothed: a change of pace shows to two thirds after this time. */
const SMOOTHING = 3000
/** ms; samples closer together are joined. */
const SAMPLE_INTERVAL = 250

/** The pace of a transfer. */
export interface Meter {
  /** bytes a second; null before two samples. */
  speed: number | null
  /** bytes and ms of the last sample. */
  loaded: number
  at: number
}

/** Begins to measure; bytes so far and the clock's ms. */
export function startMeter(loaded: number, at: number): Meter {
  return { speed: null, loaded, at }
}

/** The meter after `loaded` bytes at `at` ms; bytes that are sent again after a retry begin anew without a negative speed. */
export function measured(meter: Meter, loaded: number, at: number): Meter {
  if (loaded < meter.loaded) return { ...meter, loaded, at }
  const elapsed = at - meter.at
  if (elapsed < SAMPLE_INTERVAL) return meter
  const speed = ((loaded - meter.loaded) / elapsed) * 1000
  const weight = meter.speed === null ? 1 : 1 - Math.exp(-elapsed / SMOOTHING)
  return { speed: (meter.speed ?? 0) * (1 - weight) + speed * weight, loaded, at }
}

/** Whole seconds until `size` bytes are sent, rounded up; null while the pace is unknown or nought. */
export function timeLeft(meter: Meter, size: number): number | null {
  return meter.speed ? Math.ceil(Math.max(0, size - meter.loaded) / meter.speed) : null
}
