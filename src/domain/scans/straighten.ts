import type { Pixels, Size } from './pixels'
import type { Quad } from './quad'

/** The numbers of a projection of a page onto a photo: x = (a u + b v + c) / (g u + h v + 1), y = (d u + e v + f) / (g u + h v + 1). */
interface Projection {
  a: number
  b: number
  c: number
  d: number
  e: number
  f: number
  g: number
  h: number
}

/** Straightens a page a few rows at a time, so that the app stays responsive. */
export class Straightening {
  readonly page: Pixels
  private readonly projection: Projection

  /** @param size of the straightened page */
  constructor(
    private readonly photo: Pixels,
    quad: Quad,
    { width, height }: Size,
  ) {
    this.page = { width, height, data: new Uint8ClampedArray(width * height * 4) }
    this.projection = projectionOf(quad)
  }

  /** Fills the rows from `from`, up to but not including `to`. Each pixel is the mean of the four nearest of the photo. */
  fillRows(from: number, to: number) {
    const { page, photo, projection } = this
    const { a, b, c, d, e, f, g, h } = projection
    const { data: source, width: stride } = photo
    const right = photo.width - 1
    const bottom = photo.height - 1
    for (let row = from; row < Math.min(to, page.height); row += 1) {
      const v = (row + 0.5) / page.height
      let place = row * page.width * 4
      for (let column = 0; column < page.width; column += 1, place += 4) {
        const u = (column + 0.5) / page.width
        const depth = g * u + h * v + 1
        const x = bounded(((a * u + b * v + c) / depth) * photo.width - 0.5, right)
        const y = bounded(((d * u + e * v + f) / depth) * photo.height - 0.5, bottom)
        const left = Math.floor(x)
        const top = Math.floor(y)
        const across = x - left
        const down = y - top
        const first = (top * stride + left) * 4
        const second = left < right ? first + 4 : first
        const below = top < bottom ? stride * 4 : 0
        for (let part = 0; part < 3; part += 1) {
          const upper = source[first + part]! * (1 - across) + source[second + part]! * across
          const lower = source[first + below + part]! * (1 - across) + source[second + below + part]! * across
          page.data[place + part] = upper * (1 - down) + lower * down
        }
        page.data[place + 3] = 255
      }
    }
  }
}

/** The projection of the unit square onto four points (Heckbert 1989). */
function projectionOf([p0, p1, p2, p3]: Quad): Projection {
  const dx1 = p1.x - p2.x
  const dx2 = p3.x - p2.x
  const dy1 = p1.y - p2.y
  const dy2 = p3.y - p2.y
  const sx = p0.x - p1.x + p2.x - p3.x
  const sy = p0.y - p1.y + p2.y - p3.y
  const scale = dx1 * dy2 - dy1 * dx2
  const g = (sx * dy2 - sy * dx2) / scale
  const h = (dx1 * sy - dy1 * sx) / scale
  return {
    a: p1.x - p0.x + g * p1.x,
    b: p3.x - p0.x + h * p3.x,
    c: p0.x,
    d: p1.y - p0.y + g * p1.y,
    e: p3.y - p0.y + h * p3.y,
    f: p0.y,
    g,
    h,
  }
}

function bounded(value: number, most: number): number {
  return value < 0 ? 0 : value > most ? most : value
}
