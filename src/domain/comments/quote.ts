import { commentParts, mentionName, writeMention } from './mentions'

/** Visible code points of a comment that an answer quotes. */
const QUOTE_LENGTH = 80

/** UTF-16 units that always contain a quote: a mention of one letter has up to 22 units and 2 visible code points, and the last one may be long. */
export const QUOTE_SOURCE = 1500

/** The beginning of a comment on one line, as an answer quotes it. Mentions stay whole, so their syntax is never cut. */
export function quotedContent(content: string): string {
  let rest = QUOTE_LENGTH
  let quote = ''
  for (const part of commentParts(content)) {
    if (rest <= 0) return `${quote}…`
    if (part.kind === 'mention') {
      quote += writeMention(part.mention)
      rest -= Array.from(mentionName(part.mention.name)).length + 1
      continue
    }
    const points = Array.from(part.text.replace(/\s+/g, ' '))
    if (points.length > rest) return `${quote}${points.slice(0, rest).join('').trimEnd()}…`
    quote += points.join('')
    rest -= points.length
  }
  return quote
}
