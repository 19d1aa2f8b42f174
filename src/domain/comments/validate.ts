import { COMMENT_MAX_LENGTH } from '@/domain/limits'
import { codePointLength } from '@/domain/text/codePoints'
import { graphemes } from '@/domain/text/graphemes'
import { seenText } from './mentions'

export type CommentFault = 'comment_empty' | 'comment_too_long'

/** Invisible characters: white space, controls, fillers and variation selectors. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0\ufe00-\ufe0f]/gu
/** Controls other than tab and line end, and lone surrogates: they are invisible, and the database rejects NUL. */
const UNSHOWABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\p{Surrogate}/gu

/** A comment as it is stored: without outer blanks and unshowable characters, lines ended by \n. */
export function cleanComment(content: string): string {
  return content.replace(/\r\n?/g, '\n').replace(UNSHOWABLE, '').trim()
}

/** The maximum of code points for each visible character, which can consist of very many. */
const MOST_CODE_POINTS = 10

/** The length that the limit counts: visible characters of the visible text, without outer blanks. */
export function commentLength(content: string): number {
  return graphemes(seenText(cleanComment(content))).length
}

/**
 * Why a comment cannot be sent: trimmed, it must have 1 to 500 characters (2§5); null if it can be sent.
 * @param longest another maximum, for programs
 */
export function commentFault(content: string, longest = COMMENT_MAX_LENGTH): CommentFault | null {
  if (seenText(content).replace(INVISIBLE, '') === '') return 'comment_empty'
  const isOver = commentLength(content) > longest || codePointLength(cleanComment(content)) > longest * MOST_CODE_POINTS
  return isOver ? 'comment_too_long' : null
}
