import sharp, { type Sharp } from 'sharp'
import { IMAGE_PREVIEW_PIXEL_LIMIT } from '@/domain/previews/limits'
import { NoPreview } from '../task'

const brands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])

/** Whether the bytes are a HEIC picture; excludes AVIF, which sharp reads. */
export function isHeic(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return false
  const listed = bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), 64))
  return brands.has(listed.slice(0, 4)) && !listed.includes('avif')
}

/** The first picture of a HEIC file. The decoder has already applied the EXIF orientation. */
export async function decodeHeic(bytes: Buffer): Promise<Sharp> {
  // Loaded on demand: few pictures are HEIC, and loading takes as long as converting a picture.
  const { default: decode } = await import('heic-decode')
  const pictures = await decode.all({ buffer: bytes }).catch((error: unknown) => {
    throw new NoPreview('failure', String((error as Error).message))
  })
  try {
    const [first] = pictures
    if (first === undefined) throw new NoPreview('failure', 'no picture in the file')
    const { width, height } = first
    if (width * height > IMAGE_PREVIEW_PIXEL_LIMIT) throw new NoPreview('too_large', `${width} × ${height} pixels`)
    const { data } = await first.decode()
    return sharp(Buffer.from(data.buffer), {
      raw: { width, height, channels: 4 },
      limitInputPixels: IMAGE_PREVIEW_PIXEL_LIMIT,
    })
  } finally {
    pictures.dispose()
  }
}
