/** Seconds heard or seen before a place is worth coming back to. */
const BEGINNING = 10
/** Share of the whole from which on it counts as played to its end. */
const END = 0.95

/** Where a video or sound was left, in seconds. */
export interface PlaybackPosition {
  /** The version: another one begins anew. */
  version: number
  seconds: number
}

/** What is worth keeping of where it was left; null near its beginning and its end. @param length seconds */
export function positionWorth(seconds: number, length: number): number | null {
  return seconds >= BEGINNING && seconds < length * END ? Math.floor(seconds) : null
}

/** The places with that of one version put in front, or taken out; the oldest fall off behind `most`. */
export function keepPosition(
  places: readonly PlaybackPosition[],
  version: number,
  seconds: number | null,
  most: number,
): PlaybackPosition[] {
  const others = places.filter((place) => place.version !== version)
  return seconds === null ? others : [{ version, seconds }, ...others].slice(0, most)
}

/** `3:07`, `1:02:45`: minutes and seconds, hours where there are some. @param seconds cut, as a clock does */
export function wordLength(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
