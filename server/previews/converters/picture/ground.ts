import sharp, { type Sharp } from 'sharp'
import type { Pixels } from './Pixels'

/** Two greys: black and white each have a contrast of at least 3:1 to both of them. */
const GREYS = ['#8e8e8e', '#808080'] as const
/** pixels of a square's side */
const SQUARE = 12

/**
 * Puts a transparent picture on squares of two greys, so that black writing is visible in the dark viewer, and white writing, too. An opaque picture
 * stays as it is.
 */
export async function onGround({ data, width, height, channels }: Pixels): Promise<Sharp> {
  const picture = () => sharp(data, { raw: { width, height, channels } })
  if (channels !== 4 || (await picture().stats()).isOpaque) return picture()
  const ground = sharp({ create: { width, height, channels: 3, background: GREYS[0] } })
  return ground.composite([
    { input: await squares(Math.min(width, height)), tile: true },
    { input: data, raw: { width, height, channels } },
  ])
}

/** Two by two squares. @param most pixels of a side, because a tile may not be larger than the picture */
async function squares(most: number): Promise<Buffer> {
  const side = Math.max(1, Math.min(SQUARE, Math.floor(most / 2)))
  const square = { create: { width: side, height: side, channels: 3, background: GREYS[1] } } as const
  const light = {
    create: { width: Math.min(2 * side, most), height: Math.min(2 * side, most), channels: 3, background: GREYS[0] },
  } as const
  const dark = await sharp(square).png().toBuffer()
  const places =
    most < 2
      ? []
      : [
          { left: 0, top: 0 },
          { left: side, top: side },
        ]
  return sharp(light)
    .composite(places.map((at) => ({ input: dark, ...at })))
    .png()
    .toBuffer()
}
