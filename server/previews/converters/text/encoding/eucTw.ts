/**
 * The first two planes of CNS 11643 contain the letters of Big5, nearly in the same order. Each group is a run of letters: the place of its first one in
 * the plane, and its place in Big5, each counted from 0, and its length.
 */
const PLANES = [
  '0,0,5 6,6,15 21,23,2 24,22,1 29,29,44 73,74,1 74,73,1 75,75,21 98,98,1 100,100,27 127,128,1 128,127,1 130,130,14 146,146,2 148,149,1 149,148,1 ' +
    '150,150,4 155,21,1 156,156,78 282,234,29 312,264,1 314,266,142 470,6101,20 3290,471,17 3307,263,1 3308,489,86 3394,265,1 3395,576,1307 ' +
    '4702,1884,424 5126,1883,1 5127,2308,1876 7003,4571,1 7004,4184,387 7391,4572,525 7916,5286,1 7917,5097,105 8023,5203,83 8106,5287,84 ' +
    '8190,5517,1 8191,5371,54 8245,5426,1 8246,5425,1 8247,5427,90 8337,5518,354',
  '0,6280,10 10,6291,33 43,6372,1 44,6324,48 92,6373,46 138,6586,1 139,6419,167 306,6587,1840 2146,9074,1 2147,8428,108 2255,8537,537 2792,8427,1 ' +
    '2793,9075,100 2893,8536,1 2894,9175,399 3293,9575,1637 4930,11761,1 4931,11212,146 5077,11899,1 5078,11358,287 5365,12508,1 5366,11645,116 ' +
    '5482,11762,137 5619,11900,104 5723,12425,1 5724,12004,222 5946,12227,198 6144,12426,82 6226,12509,86 6312,12226,1 6313,12595,8 6321,12604,153 ' +
    '6474,12758,56 6530,13114,1 6531,12814,113 6644,12603,1 6645,12927,142 6787,12757,1 6788,13069,45 6833,13115,71 6904,13380,1 6905,13186,194 ' +
    '7099,13381,490 7589,13914,1 7590,13871,43 7633,13915,1 7634,13917,11 7645,13916,1 7646,13928,4',
]
/** letters of a row of CNS 11643, and of a row of Big5 */
const ROW = { cns: 94, big5: 157 }
/** Announces the plane of a letter, in the byte that follows. */
const SHIFT = 0x8e
const FIRST = 0xa1
/** No letter of Big5 begins with it. */
const NO_LETTER = 0xff

const places: (Int16Array | undefined)[] = []

/** Decodes EUC-TW: an encoding of Unix in Taiwan. Letters of the planes beyond the second become U+FFFD. */
export function decodeEucTw(bytes: Buffer): string {
  const big5: number[] = []
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at]!
    if (byte < 128) {
      big5.push(byte)
      at += 1
      continue
    }
    const plane = byte === SHIFT ? (bytes[at + 1] ?? 0) - FIRST : 0
    const start = byte === SHIFT ? at + 2 : at
    const [row = 0, cell = 0] = bytes.subarray(start, start + 2)
    const isLetter = plane >= 0 && row >= FIRST && cell >= FIRST
    big5.push(...(isLetter ? letterOf(plane, row, cell) : [NO_LETTER]))
    at = isLetter ? start + 2 : at + 1
  }
  return new TextDecoder('big5').decode(Uint8Array.from(big5))
}

/** The bytes of a letter in Big5. */
function letterOf(plane: number, row: number, cell: number): number[] {
  const groups = PLANES[plane]
  if (groups === undefined) return [NO_LETTER]
  const found = (places[plane] ??= placesOf(groups))
  const place = found[(row - FIRST) * ROW.cns + cell - FIRST] ?? -1
  if (place < 0) return [NO_LETTER]
  const trail = place % ROW.big5
  return [FIRST + Math.floor(place / ROW.big5), trail < 63 ? 0x40 + trail : FIRST + trail - 63]
}

/** The place in Big5 of each letter of a plane. */
function placesOf(groups: string): Int16Array {
  const found = new Int16Array(ROW.cns * ROW.cns).fill(-1)
  for (const group of groups.split(' ')) {
    const [from, to, length] = group.split(',').map(Number) as [number, number, number]
    for (let at = 0; at < length; at += 1) found[from + at] = to + at
  }
  return found
}
