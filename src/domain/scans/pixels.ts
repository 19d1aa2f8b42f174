/** A picture in memory: red, green, blue and opacity of each pixel, row by row. */
export interface Pixels {
  width: number
  height: number
  data: Uint8ClampedArray
}

/** px */
export interface Size {
  width: number
  height: number
}

/** A size made smaller, if need be, until no side is longer than `longest`; at least 1 px a side. */
export function sizeWithin({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** How bright a pixel is, 0 to 255. @param at the place of its red in `data` */
export function brightness(data: ArrayLike<number>, at: number): number {
  return (77 * data[at]! + 150 * data[at + 1]! + 29 * data[at + 2]!) >> 8
}
