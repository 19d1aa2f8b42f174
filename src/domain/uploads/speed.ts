/** ms over which the speed is smoothed: after this time two thirds of a change show. */
const SMOOTHING = 3000
/** ms; closer samples are joined. */
const SAMPLE_INTERVAL = 250

/** The speed measurement of a transfer. */
export interface Meter {
  /** bytes per second; null before two samples. */
  speed: number | null
  /** bytes and ms of the last sample. */
  loaded: number
  at: number
}

/** Starts measuring. @param loaded bytes so far @param at ms of the clock */
export function startMeter(loaded: number, at: number): Meter {
  return { speed: null, loaded, at }
}

/** The meter after `loaded` bytes at `at` ms. If a retry sends bytes again, it restarts without a negative speed. */
export function measured(meter: Meter, loaded: number, at: number): Meter {
  if (loaded < meter.loaded) return { ...meter, loaded, at }
  const elapsed = at - meter.at
  if (elapsed < SAMPLE_INTERVAL) return meter
  const speed = ((loaded - meter.loaded) / elapsed) * 1000
  const weight = meter.speed === null ? 1 : 1 - Math.exp(-elapsed / SMOOTHING)
  return { speed: (meter.speed ?? 0) * (1 - weight) + speed * weight, loaded, at }
}

/** Whole seconds until `size` bytes are sent, rounded up; null while the speed is unknown or 0. */
export function timeLeft(meter: Meter, size: number): number | null {
  return meter.speed ? Math.ceil(Math.max(0, size - meter.loaded) / meter.speed) : null
}
