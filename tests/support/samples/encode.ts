/** The bytes of each letter of a legacy encoding, found by decoding all sequences of one and two bytes. */
const tables = new Map<string, Map<string, number[]>>()

function tableOf(encoding: string): Map<string, number[]> {
  const known = tables.get(encoding)
  if (known) return known
  const table = new Map<string, number[]>()
  const strict = new TextDecoder(encoding, { fatal: true })
  const note = (...bytes: number[]) => {
    try {
      const letter = strict.decode(Uint8Array.from(bytes))
      if (Array.from(letter).length === 1 && !table.has(letter)) table.set(letter, bytes)
    } catch {
      // No letter has these bytes.
    }
  }
  for (let byte = 0; byte < 256; byte += 1) note(byte)
  for (let lead = 0x81; lead < 0xff; lead += 1) for (let trail = 0x40; trail < 0xff; trail += 1) note(lead, trail)
  tables.set(encoding, table)
  return table
}

/** A text as an old program writes it. Throws for a letter that the encoding lacks. */
export function encode(text: string, encoding: string): Buffer {
  const table = tableOf(encoding)
  return Buffer.from(
    Array.from(text).flatMap((letter) => {
      const bytes = table.get(letter)
      if (bytes === undefined) throw new Error(`${encoding} has no ${letter}`)
      return bytes
    }),
  )
}
