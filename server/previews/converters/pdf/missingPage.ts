import sharp from 'sharp'
import { FONT } from '../font'
import type { Size } from './document'

const GROUND = '#f2f3f5'
const LETTERS = '#6b7280'
/** largest share of the page for the text */
const SHARE: Size = { width: 0.6, height: 0.2 }

/** A sheet that says that a page cannot be drawn, as PNG. @param page from 1 */
export async function missingPage(page: number, pixels: Size): Promise<Buffer> {
  const { width, height } = pixels
  const words = `<span foreground="${LETTERS}">第 ${page} 页无法显示\nPage ${page} cannot be shown</span>`
  const room = {
    width: Math.max(1, Math.round(width * SHARE.width)),
    height: Math.max(1, Math.round(height * SHARE.height)),
  }
  const text = { text: words, font: 'Noto Sans SC', fontfile: FONT, rgba: true, align: 'centre', ...room } as const
  const lettering = await sharp({ text })
    .resize({ ...room, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
  return sharp({ create: { width, height, channels: 3, background: GROUND } })
    .composite([{ input: lettering }])
    .png()
    .toBuffer()
}
