/** The header of an EPS with a separate picture: DOS EPS binary (Adobe Technical Note 5002). */
const WITH_PICTURE = 0xc6d3d0c5
const [THUMBNAIL, THUMBNAIL_END] = ['<xmpGImg:image>', '</xmpGImg:image>']

/** Whether the bytes are a PostScript program, such as EPS and old Illustrator files. */
export function isPostScript(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === '%!PS' || (bytes.length > 30 && bytes.readUInt32LE(0) === WITH_PICTURE)
}

/** The embedded preview of a PostScript program, a TIFF or a JPEG; null when there is none. */
export function pictureInPostScript(bytes: Buffer): Buffer | null {
  const picture = pictureBeside(bytes) ?? thumbnailIn(bytes)
  return picture && PICTURE.test(picture.toString('latin1', 0, 4)) ? picture : null
}

const PICTURE = /^(II\*\0|MM\0\*|\xff\xd8\xff)/

function pictureBeside(bytes: Buffer): Buffer | null {
  if (bytes.length < 30 || bytes.readUInt32LE(0) !== WITH_PICTURE || bytes.readUInt32LE(24) === 0) return null
  const begin = bytes.readUInt32LE(20)
  return bytes.subarray(begin, begin + bytes.readUInt32LE(24))
}

/** The thumbnail in the metadata that Adobe's programs write; null when there is none. */
function thumbnailIn(bytes: Buffer): Buffer | null {
  const begin = bytes.indexOf(THUMBNAIL)
  const end = begin < 0 ? -1 : bytes.indexOf(THUMBNAIL_END, begin)
  if (end < 0) return null
  const text = bytes.toString('latin1', begin + THUMBNAIL.length, end)
  return Buffer.from(text.replace(/&#x[aAdD];|\s/g, ''), 'base64')
}
