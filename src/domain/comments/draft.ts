import { mentionName, writeMention, type Mention } from './mentions'

/** A comment being written: the text of the field, and the chosen mentions in the order of choosing. */
export interface CommentDraft {
  text: string
  mentions: readonly Mention[]
}

export const emptyDraft: CommentDraft = { text: '', mentions: [] }

const WORD_END = /[\p{L}\p{N}]$/u
/** Scripts without blanks between words: 「请看@王珂」 is a mention, `me@school.cn` an address. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]$/u

/**
 * Whether the user just typed an @ that opens the picker: every @ that does not follow a letter or digit (2§5).
 * @param cursor the cursor's position after typing, in UTF-16 units
 */
export function opensMentions(before: string, text: string, cursor: number): boolean {
  if (text.length !== before.length + 1 || text[cursor - 1] !== '@') return false
  if (text.slice(0, cursor - 1) + text.slice(cursor) !== before) return false
  const head = text.slice(0, cursor - 1)
  return !WORD_END.test(head) || UNSPACED.test(head)
}

/** The text between an @ and the cursor, which the picker searches for; null without an @, or after a line end. */
export function mentionWords(text: string, at: number, cursor: number): string | null {
  const words = text.slice(at + 1, cursor)
  return text[at] !== '@' || cursor <= at || /[\n@]/.test(words) ? null : words
}

/**
 * Replaces the @ and the text typed behind it with a mention. Also returns the new cursor position.
 * @param span UTF-16 units, the end not included
 */
export function withMention(
  { text, mentions }: CommentDraft,
  mention: Mention,
  { start, end }: { start: number; end: number },
): CommentDraft & { cursor: number } {
  const inserted = `@${mentionName(mention.name)} `
  return {
    text: text.slice(0, start) + inserted + text.slice(end),
    mentions: [...mentions, mention],
    cursor: start + inserted.length,
  }
}

/** The draft as sent: each `@name` becomes a mention. The longest matching name wins; equal names follow the order of choosing. */
export function writeDraft({ text, mentions }: CommentDraft): string {
  const unused = mentions.map((mention) => ({ mention, shown: `@${mentionName(mention.name)}` }))
  let written = ''
  for (let at = 0; at < text.length;) {
    const matches = text[at] === '@' ? unused.filter(({ shown }) => text.startsWith(shown, at)) : []
    const next = matches.reduce<(typeof unused)[number] | null>(
      (best, each) => (best === null || each.shown.length > best.shown.length ? each : best),
      null,
    )
    if (next === null) {
      written += text[at]
      at += 1
      continue
    }
    // The last chosen mention of a name is reused: writing the name again means the same person.
    if (matches.filter(({ shown }) => shown === next.shown).length > 1) unused.splice(unused.indexOf(next), 1)
    written += writeMention(next.mention)
    at += next.shown.length
  }
  return written
}
