import iconv from 'iconv-lite'
import { costOfLetter } from './guessEncoding'
import { anySystem } from './writingSystems'

const RUN = /\+([A-Za-z0-9+/]*)-?/g
/** Control characters, lone surrogates, and code points without a letter. */
const NO_LETTER = /(?![\t\n\r])\p{Cc}|\p{Cs}|\p{Co}|\p{Cn}/u
/** The least letters, and the highest mean cost of a letter, of a text that means them. */
const LEAST = { letters: 3, mean: 9.5 }

/** Decodes a text of ASCII in UTF-7. Returns null for any other text. */
export function decodeUtf7(plain: string): string | null {
  return plain.includes('+') && isUtf7(plain) ? iconv.decode(Buffer.from(plain, 'latin1'), 'utf-7') : null
}

/** Whether every plus in a text of ASCII begins letters in UTF-7, and these letters are frequent ones. Sums such as `a+b` are none. */
function isUtf7(plain: string): boolean {
  const { costs, other } = anySystem()
  let [letters, cost] = [0, 0]
  for (const [, run] of plain.matchAll(RUN)) {
    if (!run) continue
    const text = lettersOf(run)
    if (text === '' || NO_LETTER.test(text)) return false
    for (const letter of text) {
      if (letter <= '\x7f' || letter === '\ufeff') continue
      letters += 1
      cost += costOfLetter(letter, costs, other)
    }
  }
  return letters >= LEAST.letters && cost <= LEAST.mean * letters
}

/** The letters of a run; none if it has bits that belong to no letter. */
function lettersOf(run: string): string {
  const bytes = Buffer.from(run, 'base64')
  const whole = Buffer.from(bytes.subarray(0, bytes.length & ~1))
  return whole.toString('base64').replace(/=+$/, '') === run ? whole.swap16().toString('utf16le') : ''
}
