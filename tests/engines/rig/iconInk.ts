import sharp from 'sharp'

/** The place of an icon, in CSS px of the viewport. */
export interface Place {
  name: string
  x: number
  y: number
  width: number
  height: number
}

/** The share of black in an icon on white, from 0 to 1, and the edges of the icon's ink as shares of its place. */
export interface Ink {
  share: number
  edges: readonly [left: number, top: number, right: number, bottom: number]
}

/** A pixel counts towards the edges from this much black, of 255. */
const DARK = 64

/**
 * Measures black icons on a white page.
 * @param scale device pixels per CSS px
 */
export async function measureInk(png: Buffer, places: readonly Place[], scale: number): Promise<Ink[]> {
  const { data, info } = await sharp(png).removeAlpha().greyscale().raw().toBuffer({ resolveWithObject: true })
  return places.map(({ x, y, width, height }) => {
    const [left, top] = [Math.round(x * scale), Math.round(y * scale)]
    const [across, down] = [Math.round(width * scale), Math.round(height * scale)]
    let sum = 0
    const edges: [number, number, number, number] = [across, down, 0, 0]
    for (let row = 0; row < down; row += 1)
      for (let column = 0; column < across; column += 1) {
        const black = 255 - (data[(top + row) * info.width + left + column] ?? 255)
        sum += black
        if (black < DARK) continue
        edges[0] = Math.min(edges[0], column)
        edges[1] = Math.min(edges[1], row)
        edges[2] = Math.max(edges[2], column + 1)
        edges[3] = Math.max(edges[3], row + 1)
      }
    const [l, t, r, b] = edges
    return { share: sum / 255 / (across * down), edges: [l / across, t / down, r / across, b / down] }
  })
}

/** Compares two drawings of an icon: the difference of their shares of black, and the largest distance of their edges in device pixels. */
export function difference(one: Ink, other: Ink, size: number): { share: number; edge: number } {
  const edge = Math.max(...one.edges.map((at, index) => Math.abs(at - other.edges[index]!))) * size
  return { share: Math.abs(one.share - other.share), edge }
}
