import { brightness, type Pixels } from './pixels'
import { isPage, within, type Corner, type Quad } from './quad'

/** Cells of the longer side of the picture that is searched. */
const CELLS = 240
/** The least share of a photo that a page covers. */
const SMALLEST = 0.12
/** The most of a photo that a page covers; above that, no edge can be seen. */
const LARGEST = 0.97
/** The least share of the four corners' area that is bright: the rest is printed on the page. */
const FULLNESS = 0.7
/** cells by which a corner is moved into the page, because cells at its edge show the table, too */
const INSET = 0.8
/** The least difference of brightness between page and table. */
const CONTRAST = 25

interface Point {
  x: number
  y: number
}

interface Cells {
  width: number
  height: number
  values: Uint8Array
}

/**
 * Finds the page in a photo: the largest bright area with four corners. Null if there is none, such as for a white page on a white table.
 * @param photo a small copy suffices
 */
export function findPage(photo: Pixels): Quad | null {
  const cells = cellsOf(photo)
  const threshold = thresholdOf(cells)
  if (threshold === null) return null
  const { count, outline } = largestArea(cells, threshold)
  const all = cells.width * cells.height
  if (count < SMALLEST * all || count > LARGEST * all) return null
  const corners = fourOf(hullOf(outline))
  const area = corners && areaOf(corners)
  if (!corners || !area || area > LARGEST * all || count < FULLNESS * area) return null
  const first = corners.reduce((best, { x, y }, n) => (x + y < corners[best]!.x + corners[best]!.y ? n : best), 0)
  const middle = corners.reduce((sum, { x, y }) => ({ x: sum.x + x / 4, y: sum.y + y / 4 }), { x: 0, y: 0 })
  const inwards = (at: number, from: number, length: number) => within((at + INSET * Math.sign(from - at)) / length)
  const quad = [0, 1, 2, 3].map((n): Corner => {
    const { x, y } = corners[(first + n) % 4]!
    return { x: inwards(x, middle.x, cells.width), y: inwards(y, middle.y, cells.height) }
  }) as unknown as Quad
  return isPage(quad) ? quad : null
}

/** The mean brightness of each cell. */
function cellsOf({ width, height, data }: Pixels): Cells {
  const side = Math.max(1, Math.max(width, height) / CELLS)
  const across = Math.max(1, Math.floor(width / side))
  const down = Math.max(1, Math.floor(height / side))
  const values = new Uint8Array(across * down)
  for (let row = 0; row < down; row += 1) {
    const bottom = Math.floor((row + 1) * side)
    for (let column = 0; column < across; column += 1) {
      const right = Math.floor((column + 1) * side)
      let sum = 0
      let count = 0
      for (let y = Math.floor(row * side); y < bottom; y += 1)
        for (let x = Math.floor(column * side); x < right; x += 1) {
          sum += brightness(data, (y * width + x) * 4)
          count += 1
        }
      values[row * across + column] = sum / count
    }
  }
  return { width: across, height: down, values }
}

/** The brightness that separates page and table best (Otsu 1979); null if they hardly differ. */
function thresholdOf({ values }: Cells): number | null {
  const counts = new Array<number>(256).fill(0)
  for (const value of values) counts[value]! += 1
  const total = counts.reduce((sum, count, value) => sum + count * value, 0)
  let best = 0
  let found: number | null = null
  let darkCount = 0
  let darkSum = 0
  for (let value = 0; value < 255; value += 1) {
    darkCount += counts[value]!
    darkSum += counts[value]! * value
    const brightCount = values.length - darkCount
    if (darkCount === 0 || brightCount === 0) continue
    const difference = (total - darkSum) / brightCount - darkSum / darkCount
    const spread = darkCount * brightCount * difference * difference
    if (spread <= best) continue
    best = spread
    found = difference >= CONTRAST ? value : null
  }
  return found
}

/** The largest connected area above the threshold: its cells, and the ends of its rows. */
function largestArea({ width, height, values }: Cells, threshold: number): { count: number; outline: Point[] } {
  const area = new Int32Array(values.length)
  let largest = { id: 0, count: 0 }
  for (let start = 0, id = 0; start < values.length; start += 1) {
    if (area[start] !== 0 || values[start]! <= threshold) continue
    id += 1
    let count = 0
    const waiting = [start]
    area[start] = id
    while (waiting.length > 0) {
      const at = waiting.pop()!
      count += 1
      const x = at % width
      const neighbours = [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]
      for (const next of neighbours) {
        if (next < 0 || next >= values.length || area[next] !== 0 || values[next]! <= threshold) continue
        area[next] = id
        waiting.push(next)
      }
    }
    if (count > largest.count) largest = { id, count }
  }
  const outline: Point[] = []
  for (let y = 0; y < height; y += 1) {
    const row = area.subarray(y * width, (y + 1) * width)
    const left = row.indexOf(largest.id)
    if (largest.count === 0 || left < 0) continue
    const right = row.lastIndexOf(largest.id) + 1
    outline.push({ x: left, y }, { x: right, y }, { x: left, y: y + 1 }, { x: right, y: y + 1 })
  }
  return { count: largest.count, outline }
}

/** The convex hull, clockwise on the screen (Andrew 1979). */
function hullOf(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y)
  const half = (list: readonly Point[]) => {
    const chain: Point[] = []
    for (const point of list) {
      while (chain.length >= 2 && turn(chain[chain.length - 2]!, chain[chain.length - 1]!, point) <= 0) chain.pop()
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.reverse())]
}

/**
 * Removes the side that is missed least until four are left: its neighbours are extended until they meet, so that a bent corner of the paper stays
 * on the page. Null if there are fewer than four.
 */
function fourOf(hull: readonly Point[]): Point[] | null {
  let corners = [...hull]
  while (corners.length > 4) {
    const { length } = corners
    const at = (n: number) => corners[(n + length) % length]!
    let least = Infinity
    let without: Point[] | null = null
    for (let n = 0; n < length; n += 1) {
      const meeting = meetingOf(at(n - 1), at(n), at(n + 1), at(n + 2))
      const added = meeting && turn(at(n), meeting, at(n + 1))
      if (!meeting || !added || added >= least) continue
      least = added
      const next = (n + 1) % length
      without = corners.map((corner, other) => (other === n ? meeting : corner)).filter((_, other) => other !== next)
    }
    if (!without) return null
    corners = without
  }
  return corners.length === 4 ? corners : null
}

/** Where the line from `a` behind `b` meets the line from `d` behind `c`; null if they lead apart. */
function meetingOf(a: Point, b: Point, c: Point, d: Point): Point | null {
  const [x, y] = [b.x - a.x, b.y - a.y]
  const [u, v] = [c.x - d.x, c.y - d.y]
  const scale = x * v - y * u
  const share = ((c.x - b.x) * v - (c.y - b.y) * u) / scale
  return scale < 0 && share > 0 ? { x: b.x + x * share, y: b.y + y * share } : null
}

/** Twice the area of a triangle; positive if its points turn clockwise on the screen. */
function turn(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

function areaOf([a, b, c, d]: readonly Point[]): number {
  return (turn(a!, b!, c!) + turn(a!, c!, d!)) / 2
}
