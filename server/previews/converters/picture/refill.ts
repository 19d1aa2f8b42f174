/** The missing part may be this many times the existing one; a file that states more was never whole. */
const LOST = 3

/**
 * Fills a truncated picture with zeros: readers of WebP and HEIC require as many bytes as the file states, and then show what they can decode.
 */
export function refill(bytes: Buffer): Buffer {
  const lost = lengthOf(bytes) - bytes.length
  return lost > 0 && lost <= LOST * bytes.length ? Buffer.concat([bytes, Buffer.alloc(lost)]) : bytes
}

/** The length that the file states, if it states one. */
function lengthOf(bytes: Buffer): number {
  if (bytes.toString('latin1', 0, 4) === 'RIFF') return 8 + bytes.readUInt32LE(4)
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return bytes.length
  // The file is a sequence of boxes.
  let end = 0
  while (end + 8 <= bytes.length) {
    const size = bytes.readUInt32BE(end)
    if (size < 8) return bytes.length
    end += size
  }
  return end
}
