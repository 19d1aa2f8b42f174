import type { Token, Tokens } from 'marked'
import { QUIET_WORDS } from '../text/markdown'

/** A document as the blocks that are set. */
export interface Blocks {
  tokens: Token[]
  /** Whether the document is longer. */
  isCut: boolean
}

/** characters of a document that are set, some thousand pages */
export const TEXT_LIMIT = 1_000_000
/** Stands where a document has no text. A rendition has readers of every language. */
export const NO_TEXT = '没有可显示的文字 · 沒有可顯示的文字 · There is no text to show'
/** Stands where a part of a document cannot be shown. */
export const PART_MISSING = '…… 有一部分无法显示 · 有一部分無法顯示 · A part cannot be shown'

/** Text of the document. Setting it resolves entities, which a reader of HTML has done already. */
export function words(text: string): Tokens.Text {
  return { type: 'text', raw: text, text: text.replaceAll('&', '&amp;') }
}

/** Words of ours. */
export function quietWords(text: string): Tokens.Generic {
  return { type: QUIET_WORDS, raw: text }
}

export function paragraph(tokens: Token[]): Tokens.Paragraph {
  return { type: 'paragraph', raw: '', text: '', tokens }
}

export function heading(depth: number, tokens: Token[]): Tokens.Heading {
  return { type: 'heading', raw: '', text: '', depth, tokens }
}

export function bulletList(items: Token[][], ordered = false, start: number | '' = ''): Tokens.List {
  return {
    type: 'list',
    raw: '',
    ordered,
    start,
    loose: false,
    items: items.map((tokens) => ({ type: 'list_item', raw: '', task: false, loose: false, text: '', tokens })),
  }
}

export const rule: Tokens.Hr = { type: 'hr', raw: '' }
export const lineBreak: Tokens.Br = { type: 'br', raw: '' }

/** The paragraphs of a plain text, which blank lines separate. Its other line ends stay. */
export function paragraphsOf(text: string): Token[] {
  return text
    .split(/\n[ \t]*\n\s*/)
    .map((part) => part.replace(/\s+$/, ''))
    .filter((part) => part !== '')
    .map((part) =>
      paragraph(part.split('\n').flatMap((line, at) => (at === 0 ? [words(line)] : [lineBreak, words(line)]))),
    )
}
