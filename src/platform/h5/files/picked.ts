import { sizeWithin } from '@/domain/scans/pixels'
import { EXIF_HEAD } from '@/domain/uploads/exifDate'
import { pickedNames, takenAt, type NamedFile } from '../../pickedNames'
import type { PickedFile } from '../../Platform'
import { FileUnreadable } from '../../fileFailures'

/** iOS names every camera photo `image`, every trimmed video `trim`, and others by an identifier. */
const madeUp = /^(image|video|trim(\..+)?|tmp[_-].*|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** The browser's files, with names and dates (AH-12). */
export async function picked(files: readonly File[]): Promise<PickedFile[]> {
  const pinned = files.map(pin)
  const dates = await Promise.all(files.map(dateOf))
  const names = pickedNames(
    files.map((file, n) => ({ path: file.name, kind: kindOf(file), ...dates[n]! })),
    madeUp,
  )
  return files.map((file, n) => ({
    name: names[n]!,
    size: file.size,
    modifiedAt: Math.floor(dates[n]!.at / 1000),
    ...(file.type.startsWith('image/') && { thumbnail: URL.createObjectURL(file) }),
    source: pinned[n],
  }))
}

/** Chromium reads a File as it is at the time of reading. A part of it can only be read while the file is as it was when the part was taken. */
function pin(file: File): Blob {
  return file.slice(0, file.size, file.type)
}

/** All bytes of a file. @throws FileUnreadable */
export function toBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    // data:image/png;base64,…
    reader.onload = () => resolve((reader.result as string).split(',')[1] ?? '')
    reader.onerror = () => reject(new FileUnreadable({ cause: reader.error }))
    reader.readAsDataURL(file)
  })
}

/** A picture on white, at most `side` px a side; the original if this browser cannot draw it. */
export async function drawnSmaller(file: Blob, side: number): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file)
    const canvas = Object.assign(document.createElement('canvas'), sizeWithin(picture, side))
    const pen = canvas.getContext('2d')!
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return await new Promise<Blob>((resolve) => canvas.toBlob((drawn) => resolve(drawn ?? file), 'image/jpeg', 0.85))
  } catch {
    return file
  }
}

/** Whether a file is a picture or a video. A browser that does not know HEIC reports no type, so the extension decides. */
function kindOf({ name, type }: File): NamedFile['kind'] {
  if (/^image\//.test(type) || /\.hei[cf]$/i.test(name)) return 'image'
  return /^video\//.test(type) ? 'video' : undefined
}

/** The camera's date takes precedence, because iOS dates a photo by the time of picking. */
async function dateOf(file: File): Promise<Pick<NamedFile, 'at' | 'zone'>> {
  const taken = /\.(jpe?g|hei[cf])$/i.test(file.name) ? takenAt(await headOf(file), zoneAt) : null
  return taken ?? { at: file.lastModified, zone: zoneAt(file.lastModified) }
}

/** The first bytes of a file. Empty if the file is unreadable; the upload will report that. */
async function headOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(
    await file
      .slice(0, EXIF_HEAD)
      .arrayBuffer()
      .catch(() => new ArrayBuffer(0)),
  )
}

function zoneAt(at: number): number {
  return -new Date(at).getTimezoneOffset()
}
