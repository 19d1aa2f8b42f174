import { COMMENT_MAX_LENGTH } from '@/domain/limits'
import { codePointLength } from '@/domain/text/codePoints'
import { graphemes } from '@/domain/text/graphemes'
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

/** Code points that a comment may have: a reader's character can be made of very many. */
const MOST_CODE_POINTS = COMMENT_MAX_LENGTH * 10

/** Characters of a comment as its limit counts them: as a reader does, of what is seen, without outer blanks. */
export function commentLength(content: string): number {
  return graphemes(seenText(cleanComment(content))).length
}

/** Why a comment cannot be sent: trimmed it must be non-empty and at most 500 characters (2§5); null where it can. */
export function commentFault(content: string): CommentFault | null {
  if (seenText(content).replace(INVISIBLE, '') === '') return 'comment_empty'
  const isOver =
    commentLength(content) > COMMENT_MAX_LENGTH || codePointLength(cleanComment(content)) > MOST_CODE_POINTS
  return isOver ? 'comment_too_long' : null
}
