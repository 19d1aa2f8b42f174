/** Who a mention names: a user, a group or the group of a department, or all who collaborate (2§3). */
export type MentionTarget = { kind: 'user' | 'group'; id: number } | { kind: 'all' }

export type Mention = MentionTarget & { name: string }

export type CommentPart = { kind: 'text'; text: string } | { kind: 'mention'; mention: Mention }

const MENTION = /@\[(g-)?(\d{1,15}):([^[\]\n]{1,300})\]/g

/** A comment in its pieces: `@[id:name]` names a user, `@[g-id:name]` a group or department, `@[0:name]` everybody (2§3). What is no mention is text. */
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

/** A mention as it stands in a comment. Brackets in a name would end it: they become their full-width likes. */
export function writeMention(mention: Mention): string {
  const key = mention.kind === 'all' ? '0' : mention.kind === 'group' ? `g-${mention.id}` : String(mention.id)
  return `@[${key}:${mentionName(mention.name)}]`
}

/** A name as a mention shows it: on one line, without the characters of the syntax; `?` where nothing is left. */
export function mentionName(name: string): string {
  const plain = name.replace(/\[/g, '［').replace(/\]/g, '］').replace(/\s+/g, ' ').trim()
  return Array.from(plain).slice(0, NAME_MAX).join('') || '?'
}

/**
 * A comment as it is seen: mentions as `@name` (decisions 4.24).
 * @param all how all who collaborate are called; what a client wrote for them could be anybody's name
 */
export function seenText(content: string, all?: string): string {
  return commentParts(content)
    .map((part) => (part.kind === 'text' ? part.text : seenMention(part.mention, all)))
    .join('')
}

/** A mention as it is seen. @param all as seenText's */
export function seenMention({ kind, name }: Mention, all?: string): string {
  return `@${kind === 'all' ? (all ?? name) : name}`
}

/** code points; a name in UTF-16 is at most twice as long, which the pattern takes */
const NAME_MAX = 150

function mentionOf([, group, id, name = '']: RegExpMatchArray): Mention | null {
  if (group) return id === '0' ? null : { kind: 'group', id: Number(id), name }
  return id === '0' ? { kind: 'all', name } : { kind: 'user', id: Number(id), name }
}
