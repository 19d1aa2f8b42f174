import iconv from 'iconv-lite'

/** Returns a decoder of an encoding that the Encoding Standard lacks. @param name as iconv calls it */
export function tableDecoder(name: string): (bytes: Buffer) => string {
  return (bytes) => iconv.decode(bytes, name, { stripBOM: false })
}

/** Polish letters in place of others of CP437. */
const MAZOVIA = new Map(
  Object.entries({
    ą: 0x86, ć: 0x8d, Ą: 0x8f, Ę: 0x90, ę: 0x91, ł: 0x92, Ć: 0x95, Ś: 0x98, Ł: 0x9c, ś: 0x9e,
    Ź: 0xa0, Ż: 0xa1, ó: 0xa2, Ó: 0xa3, ń: 0xa4, Ń: 0xa5, ź: 0xa6, ż: 0xa7,
  }).map(([letter, byte]) => [byte, letter]),
)

/** Decodes the Polish encoding of DOS, which no library has. */
export function decodeMazovia(bytes: Buffer): string {
  return Array.from(bytes, (byte) => MAZOVIA.get(byte) ?? iconv.decode(Buffer.of(byte), 'cp437')).join('')
}
