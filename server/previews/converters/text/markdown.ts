import { Parser } from 'htmlparser2'
import type { Token, Tokens } from 'marked'
import { FOOTNOTE, readBlocks, type Footnote } from './footnotes'

/** Stands beside emphasis marks while they are read, and is removed afterwards; no text contains it. */
const JOINER = '\ufdd0'
const CJK = '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Bopo}\\u3000-\\u303f\\uff00-\\uffef'
const CJK_SIGN = `(?=[${CJK}])[\\p{P}\\p{S}]|[“”‘’…—·]`
const OTHER_SIGN = `(?![*\\\\_${CJK}“”‘’…—·])[\\p{P}\\p{S}]`
const SIGN = '[\\p{P}\\p{S}]'
/** Stars between a sign and a letter, one of them Chinese, Japanese or Korean. Stars between two signs need no help. */
const BESIDE_STARS = new RegExp(
  `((?:${CJK_SIGN})|(?:${OTHER_SIGN})(?=\\*+[${CJK}]))(\\*+)(?!${SIGN})|(?<!${SIGN})(\\*+)(?=(?:${CJK_SIGN})|(?<=[${CJK}]\\*+)(?:${OTHER_SIGN}))`,
  'gu',
)

/** A line of `---` or `+++`, lines with keys, and the same line (or `...`) again. */
const FRONT_MATTER =
  /^(---|\+\+\+)[ \t]*\n((?:(?!(?:---|\+\+\+|\.\.\.)[ \t]*\n)[^\n]*\n){0,500}?)(?:\1|\.\.\.)[ \t]*(?:\n|$)/
const KEY = /^[\w\p{L}"'.-]+[ \t]*[:=]/mu
/** Front matter without its first line, as writers of Hexo begin: lines with keys, lists and continuations, and `---`. */
const BARE_FRONT_MATTER =
  /^(?=(?:title|layout|date|updated|tags|categories|author|permalink|slug|draft)[ \t]*:)((?:(?:[A-Za-z_][\w-]*[ \t]*:|[ \t]+\S|-[ \t])[^\n]*\n){2,100})---[ \t]*(?:\n|$)/i

/**
 * The blocks of a Markdown text. Front matter is data, a block of code. Emphasis may stand beside Chinese, Japanese and Korean signs without blanks,
 * as in `**重点：**后文`: there these signs count as letters, as in the amendment of CommonMark that other readers follow.
 */
export function parseMarkdown(source: string): Token[] {
  const found = frontMatterOf(source)
  const text = joinSigns(source.slice(found?.[0].length ?? 0))
  const tokens = readBlocks(text)
  removeJoiners(tokens)
  if (found === null) return tokens
  const [whole, data] = found
  const front: Tokens.Code = { type: 'code', raw: whole, text: data.trimEnd() }
  return [front, ...tokens]
}

/** The front matter of a text with its marks, and without them. */
function frontMatterOf(source: string): [whole: string, data: string] | null {
  const [whole, , within] = FRONT_MATTER.exec(source) ?? []
  if (whole !== undefined && within !== undefined && KEY.test(within)) return [whole, within]
  const [bare, data] = BARE_FRONT_MATTER.exec(source) ?? []
  return bare === undefined || data === undefined ? null : [bare, data]
}

/** Makes signs beside stars count as letters. */
function joinSigns(source: string): string {
  return source.replace(BESIDE_STARS, (all, sign?: string, stars?: string) =>
    sign === undefined ? `${all}${JOINER}` : `${sign}${JOINER}${stars ?? ''}`,
  )
}

/** Walks the tokens itself: the library's walk takes the square of their number. */
function removeJoiners(tokens: Token[]): void {
  const open: object[] = [tokens]
  for (let node = open.pop(); node !== undefined; node = open.pop())
    for (const [key, value] of Object.entries(node) as [string, unknown][])
      if (typeof value === 'object' && value !== null) open.push(value)
      else if (typeof value === 'string' && value.includes(JOINER))
        (node as Record<string, unknown>)[key] = value.replaceAll(JOINER, '')
}

/** Words of ours within a document, shown in grey. They are no text of the document. */
export const QUIET_WORDS = 'quietWords'

/** Text in one style. */
export interface Run {
  text: string
  isBold?: boolean
  /** Pages have no such font. */
  isItalic?: boolean
  isQuiet?: boolean
  isCode?: boolean
  isStruck?: boolean
  link?: string
}

/** The text of tokens, without markup. */
export function textOf(tokens: Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'list') return (token as Tokens.List).items.map((item) => textOf(item.tokens)).join('\n')
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table
        return [header, ...rows].map((cells) => cells.map((cell) => textOf(cell.tokens)).join(' ')).join('\n')
      }
      if (token.type === 'blockquote') return textOf((token as Tokens.Blockquote).tokens)
      if (token.type === FOOTNOTE) return `[${(token as Footnote).label}] ${textOf((token as Footnote).tokens)}`
      if (token.type === 'code') return (token as Tokens.Code).text
      if (token.type === QUIET_WORDS) return ''
      const inline = 'tokens' in token && token.tokens ? token.tokens : [token]
      return runsOf(inline.filter(({ type }) => type !== QUIET_WORDS))
        .map((run) => run.text)
        .join('')
    })
    .join('\n')
}

/** The styled text of inline tokens. A line end within a run is a break of the text. */
export function runsOf(tokens: Token[]): Run[] {
  const runs = styledOf(tokens, {}).filter(({ text }) => text !== '')
  return runs.map((run, at) => ({
    ...run,
    text: joinLines(runs[at - 1]?.text.at(-1) ?? '', run.text, runs[at + 1]?.text[0] ?? ''),
  }))
}

function styledOf(tokens: Token[], look: Omit<Run, 'text'>): Run[] {
  return tokens.flatMap((token): Run[] => {
    switch (token.type) {
      case 'strong':
        return styledOf((token as Tokens.Strong).tokens, { ...look, isBold: true })
      case 'em':
        return styledOf((token as Tokens.Em).tokens, { ...look, isItalic: true })
      case 'del':
        return styledOf((token as Tokens.Del).tokens, { ...look, isStruck: true })
      case 'link':
        return styledOf((token as Tokens.Link).tokens, { ...look, link: safeLink((token as Tokens.Link).href) })
      case 'image':
        return [{ ...look, isQuiet: true, text: `[${descriptionOf(token as Tokens.Image)}]` }]
      case QUIET_WORDS:
        return [{ ...look, isQuiet: true, text: token.raw }]
      case 'codespan':
        return [{ ...look, isCode: true, text: (token as Tokens.Codespan).text }]
      case 'br':
        return [{ ...look, text: '\n' }]
      case 'html':
        return [{ ...look, text: token.raw.trimEnd() }]
      default:
        if ('tokens' in token && token.tokens) return styledOf(token.tokens, look)
        return [{ ...look, text: withoutEntities(softly('text' in token ? String(token.text) : token.raw)) }]
    }
  })
}

/** The words that stand for a picture, or else its address. They may contain links and emphasis, of which only the words count. */
function descriptionOf({ tokens, text, href }: Pick<Tokens.Image, 'text' | 'href'> & { tokens?: Token[] }): string {
  const described = tokens ? styledOf(tokens, {}).map((run) => run.text) : [softly(text)]
  return described.join('') || href
}

/** Stands for a line end of the source that is no break. */
const SOFT = '\ufdd1'
/** Letters that are written without blanks between them. */
const WITHOUT_BLANKS = '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\u3000-\\u303f\\uff00-\\uffef'
const BETWEEN_CJK = new RegExp(`(?<=[${WITHOUT_BLANKS}])${SOFT}(?=[${WITHOUT_BLANKS}])`, 'gu')

function softly(text: string): string {
  return text.replace(/[ \t]*\n[ \t]*/g, SOFT)
}

/** A soft line end is a blank, and nothing between letters that are written without blanks. */
function joinLines(before: string, text: string, after: string): string {
  return `${before}${text}${after}`
    .replace(BETWEEN_CJK, '')
    .slice(before.length)
    .slice(0, after === '' ? undefined : -after.length)
    .replaceAll(SOFT, ' ')
}

const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi
/** Control characters, which no text shows. */
const UNSHOWN = /[\p{Cc}\p{Cs}\ufdd0\ufdd1]/u
const entities = new Map<string, string>([['&nbsp;', ' ']])

function withoutEntities(text: string): string {
  return text.replace(ENTITY, (entity) => {
    const found = entities.get(entity) ?? readEntity(entity)
    entities.set(entity, found)
    return found
  })
}

/** The letter of an entity of HTML, such as `&copy;`; an unknown one stays as it is. */
function readEntity(entity: string): string {
  let text = ''
  const parser = new Parser({
    ontext: (part) => {
      text += part
    },
  })
  parser.end(entity)
  return UNSHOWN.test(text) ? entity : text
}

/** Links of a document may lead only to web pages and mail addresses. */
export function safeLink(href: string): string | undefined {
  return /^(https?:|mailto:)/i.test(href) ? href : undefined
}
