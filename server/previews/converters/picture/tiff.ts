/** Fields of a page that decide whether and how it is read. */
export interface TiffPage {
  /** Its place in the file, from 0; libvips counts the same. */
  index: number
  /** Whether it is a smaller copy of another page, or a mask. */
  isExtra: boolean
  width: number
  height: number
  compression: number
  /** Colour model (TIFF 6.0, PhotometricInterpretation). */
  colours: number
}

/** Tags. */
const SUBFILE = 254
const [WIDTH, HEIGHT, COMPRESSION, COLOURS] = [256, 257, 259, 262]
/** pages that are counted */
const MOST = 10_000
const LARGEST_DIRECTORY = 4096

export function isTiff(bytes: Buffer): boolean {
  return /^(II[*+]\0|MM\0[*+])/.test(bytes.toString('latin1', 0, 4))
}

/** The pages of a TIFF or BigTIFF, in order. Ends at a page that is not there and at a page that was read before. */
export function pagesOfTiff(bytes: Buffer): TiffPage[] {
  if (!isTiff(bytes) || bytes.length < 16) return []
  const isLittle = bytes[0] === 0x49
  const isBig = bytes[isLittle ? 2 : 3] === 0x2b
  const two = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const four = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const eight = (at: number) => Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at))
  const long = isBig ? eight : four
  const [head, size, link, value] = isBig ? [8, 20, 8, 12] : [2, 12, 4, 8]
  const pages: TiffPage[] = []
  const read = new Set<number>()
  let at = long(isBig ? 8 : 4)
  while (at >= 8 && at + head <= bytes.length && !read.has(at) && pages.length < MOST) {
    read.add(at)
    const count = isBig ? eight(at) : two(at)
    const end = at + head + count * size
    if (count > LARGEST_DIRECTORY || end > bytes.length) break
    const fields = new Map<number, number>()
    for (let entry = at + head; entry < end; entry += size)
      fields.set(two(entry), two(entry + 2) === 3 ? two(entry + value) : four(entry + value))
    pages.push({
      index: pages.length,
      isExtra: ((fields.get(SUBFILE) ?? 0) & 5) !== 0,
      width: fields.get(WIDTH) ?? 0,
      height: fields.get(HEIGHT) ?? 0,
      compression: fields.get(COMPRESSION) ?? 1,
      colours: fields.get(COLOURS) ?? 1,
    })
    at = end + link <= bytes.length ? long(end) : 0
  }
  return pages
}
