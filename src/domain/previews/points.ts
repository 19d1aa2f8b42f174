/** px */
export interface Point {
  x: number
  y: number
}

export function middleOf(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }
}

/** px */
export function apart(one: Point, other: Point): number {
  return Math.hypot(other.x - one.x, other.y - one.y)
}
