import { join } from 'node:path'
import sharp from 'sharp'
import { openUnlocked } from './pages'
import { scanFile } from './scanFile'

/** Pixels of a page's longer side: 200 dots per inch of A4. */
const LONGEST = 2339
/** ms of processor time for drawing all pages; further pages stay without words */
const DRAWING_TIME = 60_000

/**
 * Draws the pages of a PDF that have no text, in greys, for recognising their words; empty pages and pages that cannot be drawn are left out.
 * Throws NoPreview like `listPages`. @returns the number of pictures
 */
export async function drawScans(input: string, folder: string, most: number): Promise<number> {
  const document = await openUnlocked(input)
  const { user, system } = process.cpuUsage()
  const isOver = () => {
    const used = process.cpuUsage({ user, system })
    return (used.user + used.system) / 1000 > DRAWING_TIME
  }
  let count = 0
  for (let at = 0; at < document.pageCount && count < most && !isOver(); at += 1) {
    if (document.text(at).trim() !== '') continue
    const drawn = await document.draw(at, ({ width, height }) => LONGEST / Math.max(width, height)).catch(() => null)
    if (drawn === null || drawn.data.every((value) => value === 0xff)) continue
    await sharp(drawn.data, { raw: { ...drawn.pixels, channels: 4 } })
      .flatten({ background: '#ffffff' })
      .greyscale()
      .png({ compressionLevel: 1 })
      .toFile(join(folder, scanFile(count)))
    count += 1
  }
  return count
}
