import { Marked, type Token, type TokenizerExtension, type Tokens } from 'marked'

export const FOOTNOTE = 'footnote'
/** A footnote, which stands where its writer wrote it. */
export interface Footnote extends Tokens.Generic {
  type: typeof FOOTNOTE
  label: string
  tokens: Token[]
}

const LABEL = '\\[\\^([^\\]\\s]{1,100})\\]'
const NOTES = new RegExp(`^ {0,3}${LABEL}:`, 'gm')
const NOTE_START = new RegExp(NOTES, 'm')
/** The label of a footnote, its first line, and the lines that belong to it: the rest of its paragraph, and paragraphs that are indented. */
const NOTE = new RegExp(
  `^ {0,3}${LABEL}:[ \\t]*([^\\n]*(?:\\n(?![ \\t]*\\n| {0,3}\\[\\^)[^\\n]+|(?:\\n[ \\t]*)+\\n(?: {2,}|\\t)[^\\n]+)*)(?:\\n+|$)`,
)
/** The rest of a line, and the lines that continue its paragraph: no blank line, heading, quote, list or code. */
const PARAGRAPH = /^[^\n]*(?:\n(?![ \t]*(?:\n|#|>|[-*+] |```|~~~))[^\n]+)*/
const REFERENCE = new RegExp(`^${LABEL}`)
const INDENT = /^(?: {1,4}|\t)/gm

/**
 * Returns the reader of a text. CommonMark has no footnotes, and takes one of a single word for the address of a link. A reference without a footnote
 * means its letters, such as `[^0-9]`.
 */
export function lexerFor(source: string): (text: string) => Token[] {
  const labels = new Set(Array.from(source.matchAll(NOTES), ([, label]) => label!))
  const marked = new Marked({ gfm: true })
  if (labels.size > 0) marked.use({ extensions: [noteReader, referenceReader(labels)] })
  return (text) => marked.lexer(text)
}

const noteReader: TokenizerExtension = {
  name: FOOTNOTE,
  level: 'block',
  // Only the paragraph is searched: the end of the text may be far.
  start: (source) => PARAGRAPH.exec(source)![0].search(NOTE_START),
  tokenizer(source) {
    const [raw, label, text] = NOTE.exec(source) ?? []
    if (raw === undefined || label === undefined || text === undefined) return undefined
    return {
      type: FOOTNOTE,
      raw,
      label,
      tokens: this.lexer.blockTokens(text.replace(INDENT, ''), []),
    } satisfies Footnote
  },
}

function referenceReader(labels: ReadonlySet<string>): TokenizerExtension {
  return {
    name: 'footnoteReference',
    level: 'inline',
    tokenizer(source) {
      const [raw, label] = REFERENCE.exec(source) ?? []
      if (raw === undefined || label === undefined || !labels.has(label)) return undefined
      return { type: 'footnoteReference', raw, text: `[${label}]` }
    },
  }
}
