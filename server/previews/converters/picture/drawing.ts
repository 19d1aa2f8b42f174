import { gunzipSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { IMAGE_PREVIEW_PIXEL_LIMIT } from '@/domain/previews/limits'
import { NoPreview } from '../task'

/** bytes; a larger drawing is unsuitable for a phone */
const SVG_LIMIT = 16 * 1024 * 1024
/** Dots per inch at which a pixel of the drawing is a pixel of the picture. */
const DOTS = 72
const MOST_DOTS = 2400
const ROOT = /<svg\b(?:"[^"]*"|'[^']*'|[^>"'])*>/i

/** Whether the bytes are packed with gzip, as those of SVGZ. */
export function isPackedDrawing(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

/** The SVG in an SVGZ. Throws NoPreview: too_large for a drawing that is large once unpacked, failure, extension_not_correct. */
export function unpackDrawing(bytes: Buffer): Buffer {
  const drawing = unpack(bytes)
  if (!drawing.subarray(0, 4096).includes('<svg')) throw new NoPreview('extension_not_correct', 'no drawing in it')
  return drawing
}

function unpack(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: SVG_LIMIT })
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw new NoPreview(isLarge ? 'too_large' : 'failure', String((error as Error).message))
  }
}

/** An SVG has no pixels of its own, so it is drawn with a longer side of so many pixels. Throws NoPreview too_large, failure. */
export async function openDrawing(bytes: Buffer, longSide: number): Promise<Sharp> {
  if (bytes.length > SVG_LIMIT) throw new NoPreview('too_large', `${bytes.length} bytes of SVG`)
  const size = await longSideAt(bytes, DOTS)
  if (size > longSide * DOTS) return sharp(resized(bytes, longSide), { limitInputPixels: IMAGE_PREVIEW_PIXEL_LIMIT })
  // The density counts once for pixels, and twice for lengths in inches, millimetres and points.
  const doubled = await longSideAt(bytes, 2 * DOTS)
  const power = Math.max(1, Math.log2(doubled / size))
  const density = Math.min(MOST_DOTS, Math.max(1, DOTS * (longSide / size) ** (1 / power)))
  return sharp(bytes, { density, limitInputPixels: IMAGE_PREVIEW_PIXEL_LIMIT })
}

async function longSideAt(bytes: Buffer, density: number): Promise<number> {
  const { width, height } = await sharp(bytes, { density, limitInputPixels: false }).metadata()
  return Math.max(width, height)
}

/** A drawing of many thousand pixels, with a size for a picture in its root element. */
function resized(bytes: Buffer, longSide: number): Buffer {
  const source = bytes.toString()
  const root = ROOT.exec(source)?.[0]
  const lengths = root && sizeOf(root)
  if (!lengths) throw new NoPreview('too_large', 'a drawing of many thousand pixels')
  const [width, height] = lengths
  const scale = longSide / Math.max(width, height)
  const plain = root.replace(/\s(width|height)\s*=\s*("[^"]*"|'[^']*')/gi, '')
  const box = /\sviewBox\s*=/i.test(root) ? '' : ` viewBox="0 0 ${width} ${height}"`
  const attributes = ` width="${Math.ceil(width * scale)}" height="${Math.ceil(height * scale)}"${box}`
  return Buffer.from(source.replace(root, () => plain.replace(/^<svg\b/i, (name) => name + attributes)))
}

/** The size by the view box, or else by the attributes in pixels. */
function sizeOf(root: string): [number, number] | null {
  const valueOf = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`, 'i').exec(root)?.[1] ?? ''
  const [, , ...box] = valueOf('viewBox')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [width = NaN, height = NaN] =
    box.length === 2 ? box : [parseFloat(valueOf('width')), parseFloat(valueOf('height'))]
  return width > 0 && height > 0 ? [width, height] : null
}
