import { brightness, type Pixels } from './pixels'

/** How a page looks: with its colours, in greys, or in black and white. */
export const looks = ['colour', 'grey', 'mono'] as const
export type Look = (typeof looks)[number]

/** Cells of the longer side in which the brightness of the paper is measured. */
const CELLS = 32
/** The share of a cell's pixels that are darker than its paper. */
const DARKER = 0.85
/** The brightness that the paper becomes, and the most that any place becomes brighter, so that a dark picture stays dark. */
const PAPER = 245
const MOST = 3
/** Brightness below which a pixel becomes black, and above which it becomes white. */
const ramps: Record<Look, [number, number]> = { colour: [30, 235], grey: [40, 230], mono: [135, 175] }

/** Removes shadows and the tint of the paper from a page, in place, a few rows at a time. */
export class Cleaning {
  /** By the brightened value of a pixel, which may exceed 255. */
  private readonly curve: Uint8ClampedArray
  private readonly across: number
  private readonly down: number
  /** px per cell */
  private readonly side: number
  /** By colour; one list for greys. How much brighter each cell becomes. */
  private readonly gains: Float32Array[]

  constructor(
    private readonly page: Pixels,
    look: Look,
  ) {
    const [black, white] = ramps[look]
    this.curve = Uint8ClampedArray.from({ length: 255 * MOST + 1 }, (_, value) =>
      Math.round(((value - black) / (white - black)) * 255),
    )
    this.side = Math.max(1, Math.ceil(Math.max(page.width, page.height) / CELLS))
    this.across = Math.ceil(page.width / this.side)
    this.down = Math.ceil(page.height / this.side)
    this.gains = (look === 'colour' ? [0, 1, 2] : [null]).map((part) => this.gainsOf(part))
  }

  /** Cleans the rows from `from`, up to but not including `to`. */
  cleanRows(from: number, to: number) {
    const { page, curve, gains, side, across } = this
    const { data } = page
    for (let row = from; row < Math.min(to, page.height); row += 1) {
      const lines = gains.map((gain) => this.lineOf(gain, row))
      let place = row * page.width * 4
      for (let column = 0; column < page.width; column += 1, place += 4) {
        const at = Math.max(0, Math.min(across - 1, (column + 0.5) / side - 0.5))
        const cell = Math.floor(at)
        const next = Math.min(across - 1, cell + 1)
        for (let part = 0; part < lines.length; part += 1) {
          const line = lines[part]!
          const gain = line[cell]! + (line[next]! - line[cell]!) * (at - cell)
          const value = lines.length === 1 ? brightness(data, place) : data[place + part]!
          data[place + part] = curve[Math.round(value * gain)]!
        }
        if (lines.length > 1) continue
        data[place + 1] = data[place]!
        data[place + 2] = data[place]!
      }
    }
  }

  /** The gains between the rows of cells, for one row of pixels. */
  private lineOf(gain: Float32Array, row: number): Float32Array {
    const { across, down, side } = this
    const at = Math.max(0, Math.min(down - 1, (row + 0.5) / side - 0.5))
    const cell = Math.floor(at)
    const share = at - cell
    const below = Math.min(down - 1, cell + 1)
    return Float32Array.from({ length: across }, (_, n) => {
      const upper = gain[cell * across + n]!
      return upper + (gain[below * across + n]! - upper) * share
    })
  }

  /** @param part 0 to 2 for a colour; null for the brightness */
  private gainsOf(part: number | null): Float32Array {
    const { across, down } = this
    const paper = new Float32Array(across * down)
    for (let row = 0; row < down; row += 1)
      for (let column = 0; column < across; column += 1) paper[row * across + column] = this.paperIn(column, row, part)
    // A cell that a picture or a letter fills takes the paper of its neighbours.
    const spread = this.around(paper, (values) => Math.max(...values))
    const smooth = this.around(spread, (values) => values.reduce((sum, value) => sum + value, 0) / values.length)
    return smooth.map((value) => Math.min(MOST, Math.max(1, PAPER / Math.max(1, value))))
  }

  private paperIn(column: number, row: number, part: number | null): number {
    const { page, side } = this
    const counts = new Uint32Array(256)
    let total = 0
    // Every second pixel of every second row is enough.
    for (let y = row * side; y < Math.min(page.height, (row + 1) * side); y += 2)
      for (let x = column * side; x < Math.min(page.width, (column + 1) * side); x += 2) {
        const place = (y * page.width + x) * 4
        counts[part === null ? brightness(page.data, place) : page.data[place + part]!]! += 1
        total += 1
      }
    let seen = 0
    for (let value = 0; value < 256; value += 1) {
      seen += counts[value]!
      if (seen > total * DARKER) return value
    }
    return 255
  }

  /** A value for each cell from the cell and its neighbours. */
  private around(cells: Float32Array, from: (values: number[]) => number): Float32Array {
    const { across, down } = this
    return cells.map((_, at) => {
      const [x, y] = [at % across, Math.floor(at / across)]
      const values: number[] = []
      for (let row = Math.max(0, y - 1); row <= Math.min(down - 1, y + 1); row += 1)
        for (let column = Math.max(0, x - 1); column <= Math.min(across - 1, x + 1); column += 1)
          values.push(cells[row * across + column]!)
      return from(values)
    })
  }
}
