/** The change of the sum by each byte. */
const changes = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  return sum
})

/** The checksum of archives and PNG; Node has it only from version 22 on. */
export function crc32(bytes: Uint8Array): number {
  let sum = ~0
  // An iterator takes several times as long.
  for (let at = 0; at < bytes.length; at += 1) sum = (sum >>> 8) ^ changes[(sum ^ bytes[at]!) & 0xff]!
  return ~sum >>> 0
}
