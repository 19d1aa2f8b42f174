import { sizeWithin, type Size } from './pixels'

/** A point of a photo: 0 to 1 from its left and its top. */
export interface Corner {
  x: number
  y: number
}

/** The corners of a page in a photo: those that become its top left, top right, bottom right and bottom left. */
export type Quad = readonly [Corner, Corner, Corner, Corner]

/** The whole photo. */
export const WHOLE: Quad = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
]

/** The least area of the triangle at each corner; a flatter page could not be straightened. */
const LEAST = 0.005
/** The longer side of a paper of the series A, such as A4, in lengths of the shorter side. */
const A_SERIES = Math.SQRT2
/** How far the sides of such a paper may differ from that in a photo. */
const TOLERANCE = 0.1

/** Moves one corner, at most to the edge of the photo. A page that would fold over keeps its corners. */
export function moveCorner(quad: Quad, at: number, { x, y }: Corner): Quad {
  const moved = quad.map((corner, n) => (n === at ? { x: within(x), y: within(y) } : corner)) as unknown as Quad
  return isPage(moved) ? moved : quad
}

/** Whether four corners, clockwise, surround an area without folding over. */
export function isPage(quad: Quad): boolean {
  return quad.every((corner, n) => {
    const [before, after] = [quad[(n + 3) % 4]!, quad[(n + 1) % 4]!]
    const area = (corner.x - before.x) * (after.y - corner.y) - (corner.y - before.y) * (after.x - corner.x)
    return area / 2 >= LEAST
  })
}

/** The page turned by a quarter, clockwise. */
export function turnQuad([topLeft, topRight, bottomRight, bottomLeft]: Quad): Quad {
  return [bottomLeft, topLeft, topRight, bottomRight]
}

/**
 * The size of the straightened page in px of its photo, at most `longest` px a side. A page with nearly the shape of A4 has exactly that shape,
 * because a photo at an angle shortens one side.
 */
export function pageSize(quad: Quad, photo: Size, longest: number): Size {
  const side = (a: number, b: number) =>
    Math.hypot((quad[a]!.x - quad[b]!.x) * photo.width, (quad[a]!.y - quad[b]!.y) * photo.height)
  let width = Math.max(side(0, 1), side(3, 2))
  let height = Math.max(side(0, 3), side(1, 2))
  const ratio = Math.max(width, height) / Math.min(width, height)
  if (Math.abs(ratio / A_SERIES - 1) <= TOLERANCE) {
    if (width > height) height = width / A_SERIES
    else width = height / A_SERIES
  }
  return sizeWithin({ width, height }, longest)
}

/** A place at most at the edge of the photo. */
export function within(share: number): number {
  return Math.min(1, Math.max(0, share))
}
