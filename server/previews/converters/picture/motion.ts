import sharp from 'sharp'

/** Animations within these limits are served unchanged: bytes, frames, and pixels of a frame. A phone decodes one frame at a time. */
const LIMITS = { bytes: 16 * 1024 * 1024, frames: 2000, pixels: 2048 * 2048 }

const types: Record<string, string> = { gif: 'image/gif', webp: 'image/webp' }

/**
 * The media type of an animation that a phone can play as it is: GIF, WebP, or PNG with frames. null for a still picture, for other formats, and for
 * an animation beyond the limits, which is shown by its first frame.
 */
export async function motionOf(bytes: Buffer): Promise<string | null> {
  if (bytes.length > LIMITS.bytes || !/^(GIF8|RIFF....WEBP|\x89PNG)/s.test(bytes.toString('latin1', 0, 12))) return null
  const about = await sharp(bytes)
    .metadata()
    .catch(() => null)
  if (about === null) return null
  const { width, height } = about
  if (Math.max(width * (about.pageHeight ?? height), screenOf(bytes)) > LIMITS.pixels) return null
  const frames = about.format === 'png' ? framesOfPng(bytes) : (about.pages ?? 1)
  if (frames < 2 || frames > LIMITS.frames) return null
  return about.format === 'png' ? 'image/apng' : (types[about.format] ?? null)
}

/** Pixels of the canvas that a GIF states. A browser allocates the canvas; sharp reads only the size of the frames. */
function screenOf(bytes: Buffer): number {
  return bytes.toString('latin1', 0, 4) === 'GIF8' ? bytes.readUInt16LE(6) * bytes.readUInt16LE(8) : 0
}

/** The number of frames that a PNG states before its pixels. */
function framesOfPng(bytes: Buffer): number {
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'acTL') return bytes.readUInt32BE(at + 8)
    if (type === 'IDAT') return 1
  }
  return 1
}
