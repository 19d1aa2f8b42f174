import { COMMENT_MAX_LENGTH } from '@/domain/limits'
import { codePointLength } from '@/domain/text/codePoints'
import { seenText } from './mentions'

export type CommentFault = 'comment_empty' | 'comment_too_long'

/** What shows nothing: white space, and characters that only steer others or stand for nothing. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0\ufe00-\ufe0f]/gu
/** Controls other than tab and line end, and halves of characters: nothing shows them, and the database takes no NUL. */
const UNSHOWABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\p{Surrogate}/gu

/** A comment as it is kept: without outer blanks and what nothing shows, lines ended by \n. */
export function cleanComment(content: string): string {
  return content.replace(/\r\n?/g, '\n').replace(UNSHOWABLE, '').trim()
}

/** Characters of a comment as its limit counts them: code points of what is seen, without outer blanks (decisions 4.24). */
export function commentLength(content: string): number {
  return codePointLength(seenText(cleanComment(content)))
}

/** Why a comment cannot be sent: trimmed it must be non-empty and at most 500 characters (2§5); null where it can. */
export function commentFault(content: string): CommentFault | null {
  if (seenText(content).replace(INVISIBLE, '') === '') return 'comment_empty'
  return commentLength(content) > COMMENT_MAX_LENGTH ? 'comment_too_long' : null
}
