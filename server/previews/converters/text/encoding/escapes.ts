import { isAscii } from 'node:buffer'

/** Encodings of seven bits that switch to other scripts by escape sequences, each with a sequence that no other text contains. */
const escaping: readonly { reveals: RegExp; decode: (bytes: Buffer) => string }[] = [
  { reveals: /\x1b\$[@B]|\x1b\(J/, decode: (bytes) => new TextDecoder('iso-2022-jp').decode(bytes) },
  { reveals: /\x1b\$\)C/, decode: decodeIso2022Kr },
  { reveals: /\x1b\$\)A/, decode: (bytes) => decodeShifted(bytes, 'gb18030') },
  // Two bytes each: signs and the usual Hanzi. Braces in a source of ASCII seldom contain only such pairs.
  { reveals: /~\{(?:[\x21-\x29\x30-\x57][\x21-\x7e]){2,}~\}/, decode: decodeHz },
]

/** Decodes a text of ISO-2022-JP, ISO-2022-KR, ISO-2022-CN or HZ. Returns null for any other text. */
export function decodeEscapes(bytes: Buffer): string | null {
  if (!isAscii(bytes)) return null
  const plain = bytes.toString('latin1')
  return escaping.find(({ reveals }) => reveals.test(plain))?.decode(bytes) ?? null
}

export function decodeIso2022Kr(bytes: Buffer): string {
  return decodeShifted(bytes, 'euc-kr')
}

/** Between the bytes 14 and 15, or the end of the line, letters have two bytes. */
function decodeShifted(bytes: Buffer, encoding: string): string {
  const text = bytes.toString('latin1').replace(/\x1b\$[)*][A-Z]/g, '')
  const raised = text.replace(/\x0e([^\x0f\n]*)\x0f?/g, (_, letters: string) => raise(letters)).replaceAll('\x0f', '')
  return new TextDecoder(encoding).decode(Buffer.from(raised, 'latin1'))
}

function decodeHz(bytes: Buffer): string {
  const raised = bytes
    .toString('latin1')
    .replace(/~\{((?:[\x21-\x77][\x21-\x7e])*)~\}/g, (_, letters: string) => raise(letters))
    .replace(/~\r?\n/g, '')
    .replaceAll('~~', '~')
  return new TextDecoder('gb18030').decode(Buffer.from(raised, 'latin1'))
}

function raise(letters: string): string {
  return letters.replace(/[\x21-\x7e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) | 128))
}
