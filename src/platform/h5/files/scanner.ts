import { sizeWithin } from '@/domain/scans/pixels'
import { FileUnreadable } from '../../fileFailures'
import type { Scanner } from '../../Platform'

/** A browser's canvas. A browser turns a photo as its EXIF says when it draws the photo. */
export const scanner: Scanner = {
  async read({ source }, side) {
    const address = URL.createObjectURL(source as Blob)
    try {
      const picture = new Image()
      picture.src = address
      await picture.decode()
      const whole = { width: picture.naturalWidth, height: picture.naturalHeight }
      const { width, height } = sizeWithin(whole, side)
      const { canvas, pen } = paper(width, height)
      pen.imageSmoothingQuality = 'high'
      pen.drawImage(picture, 0, 0, width, height)
      const { data } = pen.getImageData(0, 0, width, height)
      // Safari counts the memory of canvases until they are collected.
      canvas.width = 0
      return { width, height, data }
    } catch (cause) {
      throw new FileUnreadable({ cause })
    } finally {
      URL.revokeObjectURL(address)
    }
  },
  async write({ width, height, data }, quality) {
    const { canvas, pen } = paper(width, height)
    const frame = pen.createImageData(width, height)
    frame.data.set(data)
    pen.putImageData(frame, 0, 0)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    canvas.width = 0
    if (!blob) throw new FileUnreadable()
    return { name: '', size: blob.size, thumbnail: URL.createObjectURL(blob), source: blob }
  },
  async bytesOf({ source }) {
    return new Uint8Array(await (source as Blob).arrayBuffer())
  },
  async join(name, parts) {
    const blob = new Blob([...parts] as BlobPart[], { type: 'application/pdf' })
    return { name, size: blob.size, isMade: true, source: blob }
  },
  askBeforeLeaving(on) {
    if (on) addEventListener('beforeunload', ask)
    else removeEventListener('beforeunload', ask)
  },
}

function ask(event: Event): void {
  event.preventDefault()
}

function paper(width: number, height: number) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const pen = canvas.getContext('2d')
  if (!pen) throw new FileUnreadable()
  return { canvas, pen }
}
