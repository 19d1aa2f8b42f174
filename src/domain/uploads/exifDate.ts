/** The number of leading bytes of a picture that are searched for its EXIF. */
export const EXIF_HEAD = 65_536

export interface ExifDate {
  /** The time of the camera's clock, such as `2019-05-01T14:30:07`; the date may not exist. */
  local: string
  /** Minutes to add to UTC for the camera's clock; null if unknown. */
  zone: number | null
}

const marks = ['Exif\0\0II*\0', 'Exif\0\0MM\0*'].map((mark) => [...mark].map((character) => character.charCodeAt(0)))
const EXIF_MARK = 6
const EXIF_TABLE = 0x8769
const DATE_TAKEN = 0x9003
const ZONE_TAKEN = 0x9011

/**
 * The time when a picture was taken: DateTimeOriginal of its EXIF. JPEG and HEIC hold the same block, which is found by its mark.
 * @param head the first bytes of the file
 * @returns null if the time is missing or impossible
 */
export function exifDate(head: Uint8Array): ExifDate | null {
  for (let at = 0; at < head.length - EXIF_MARK; at += 1) {
    if (head[at] !== marks[0]![0] || !marks.some((mark) => mark.every((code, n) => head[at + n] === code))) continue
    try {
      return dateIn(new DataView(head.buffer, head.byteOffset + at + EXIF_MARK, head.length - at - EXIF_MARK))
    } catch (error) {
      // An offset points beyond the end.
      if (error instanceof RangeError) return null
      throw error
    }
  }
  return null
}

function dateIn(tiff: DataView): ExifDate | null {
  const isLittle = tiff.getUint8(0) === 0x49
  const table = field(tiff, tiff.getUint32(4, isLittle), EXIF_TABLE, isLittle)
  if (table === null) return null
  const read = (tag: number, length: number) => {
    const entry = field(tiff, tiff.getUint32(table, isLittle), tag, isLittle)
    return entry === null ? '' : textAt(tiff, tiff.getUint32(entry, isLittle), length)
  }
  const [, day, time] = /^(\d{4}:\d\d:\d\d) (\d\d:\d\d:\d\d)/.exec(read(DATE_TAKEN, 19)) ?? []
  // Clocks that were never set show years before 1980.
  if (!day || day < '1980') return null
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)/.exec(read(ZONE_TAKEN, 6)) ?? []
  return {
    local: `${day.replace(/:/g, '-')}T${time}`,
    zone: sign ? (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1) : null,
  }
}

/** The position of a tag's value, or of its address, in the table at `at`. */
function field(tiff: DataView, at: number, tag: number, isLittle: boolean): number | null {
  const count = tiff.getUint16(at, isLittle)
  for (let n = 0; n < count; n += 1) {
    const entry = at + 2 + n * 12
    if (tiff.getUint16(entry, isLittle) === tag) return entry + 8
  }
  return null
}

function textAt(tiff: DataView, at: number, length: number): string {
  let text = ''
  for (let n = 0; n < length; n += 1) text += String.fromCharCode(tiff.getUint8(at + n))
  return text
}
