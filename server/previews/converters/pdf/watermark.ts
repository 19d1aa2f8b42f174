import sharp, { type Sharp } from 'sharp'
import { FONT } from '../font'

/** share of the picture's width for one name */
const SHARE = 0.22
const OPACITY = 0.26
const TILT = -28

/** Draws a watermark of one or more lines into a picture of the given pixels, slanted and repeated. */
export async function burnIn(
  picture: Sharp,
  size: { width: number; height: number },
  watermark: string,
): Promise<Sharp> {
  const tile = await within(size, await nameTile(watermark, size.width))
  return picture.composite([{ input: tile, tile: true, blend: 'over' }])
}

/** Crops the tile to the picture, because the tile can be larger than a small or flat picture. */
async function within(size: { width: number; height: number }, tile: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(tile).metadata()
  if (width <= size.width && height <= size.height) return tile
  const cropped = { width: Math.min(width, size.width), height: Math.min(height, size.height) }
  const at = { left: Math.floor((width - cropped.width) / 2), top: Math.floor((height - cropped.height) / 2) }
  return sharp(tile)
    .extract({ ...at, ...cropped })
    .png()
    .toBuffer()
}

/** Draws dark letters over white letters that are shifted by `edge`, so that the name is readable on any background. */
async function nameTile(watermark: string, width: number): Promise<Buffer> {
  const dpi = Math.max(36, Math.round((width * SHARE * 72) / (12 * Math.max(4, displayWidth(watermark)))))
  const dark = await lettering(watermark, dpi, '#000000')
  const light = await lettering(watermark, dpi, '#ffffff')
  const { width: w, height: h } = await sharp(dark).metadata()
  const edge = Math.max(1, Math.round(dpi / 48))
  const name = await sharp({ create: { width: w + edge, height: h + edge, channels: 4, background: '#0000' } })
    .composite([
      { input: light, left: edge, top: edge },
      { input: dark, left: 0, top: 0 },
    ])
    .png()
    .toBuffer()
  const tilted = await sharp(name).rotate(TILT, { background: '#0000' }).png().toBuffer()
  const gap = Math.round(w / 3)
  return sharp(tilted).extend({ top: gap, bottom: gap, left: gap, right: gap, background: '#0000' }).png().toBuffer()
}

async function lettering(watermark: string, dpi: number, colour: string): Promise<Buffer> {
  const text = `<span foreground="${colour}" alpha="${Math.round(OPACITY * 100)}%">${escapeMarkup(watermark)}</span>`
  return sharp({ text: { text, font: 'Noto Sans SC', fontfile: FONT, rgba: true, dpi } })
    .png()
    .toBuffer()
}

/** The width of the longest line. A Chinese letter is twice as wide as a Latin one. */
function displayWidth(text: string): number {
  const widthOf = (line: string) =>
    Array.from(line).reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x2e80 ? 1 : 0.55), 0)
  return Math.max(...text.split('\n').map(widthOf))
}

function escapeMarkup(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}
