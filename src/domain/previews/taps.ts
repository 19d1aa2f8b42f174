/** A finger or the mouse, pressed or lifted. @property at ms @property x px of the screen @property y px of the screen */
export interface Touch {
  at: number
  x: number
  y: number
}

/** The state of the tap detection. */
export interface Taps {
  /** The present press. */
  down: Touch | null
  /** A lifted tap that may become the first of two. */
  first: Touch | null
}

export interface Tap extends Touch {
  kind: 'single' | 'double'
}

/** px that a finger may move within a tap. */
const WANDER = 10
/** px between the two taps of a double tap. */
const APART = 40
/** ms; a longer press is no tap. */
const LONGEST = 500

export const noTaps: Taps = { down: null, first: null }

type Outcome = [taps: Taps, tap: Tap | null]

const single = (touch: Touch): Tap => ({ ...touch, kind: 'single' })
const areWithin = (distance: number, one: Touch, other: Touch) =>
  Math.hypot(one.x - other.x, one.y - other.y) <= distance

/**
 * The state after a press. A press later than `interval` ms (1§9: 200) or elsewhere cannot belong to the previous tap, which becomes a single tap.
 */
export function press({ first }: Taps, touch: Touch, interval: number): Outcome {
  if (first && touch.at - first.at <= interval && areWithin(APART, first, touch)) return [{ down: touch, first }, null]
  return [{ down: touch, first: null }, first && single(first)]
}

/** The state after lifting: the second tap makes a double tap; a first tap waits (call `endWait` after the interval). */
export function lift({ down, first }: Taps, touch: Touch): Outcome {
  if (!down) return [{ down: null, first }, null]
  if (touch.at - down.at > LONGEST || !areWithin(WANDER, down, touch)) return cancelPress({ down, first })
  if (first) return [noTaps, { ...touch, kind: 'double' }]
  return [{ down: null, first: touch }, null]
}

/** The state after a press turned into something else, such as scrolling: the previous tap becomes a single tap. */
export function cancelPress({ down, first }: Taps): Outcome {
  return down && first ? [noTaps, single(first)] : [{ down: null, first }, null]
}

/** The state after the interval since lifting: a single tap, unless the next press has begun. */
export function endWait(taps: Taps): Outcome {
  return taps.first && !taps.down ? [noTaps, single(taps.first)] : [taps, null]
}
