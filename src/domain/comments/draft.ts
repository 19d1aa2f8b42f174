import { mentionName, writeMention, type Mention } from './mentions'

/** A comment being written: what the field shows, and who was chosen for its mentions, in the order of choosing. */
export interface CommentDraft {
  text: string
  mentions: readonly Mention[]
}

export const emptyDraft: CommentDraft = { text: '', mentions: [] }

const WORD_END = /[\p{L}\p{N}]$/u
/** Scripts that set no blank between words: 「请看@王珂」 is a mention, `me@school.cn` an address. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]$/u

/**
 * Whether typing has just put an @ that opens the picker: unless a letter or digit stands before it (2§5).
 * @param cursor where the cursor stands after typing, in UTF-16 units
 */
export function opensMentions(before: string, text: string, cursor: number): boolean {
  if (text.length !== before.length + 1 || text[cursor - 1] !== '@') return false
  if (text.slice(0, cursor - 1) + text.slice(cursor) !== before) return false
  const head = text.slice(0, cursor - 1)
  return !WORD_END.test(head) || UNSPACED.test(head)
}

/** What stands between an @ and the cursor: the words that its picker looks for; null where there is no @, or the line ended. */
export function mentionWords(text: string, at: number, cursor: number): string | null {
  const words = text.slice(at + 1, cursor)
  return text[at] !== '@' || cursor <= at || /[\n@]/.test(words) ? null : words
}

/**
 * A draft with somebody in the place of the @ and of what was typed behind it, and where the cursor stands then.
 * @param span UTF-16 units, the end not included
 */
export function withMention(
  { text, mentions }: CommentDraft,
  mention: Mention,
  { start, end }: { start: number; end: number },
): CommentDraft & { cursor: number } {
  const put = `@${mentionName(mention.name)} `
  return {
    text: text.slice(0, start) + put + text.slice(end),
    mentions: [...mentions, mention],
    cursor: start + put.length,
  }
}

/** A draft as it is sent: each `@name` of somebody chosen becomes a mention, of names that begin alike the longest; the same name in the order of choosing. */
export function writeDraft({ text, mentions }: CommentDraft): string {
  const left = mentions.map((mention) => ({ mention, shown: `@${mentionName(mention.name)}` }))
  let written = ''
  for (let at = 0; at < text.length;) {
    const fits = text[at] === '@' ? left.filter(({ shown }) => text.startsWith(shown, at)) : []
    const next = fits.reduce<(typeof left)[number] | null>(
      (best, each) => (best === null || each.shown.length > best.shown.length ? each : best),
      null,
    )
    if (next === null) {
      written += text[at]
      at += 1
      continue
    }
    // Named once more without choosing again: the same person.
    if (fits.filter(({ shown }) => shown === next.shown).length > 1) left.splice(left.indexOf(next), 1)
    written += writeMention(next.mention)
    at += next.shown.length
  }
  return written
}
