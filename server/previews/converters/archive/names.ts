import { isUtf8 } from 'node:buffer'
import { getFileNameLowLevel } from 'yauzl'
import { decodeAs, guessEncoding, type Candidate } from '../text/encoding/guessEncoding'

/** The encoding of DOS, which ZIP names without the UTF-8 flag should have; only Western archives do. */
const DOS: Candidate = {
  encoding: 'ibm437',
  system: 'western',
  prior: 4,
  // DOS has a sign for the byte of a line end.
  decode: (bytes) => getFileNameLowLevel(0, bytes, [], false).replaceAll('◙', '\n'),
}
/** names that are evidence */
const EVIDENCE = 2000
/** The first byte of a letter of three or four bytes in UTF-8. */
const THREE_BYTES = 0xe0

/**
 * Returns a decoder for names of unknown encoding. Many writers use UTF-8 without saying so; the other names of an archive have one encoding, which
 * all of them together reveal.
 */
export function nameDecoder(names: readonly Buffer[]): (name: Buffer) => string {
  const unclear = names.filter((name) => !isCertain(name)).slice(0, EVIDENCE)
  if (unclear.length === 0) return (name) => name.toString()
  const guess = guessEncoding(Buffer.concat(unclear.flatMap((name) => [name, Buffer.from('\n')])), undefined, [DOS])
  return (name) => (isCertain(name) ? name.toString() : decodeAs(name, guess))
}

/** Whether a name is UTF-8: valid, and not by the coincidence of two bytes. */
function isCertain(name: Buffer): boolean {
  return isUtf8(name) && (name.every((byte) => byte < 128) || name.some((byte) => byte >= THREE_BYTES))
}
