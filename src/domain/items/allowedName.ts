import { NAME_MAX_LENGTH } from '@/domain/limits'
import { firstCodePoints } from '@/domain/text/codePoints'
import { splitExtension } from './extension'
import { checkFileName } from './naming'

/** Added to the code of an ASCII character, gives the full-width form of the character. Search does not distinguish the two. */
const TO_FULL_WIDTH = 0xfee0

/**
 * The nearest name that a file may have (decisions 113). Phones make names that the drive refuses, such as `Screenshot 08:30.png`. Forbidden signs
 * become full-width, invisible characters are removed, and a long stem is shortened. An allowed name does not change, except for outer blanks.
 */
export function allowedName(raw: string): string {
  const checked = checkFileName(raw)
  if (checked.ok) return checked.name
  const allowed = Array.from(raw.replace(/\s+/g, ' '), allowedCharacter)
    .join('')
    // A removed character may have stood between blanks.
    .replace(/ +/g, ' ')
    .trim()
    .replace(/[.\s]+$/, '')
  const { stem, extension } = splitExtension(allowed)
  const short = firstCodePoints(stem, NAME_MAX_LENGTH).replace(/[.\s]+$/, '')
  const name = (short || '_') + (extension && `.${extension}`)
  // Characters that join others may be left, of which nothing can be seen.
  return checkFileName(name).ok ? name : '_'
}

function allowedCharacter(character: string): string {
  if (checkFileName(`a${character}a`).ok) return character
  const code = character.charCodeAt(0)
  return code > 0x20 && code < 0x7f ? String.fromCharCode(code + TO_FULL_WIDTH) : ''
}
