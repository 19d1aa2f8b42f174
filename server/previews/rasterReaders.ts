import { IMAGE_PREVIEW_PIXEL_LIMIT } from '@/domain/preview/limits'
import { bytesAt } from './convert/bytesAt'
import { NoPreview } from './convert/task'

/** ffmpeg's readers of pictures that libvips has none for: BMP, ICO, the composite of a PSD, JPEG XL. */
export type RasterReader = 'bmp_pipe' | 'ico' | 'psd_pipe' | 'jpegxl_pipe'

/** Sizes of the headers that a BMP has had, in bytes. */
const BMP_HEADERS = [12, 40, 52, 56, 64, 108, 124]

/** Which of them reads a picture, by its bytes; null where libvips does. Throws NoPreview too_large beyond 268 megapixels. */
export async function rasterReaderOf(path: string): Promise<RasterReader | null> {
  const head = await bytesAt(path, 0, 32)
  const text = head.toString('latin1')
  if (head.length === 32 && text.startsWith('BM') && BMP_HEADERS.includes(head.readUInt32LE(14))) {
    const isOld = head.readUInt32LE(14) === 12
    if (isOld) assertSize(head.readUInt16LE(18), head.readUInt16LE(20))
    else assertSize(head.readInt32LE(18), head.readInt32LE(22))
    return 'bmp_pipe'
  }
  if (head.length === 32 && text.startsWith('8BPS\0\x01')) {
    assertSize(head.readUInt32BE(18), head.readUInt32BE(14))
    return 'psd_pipe'
  }
  if (/^\0\0\x01\0[^\0]\0/.test(text)) return 'ico'
  return text.startsWith('\xff\x0a') || text.startsWith('\0\0\0\x0cJXL \r\n\x87\n') ? 'jpegxl_pipe' : null
}

function assertSize(width: number, height: number): void {
  // A negative height stands for rows from the top on.
  const pixels = Math.abs(width) * Math.abs(height)
  if (pixels > IMAGE_PREVIEW_PIXEL_LIMIT) throw new NoPreview('too_large', `${width} × ${height} pixels`)
}
