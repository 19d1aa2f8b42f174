/** Higher sector numbers are marks: end of a chain, unused. */
const LAST_SECTOR = 0xfffffffa
const HEADER = 512

/**
 * Whether a chain of sectors of a compound file ([MS-CFB]) leads back to itself. A reader that follows such a chain never ends.
 * @param bytes a whole file, at least 512 bytes
 */
export function hasEndlessChain(bytes: Buffer): boolean {
  const size = 1 << Math.min(16, Math.max(9, bytes.readUInt16LE(30)))
  const sectors = Math.ceil(bytes.length / size)
  const sector = (at: number) => numbersOf(bytes.subarray((at + 1) * size, (at + 2) * size))
  const places = numbersOf(bytes.subarray(76, HEADER))
  const most = Math.ceil(sectors / (size / 4))
  // The places of the table's further parts are in a chain of their own.
  for (let next = bytes.readUInt32LE(68); next < sectors && places.length < most;) {
    const more = sector(next)
    next = more.pop() ?? LAST_SECTOR
    if (more.length === 0) break
    places.push(...more)
  }
  const table = places
    .slice(0, most)
    .filter((at) => at < sectors)
    .flatMap(sector)
  if (leadsBack(table)) return true
  const small: number[] = []
  for (let at = bytes.readUInt32LE(60); at < table.length; at = table[at]!) small.push(...sector(at))
  return leadsBack(small)
}

function numbersOf(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length >> 2 }, (_, at) => bytes.readUInt32LE(4 * at))
}

/** Whether a chain of a table leads back to itself. Each entry of the table names the next one. */
function leadsBack(table: readonly number[]): boolean {
  const seenFrom = new Int32Array(table.length).fill(-1)
  for (let start = 0; start < table.length; start += 1) {
    for (let at = start; at < table.length; at = table[at]!) {
      if (seenFrom[at] === start) return true
      if (seenFrom[at] !== -1) break
      seenFrom[at] = start
    }
  }
  return false
}
