import sharp from 'sharp'

/** Pixels that are decoded, px of the width on a phone, and bytes of the JPEG. */
const MOST = { pixels: 64 * 1000 * 1000, bytes: 72 * 1024 }
/** Sizes that are tried, the best first. */
const TRIES = [
  { side: 900, quality: 74 },
  { side: 640, quality: 66 },
  { side: 400, quality: 55 },
] as const
/** JPEG, PNG, GIF, WebP and TIFF by their first bytes. Drawings, which may refer to other files, are not read. */
const KNOWN = /^(\xff\xd8\xff|\x89PNG|GIF8|RIFF....WEBP|II\*\0|MM\0\*)/s

export interface SmallPicture {
  address: string
  width: number
  height: number
}

/** A small picture as an address that contains it; null if it cannot be shown. */
export async function smallPicture(bytes: Buffer): Promise<SmallPicture | null> {
  if (!KNOWN.test(bytes.toString('latin1', 0, 12))) return null
  try {
    const { width = 0, height = 0 } = await sharp(bytes, { limitInputPixels: MOST.pixels }).metadata()
    for (const { side, quality } of TRIES) {
      const made = await sharp(bytes, { limitInputPixels: MOST.pixels, failOn: 'none' })
        .rotate()
        .resize({ width: side, height: 2 * side, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .jpeg({ quality })
        .toBuffer({ resolveWithObject: true })
      if (made.data.length > MOST.bytes) continue
      const isTurned = made.info.width > made.info.height !== width > height
      const size = isTurned ? { width: height, height: width } : { width, height }
      return { address: `data:image/jpeg;base64,${made.data.toString('base64')}`, ...size }
    }
    return null
  } catch {
    return null
  }
}
