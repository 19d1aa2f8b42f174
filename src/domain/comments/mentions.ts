/** The target of a mention: a user, a group or a department's group, or all collaborators (2§3). */
export type MentionTarget = { kind: 'user' | 'group'; id: number } | { kind: 'all' }

export type Mention = MentionTarget & { name: string }

export type CommentPart = { kind: 'text'; text: string } | { kind: 'mention'; mention: Mention }

const MENTION = /@\[(g-)?(\d{1,15}):([^[\]\n]{1,300})\]/g

/** Splits a comment: `@[id:name]` is a user, `@[g-id:name]` a group or department, `@[0:name]` everybody (2§3). The rest is text. */
export function commentParts(content: string): CommentPart[] {
  const parts: CommentPart[] = []
  let end = 0
  for (const match of content.matchAll(MENTION)) {
    const mention = mentionOf(match)
    if (!mention) continue
    if (match.index > end) parts.push({ kind: 'text', text: content.slice(end, match.index) })
    parts.push({ kind: 'mention', mention })
    end = match.index + match[0].length
  }
  if (end < content.length) parts.push({ kind: 'text', text: content.slice(end) })
  return parts
}

/** A mention in the syntax of comments. Brackets in a name would end the mention, so they become full-width brackets. */
export function writeMention(mention: Mention): string {
  const key = mention.kind === 'all' ? '0' : mention.kind === 'group' ? `g-${mention.id}` : String(mention.id)
  return `@[${key}:${mentionName(mention.name)}]`
}

/** A name as a mention shows it: on one line, without the characters of the syntax; `?` if nothing is left. */
export function mentionName(name: string): string {
  const plain = name.replace(/\[/g, '［').replace(/\]/g, '］').replace(/\s+/g, ' ').trim()
  return Array.from(plain).slice(0, NAME_MAX).join('') || '?'
}

/**
 * The visible text of a comment: mentions as `@name` (decisions 4.24).
 * @param all the words for all collaborators. If omitted, the comment's own name for them is shown, which its author may have made up.
 */
export function seenText(content: string, all?: string): string {
  return commentParts(content)
    .map((part) => (part.kind === 'text' ? part.text : seenMention(part.mention, all)))
    .join('')
}

/** The visible text of a mention. @param all as in seenText */
export function seenMention({ kind, name }: Mention, all?: string): string {
  return `@${kind === 'all' ? (all ?? name) : name}`
}

/** The words of a comment for a check of its content: mentions as names without a sign, because a sign would split a word. */
export function checkedText(content: string): string {
  return commentParts(content)
    .map((part) => (part.kind === 'text' ? part.text : part.mention.name))
    .join('')
}

/** code points; in UTF-16 a name is at most twice as long, within the limit of the pattern */
const NAME_MAX = 150

function mentionOf([, group, id, name = '']: RegExpMatchArray): Mention | null {
  if (group) return id === '0' ? null : { kind: 'group', id: Number(id), name }
  return id === '0' ? { kind: 'all', name } : { kind: 'user', id: Number(id), name }
}
