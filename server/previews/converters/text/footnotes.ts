import { lexer, type MarkedOptions, type Token, type TokenizerExtensionFunction, type Tokens } from 'marked'

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
 * Reads the blocks of a Markdown text. CommonMark has no footnotes, and takes one of a single word for the address of a link. A reference without a footnote
 * means its letters, such as `[^0-9]`.
 */
export function readBlocks(text: string): Token[] {
  const labels = new Set(Array.from(text.matchAll(NOTES), ([, label]) => label!))
  const extensions: MarkedOptions['extensions'] = {
    renderers: {},
    childTokens: {},
    block: [readFootnote],
    // Only the paragraph is searched: the end of the text may be far.
    startBlock: [(source) => PARAGRAPH.exec(source)![0].search(NOTE_START)],
    inline: [referenceReader(labels)],
  }
  return lexer(text, { gfm: true, extensions: labels.size > 0 ? extensions : null })
}

const readFootnote: TokenizerExtensionFunction = function (source) {
  const [raw, label, text] = NOTE.exec(source) ?? []
  if (raw === undefined || label === undefined || text === undefined) return undefined
  const tokens = this.lexer.blockTokens(text.replace(INDENT, ''), [])
  return { type: FOOTNOTE, raw, label, tokens } satisfies Footnote
}

function referenceReader(labels: ReadonlySet<string>): TokenizerExtensionFunction {
  return (source) => {
    const [raw, label] = REFERENCE.exec(source) ?? []
    if (raw === undefined || label === undefined || !labels.has(label)) return undefined
    return { type: 'footnoteReference', raw, text: `[${label}]` }
  }
}
