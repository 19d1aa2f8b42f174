import type { Token, Tokens } from 'marked'
import { blocksOfHtml } from '../blocks/HtmlBlocks'
import { lineBreak } from '../blocks/blocks'

/** Elements of HTML that writers of Markdown use. A text with another name in angle brackets, such as `<your-name>`, means these letters. */
const ELEMENTS = new Set(
  (
    'a abbr address article aside audio b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em figcaption ' +
    'figure font footer form h1 h2 h3 h4 h5 h6 header hr html body i iframe img input ins kbd label li link main mark meta nav noscript ol p picture pre ' +
    'q rp rt ruby s samp script section small source span strike strong style sub summary sup svg table tbody td tfoot th thead tr tt u ul var video wbr'
  ).split(' '),
)
/** Further elements that stand on lines of their own: parts of a page, and of forms. Within a sentence their names mean their letters. */
const BLOCK_ELEMENTS = new Set(
  (
    'area base basefont button canvas dialog dir embed fieldset frame frameset head hgroup legend map menu menuitem noframes object optgroup option ' +
    'param search select template textarea title track'
  ).split(' '),
)
/** Parts of drawings. Without attributes they may mean their letters, such as `<path>`. */
const DRAWN =
  /^<(?:\/|(?=[\w-]+\s+[\w:-]+\s*=))(?:animate|circle|clippath|defs|ellipse|g|image|line|lineargradient|mask|path|polygon|polyline|radialgradient|rect|stop|symbol|text|tspan|use)\b/i
const ELEMENT = /^<\/?([a-z][a-z\d-]*)/i
/** Comments, declarations and instructions. */
const UNSEEN = /^<[!?]/

/** Tokens of Markdown in which HTML stands as what it means: its tags are no words, its comments are not seen. Nothing of it is run or fetched. */
export function withHtml(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token) => {
    if (token.type === 'html')
      return (token as Tokens.HTML).block ? blocksOf(token as Tokens.HTML) : inlineOf(token.raw)
    return [withHtmlWithin(token)]
  })
}

function withHtmlWithin(token: Token): Token {
  if (token.type === 'list') {
    const list = token as Tokens.List
    return { ...list, items: list.items.map((item) => ({ ...item, tokens: withHtml(item.tokens) })) }
  }
  if (token.type === 'table') {
    const table = token as Tokens.Table
    const cells = (row: Tokens.TableCell[]) => row.map((cell) => ({ ...cell, tokens: withHtml(cell.tokens) }))
    return { ...table, header: cells(table.header), rows: table.rows.map(cells) }
  }
  return 'tokens' in token && token.tokens ? { ...token, tokens: withHtml(token.tokens) } : token
}

function blocksOf({ raw }: Tokens.HTML): Token[] {
  const source = raw.trim()
  if (!UNSEEN.test(source) && !isElement(source) && !isBlockElement(source))
    return [{ type: 'text', raw, text: source } as Tokens.Text]
  return blocksOfHtml(raw).tokens
}

function inlineOf(raw: string): Token[] {
  if (UNSEEN.test(raw)) return []
  if (!isElement(raw)) return [{ type: 'text', raw, text: raw } as Tokens.Text]
  if (/^<br\b/i.test(raw)) return [lineBreak]
  if (/^<img\b/i.test(raw))
    return blocksOfHtml(raw).tokens.flatMap((block) => ('tokens' in block && block.tokens ? block.tokens : []))
  return []
}

function isElement(source: string): boolean {
  return ELEMENTS.has(nameOf(source))
}

function isBlockElement(source: string): boolean {
  return BLOCK_ELEMENTS.has(nameOf(source)) || DRAWN.test(source)
}

function nameOf(source: string): string {
  return ELEMENT.exec(source)?.[1]?.toLowerCase() ?? ''
}
