/** What a file lost may be so many times what is left of it; one that says more was never whole. */
const LOST = 3

/**
 * A picture that was cut off, with zeros in place of what it lost: readers of WebP and HEIC want as many bytes as the file says it has, and
 * then show what they can decode.
 */
export function refill(bytes: Buffer): Buffer {
  const lost = lengthOf(bytes) - bytes.length
  return lost > 0 && lost <= LOST * bytes.length ? Buffer.concat([bytes, Buffer.alloc(lost)]) : bytes
}

/** Bytes that the file says it has, where it does. */
function lengthOf(bytes: Buffer): number {
  if (bytes.toString('latin1', 0, 4) === 'RIFF') return 8 + bytes.readUInt32LE(4)
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return bytes.length
  // Boxes, one behind the other.
  let end = 0
  while (end + 8 <= bytes.length) {
    const size = bytes.readUInt32BE(end)
    if (size < 8) return bytes.length
    end += size
  }
  return end
}
