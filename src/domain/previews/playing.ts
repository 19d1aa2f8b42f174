/** Seconds of playing before a position is worth storing. */
const BEGINNING = 10
/** Fraction of the length from which a video or sound counts as played to the end. */
const END = 0.95

/** The stored position of a video or sound, in seconds. */
export interface PlaybackPosition {
  /** The version id: another version starts from the beginning. */
  version: number
  seconds: number
}

/** The position to store; null near the beginning and the end. @param length seconds */
export function positionWorth(seconds: number, length: number): number | null {
  return seconds >= BEGINNING && seconds < length * END ? Math.floor(seconds) : null
}

/** Puts the position of a version first, or removes it. Drops the oldest beyond `most`. */
export function keepPosition(
  places: readonly PlaybackPosition[],
  version: number,
  seconds: number | null,
  most: number,
): PlaybackPosition[] {
  const others = places.filter((place) => place.version !== version)
  return seconds === null ? others : [{ version, seconds }, ...others].slice(0, most)
}

/** `3:07`, `1:02:45`: minutes and seconds, with hours if there are any. @param seconds rounded down, as on a clock */
export function wordLength(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
