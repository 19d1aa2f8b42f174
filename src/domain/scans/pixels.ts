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

/** How bright a pixel is, 0 to 255. @param at the place of its red in `data` */
export function brightness(data: ArrayLike<number>, at: number): number {
  return (77 * data[at]! + 150 * data[at + 1]! + 29 * data[at + 2]!) >> 8
}
