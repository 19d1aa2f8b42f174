/** A finger or the mouse, pressed or lifted. @property at ms @property x px of the screen @property y px of the screen */
export interface Touch {
  at: number
  x: number
  y: number
}

/** What is known of the taps so far. */
export interface Taps {
  /** Pressed now. */
  down: Touch | null
  /** A tap that may yet be the first of two, as it was lifted. */
  first: Touch | null
}

export interface Tap extends Touch {
  kind: 'single' | 'double'
}

/** px that a finger may wander within a tap. */
const WANDER = 10
/** px between the two taps of a double tap. */
const APART = 40
/** ms; who presses longer does not tap. */
const LONGEST = 500

export const noTaps: Taps = { down: null, first: null }

type Outcome = [taps: Taps, tap: Tap | null]

const single = (touch: Touch): Tap => ({ ...touch, kind: 'single' })
const areWithin = (distance: number, one: Touch, other: Touch) =>
  Math.hypot(one.x - other.x, one.y - other.y) <= distance

/**
 * After a press. One that cannot belong to the tap before, as it comes later than `interval` ms (1§9: 200) or elsewhere, makes that a single tap.
 */
export function pressed({ first }: Taps, touch: Touch, interval: number): Outcome {
  if (first && touch.at - first.at <= interval && areWithin(APART, first, touch)) return [{ down: touch, first }, null]
  return [{ down: touch, first: null }, first && single(first)]
}

/** After the press was lifted: the second tap of two makes a double tap; a first one waits (call `waited` after the interval). */
export function lifted({ down, first }: Taps, touch: Touch): Outcome {
  if (!down) return [{ down: null, first }, null]
  if (touch.at - down.at > LONGEST || !areWithin(WANDER, down, touch)) return dropped({ down, first })
  if (first) return [noTaps, { ...touch, kind: 'double' }]
  return [{ down: null, first: touch }, null]
}

/** The press became something else, such as scrolling: the tap before it stays alone. */
export function dropped({ down, first }: Taps): Outcome {
  return down && first ? [noTaps, single(first)] : [{ down: null, first }, null]
}

/** The interval after a lift went by: a single tap, unless the next press is already there. */
export function waited(taps: Taps): Outcome {
  return taps.first && !taps.down ? [noTaps, single(taps.first)] : [taps, null]
}
