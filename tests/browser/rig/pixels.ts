import type { Locator } from 'playwright-core'
import sharp from 'sharp'

type Colour = readonly [red: number, green: number, blue: number]

/** The colours of an element on the screen, at points given as fractions of its width and height. */
export async function pixels(element: Locator, points: readonly (readonly [number, number])[]): Promise<Colour[]> {
  const { data, info } = await sharp(await element.screenshot({ animations: 'disabled' }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return points.map(([x, y]) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3
    return [data[at]!, data[at + 1]!, data[at + 2]!]
  })
}

const nothing: Colour = [0, 0, 0]
export const isRed = ([red, green, blue]: Colour = nothing) => red > 180 && green < 90 && blue < 90
export const isBlue = ([red, green, blue]: Colour = nothing) => blue > 180 && red < 90 && green < 90
