import { seenText } from '@/domain/comments/mentions'
import { quotedContent } from '@/domain/comments/quote'
import type { Words } from '@/i18n/words'

/** The beginning of a comment, as an answer or a folded thread quotes it. */
export function quotedWords(quoted: { content: string; isVoice: boolean }, t: Words<'comments'>): string {
  return quoted.isVoice ? t('comments.quoteVoice') : seenText(quotedContent(quoted.content), t('comments.all'))
}
