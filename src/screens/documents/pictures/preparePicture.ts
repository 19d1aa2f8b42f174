import { DOCUMENT_PICTURE_SIDE } from '@/domain/documents/bounds'
import { sizeWithin, type Size } from '@/domain/scans/pixels'
import type { PickedFile } from '@/platform/Platform'

/** bytes from which a picture is made smaller before it is sent */
const LARGE = 1024 * 1024

export interface Prepared extends PickedFile {
  /** px of the picture as it will be kept; null where this browser cannot read it */
  sides: { width: number | null; height: number | null }
}

/** Makes a photo of a camera smaller, so that it is sent within seconds. The server draws every picture anew. */
export async function preparePicture(file: File): Promise<Prepared> {
  const picture = await createImageBitmap(file).catch(() => null)
  // The server may read what this browser cannot, such as HEIC.
  if (picture === null) return prepared(file, file, { width: null, height: null })
  const sides = sizeWithin(picture, DOCUMENT_PICTURE_SIDE)
  try {
    return prepared(file, file.size < LARGE ? file : ((await drawn(picture, sides)) ?? file), sides)
  } finally {
    picture.close()
  }
}

function prepared({ name }: File, source: Blob, sides: Prepared['sides']): Prepared {
  return { name, size: source.size, source, sides }
}

function drawn(picture: ImageBitmap, { width, height }: Size): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const pen = canvas.getContext('2d')
  if (pen === null) return Promise.resolve(null)
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, width, height)
  pen.drawImage(picture, 0, 0, width, height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
}
