import iconv from 'iconv-lite'

/** Returns a decoder of an encoding that the Encoding Standard lacks. @param name as iconv calls it */
export function tableDecoder(name: string): (bytes: Buffer) => string {
  return (bytes) => iconv.decode(bytes, name, { stripBOM: false })
}

/** Polish letters, and their bytes, which are other letters in CP437. */
const POLISH = 'ąćĄĘęłĆŚŁśŹŻóÓńŃźż'
const PLACES = Buffer.from('868d8f90919295989c9ea0a1a2a3a4a5a6a7', 'hex')
const polishOf = new Map(Array.from(iconv.decode(PLACES, 'cp437'), (letter, at) => [letter, POLISH[at]!]))
const REPLACED = new RegExp(`[${[...polishOf.keys()].join('')}]`, 'g')

/** Decodes the Polish encoding of DOS, which no library has. */
export function decodeMazovia(bytes: Buffer): string {
  return iconv.decode(bytes, 'cp437').replace(REPLACED, (letter) => polishOf.get(letter)!)
}
