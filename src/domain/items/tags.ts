import { codePointLength } from '@/domain/text/codePoints'
import { checkName, type NameCheck } from './naming'

/** code points of a tag */
export const TAG_MAX_LENGTH = 30
export const TAGS_PER_ITEM = 20

export type TagCheck = NameCheck | { ok: false; code: 'tag_too_long' }

/** Checks a typed or sent tag as a name, with a length of its own (AH-51). Returns the tag without outer and double blanks, or the fault. */
export function checkTag(raw: string): TagCheck {
  const check = checkName(raw.normalize('NFC').replace(/ +/g, ' '))
  const isTooLong = check.ok ? codePointLength(check.name) > TAG_MAX_LENGTH : check.code === 'name_too_long'
  return isTooLong ? { ok: false, code: 'tag_too_long' } : check
}
