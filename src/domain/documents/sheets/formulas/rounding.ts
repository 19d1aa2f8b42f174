import { NUMBER_DIGITS } from './values'

/** A number without the digits in which 4.35 * 100 differs from 435. */
export function withoutNoise(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(NUMBER_DIGITS))
}

/**
 * Rounds a number, away from 0 at halves.
 * @param digits after the point; before it if negative
 * @param round how the size is rounded, without its sign
 */
export function roundTo(value: number, digits: number, round: (size: number) => number = Math.round): number {
  const places = Math.trunc(digits)
  const by = 10 ** Math.abs(places)
  const scaled = places >= 0 ? Math.abs(value) * by : Math.abs(value) / by
  // Numbers of this size have no such digits.
  if (!(scaled < 10 ** NUMBER_DIGITS)) return value
  const size = round(withoutNoise(scaled))
  if (size === 0) return 0
  return Math.sign(value) * (places >= 0 ? size / by : size * by)
}
