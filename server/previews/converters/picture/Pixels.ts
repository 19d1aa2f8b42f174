import { IMAGE_PREVIEW_PIXEL_LIMIT } from '@/domain/previews/limits'
import { NoPreview } from '../task'

/** A picture that a reader of our own has unpacked: red, green, blue and, of four channels, how much of it is seen. */
export interface Pixels {
  data: Buffer
  width: number
  height: number
  channels: 3 | 4
}

/** Room for a picture, all of it white. Throws NoPreview: failure for a size that is none, too_large beyond 268 megapixels. */
export function whitePixels(width: number, height: number, channels: 3 | 4): Pixels {
  if (!(width > 0 && height > 0)) throw new NoPreview('failure', `${width} × ${height} pixels`)
  if (width * height > IMAGE_PREVIEW_PIXEL_LIMIT) throw new NoPreview('too_large', `${width} × ${height} pixels`)
  return { data: Buffer.alloc(width * height * channels, 255), width, height, channels }
}
