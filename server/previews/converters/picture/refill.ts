/** The missing part may be this many times as long as the existing part. A file that states more was never whole. */
const LOST = 3

/**
 * Fills a truncated picture with zeros, because readers of WebP and HEIC require as many bytes as the file states. They then show the part that they
 * can decode.
 */
export function refill(bytes: Buffer): Buffer {
  const lost = lengthOf(bytes) - bytes.length
  return lost > 0 && lost <= LOST * bytes.length ? Buffer.concat([bytes, Buffer.alloc(lost)]) : bytes
}

/** The length that the file states; otherwise its actual length. */
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
