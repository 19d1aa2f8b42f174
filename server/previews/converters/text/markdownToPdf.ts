import { lexer, type Token, type Tokens } from 'marked'
import { drawCode as drawRows, fontsOf, MARK_SPACE } from './code'
import { FONT, MONO_FONT } from '../font'
import { BODY_SIZE, INK, MARGIN, bottomOf, drawPdf, piecesOf, type Paper } from './paper'
import { NoPreview } from '../task'
import { drawLines, readText } from './textToPdf'
import { withinTime } from '../withinTime'

/** font sizes of the six levels of headings, in points */
const HEADINGS = [24, 21, 18, 16, 15, 15]
const INDENT = 18
/** points of the largest indentation, which leaves room for text */
const MOST_INDENT = 6 * INDENT
/** Columns that fit side by side on a phone. A wider table is set row by row, each cell with its heading. */
const MOST_COLUMNS = 3
/** ms for setting a Markdown file: a minimum, an addition per byte, and a maximum in total */
const PATIENCE = { least: 3000, byte: 0.015, most: 30_000 }
const QUIET = '#646a73'
const LINK = '#1a66d6'
const GROUND = '#f2f3f5'
const BAR = '#c9cdd4'
const LINE = '#dee0e3'

/** Text in one style. */
interface Run {
  text: string
  isBold?: boolean
  isQuiet?: boolean
  isCode?: boolean
  isStruck?: boolean
  link?: string
}

/**
 * Typesets a Markdown file as a PDF. A picture appears as its name in brackets, because pictures are never fetched. HTML is shown as source. A file
 * that takes too long to typeset, because of deep or frequent nesting, is shown as source too.
 */
export async function markdownToPdf(input: string, output: string): Promise<void> {
  const source = await readText(input)
  const set = (paper: Paper) =>
    withinTime(patienceFor(source), () => drawBlocks(paper, lexer(source, { gfm: true }), 0))
  await drawPdf(output, set).catch((error: unknown) => {
    if (error instanceof NoPreview) throw error
    return drawPdf(output, (paper) => drawLines(paper, source))
  })
}

/** The visible text of a Markdown file, without markup. */
export function textOfMarkdown(source: string): string {
  try {
    return withinTime(patienceFor(source), () => textOf(lexer(source, { gfm: true })))
  } catch {
    return source
  }
}

function patienceFor(source: string): number {
  return Math.min(PATIENCE.most, PATIENCE.least + Math.round(source.length * PATIENCE.byte))
}

function textOf(tokens: Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'list') return (token as Tokens.List).items.map((item) => textOf(item.tokens)).join('\n')
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table
        return [header, ...rows].map((cells) => cells.map((cell) => textOf(cell.tokens)).join(' ')).join('\n')
      }
      if (token.type === 'blockquote') return textOf((token as Tokens.Blockquote).tokens)
      if (token.type === 'code') return (token as Tokens.Code).text
      return runsOf('tokens' in token && token.tokens ? token.tokens : [token])
        .map((run) => run.text)
        .join('')
    })
    .join('\n')
}

function drawBlocks(paper: Paper, tokens: Token[], indent: number): void {
  for (const token of tokens) drawBlock(paper, token, Math.min(indent, MOST_INDENT))
}

function drawBlock(paper: Paper, token: Token, indent: number): void {
  switch (token.type) {
    case 'heading':
      return drawHeading(paper, token as Tokens.Heading, indent)
    case 'list':
      return drawList(paper, token as Tokens.List, indent)
    case 'code':
      return drawCode(paper, token as Tokens.Code, indent)
    case 'blockquote':
      return drawQuote(paper, token as Tokens.Blockquote, indent)
    case 'table':
      return drawTable(paper, token as Tokens.Table)
    case 'hr':
      return drawRule(paper)
    case 'space':
    case 'def':
      return
    default:
      drawRuns(paper, runsOf('tokens' in token && token.tokens ? token.tokens : [token]), indent)
      paper.moveDown(0.5)
  }
}

function drawHeading(paper: Paper, heading: Tokens.Heading, indent: number): void {
  const size = HEADINGS[heading.depth - 1] ?? BODY_SIZE
  paper.moveDown(0.4).fontSize(size)
  drawRuns(
    paper,
    runsOf(heading.tokens).map((run) => ({ ...run, isBold: true })),
    indent,
  )
  paper.fontSize(BODY_SIZE).moveDown(0.4)
}

function drawList(paper: Paper, list: Tokens.List, indent: number): void {
  list.items.forEach((item, at) => {
    const bullet = item.task ? (item.checked ? '[x]' : '[ ]') : list.ordered ? `${Number(list.start || 1) + at}.` : '•'
    if (paper.y > bottomOf(paper) - paper.currentLineHeight()) paper.addPage()
    const top = paper.y
    paper.text(bullet, MARGIN + indent, top, { lineBreak: false })
    paper.y = top
    drawBlocks(
      paper,
      item.tokens.filter((token) => token.type !== 'checkbox'),
      indent + Math.max(INDENT, paper.widthOfString(bullet) + 6),
    )
  })
  if (indent === 0) paper.moveDown(0.3)
}

function drawCode(paper: Paper, code: Tokens.Code, indent: number): void {
  const left = MARGIN + indent + MARK_SPACE
  drawRows(paper, code.text, { left, width: innerWidth(paper, indent) - MARK_SPACE, ground: GROUND })
  paper.moveDown(0.6)
}

function drawQuote(paper: Paper, quote: Tokens.Blockquote, indent: number): void {
  const page = paper.page
  const top = paper.y
  drawBlocks(paper, quote.tokens, indent + INDENT)
  if (paper.page === page)
    paper
      .rect(MARGIN + indent + 4, top, 3, paper.y - top - 4)
      .fill(BAR)
      .fillColor(INK)
}

function drawTable(paper: Paper, table: Tokens.Table): void {
  const texts = (cells: Tokens.TableCell[]) =>
    cells.map((cell) =>
      runsOf(cell.tokens)
        .map((run) => run.text)
        .join(''),
    )
  const [header, rows] = [texts(table.header), table.rows.map(texts)]
  paper.x = MARGIN
  if (header.length > MOST_COLUMNS) return drawRecords(paper, header, rows)
  paper.table({
    defaultStyle: { padding: 4, borderColor: LINE, border: 0.5 },
    rowStyles: (row) => (row === 0 ? { backgroundColor: GROUND } : {}),
    data: [header, ...rows],
  })
  paper.moveDown(0.6)
}

function drawRecords(paper: Paper, header: string[], rows: string[][]): void {
  drawRule(paper)
  for (const row of rows) {
    row.forEach((text, at) => {
      if (text !== '') drawRuns(paper, [{ text: `${header[at] ?? ''}  `, isQuiet: true }, { text }], 0)
    })
    drawRule(paper)
  }
}

function drawRule(paper: Paper): void {
  paper.moveDown(0.3)
  paper
    .moveTo(MARGIN, paper.y)
    .lineTo(paper.page.width - MARGIN, paper.y)
    .lineWidth(0.5)
    .stroke(LINE)
  paper.moveDown(0.6)
}

function drawRuns(paper: Paper, runs: Run[], indent: number): void {
  const left = MARGIN + indent
  const width = innerWidth(paper, indent)
  const pieces = runs
    .flatMap((run) => fontRuns(paper, run))
    .flatMap((run) => piecesOf(run.text).map((text) => ({ ...run, text })))
  pieces.forEach((run, at) => {
    const colour = run.link ? LINK : run.isQuiet ? QUIET : INK
    const options = {
      width,
      lineGap: 3,
      continued: at < pieces.length - 1,
      link: run.link ?? null,
      underline: false,
      strike: run.isStruck ?? false,
      // The font has one weight: a thin stroke around its letters makes them bold.
      stroke: run.isBold ?? false,
      fill: true,
    }
    paper.lineWidth(0.4).strokeColor(colour).fillColor(colour)
    paper.font(run.isMono ? MONO_FONT : FONT)
    if (at === 0) paper.text(run.text, left, paper.y, options)
    else paper.text(run.text, options)
  })
  paper.font(FONT).fillColor(INK)
}

/** Splits inline code by font. Letters that the monospaced font lacks use the text font. */
function fontRuns(paper: Paper, run: Run): (Run & { isMono?: boolean })[] {
  if (!run.isCode) return [run]
  const isWide = fontsOf(paper)
  const stretches: { text: string; isMono: boolean }[] = []
  for (const letter of run.text) {
    const isMono = !isWide(letter)
    const last = stretches[stretches.length - 1]
    if (last?.isMono === isMono) last.text += letter
    else stretches.push({ text: letter, isMono })
  }
  return stretches.map((stretch) => ({ ...run, ...stretch }))
}

function runsOf(tokens: Token[], look: Omit<Run, 'text'> = {}): Run[] {
  return tokens.flatMap((token): Run[] => {
    switch (token.type) {
      case 'strong':
        return runsOf((token as Tokens.Strong).tokens, { ...look, isBold: true })
      case 'em':
        return runsOf((token as Tokens.Em).tokens, look)
      case 'del':
        return runsOf((token as Tokens.Del).tokens, { ...look, isStruck: true })
      case 'link':
        return runsOf((token as Tokens.Link).tokens, { ...look, link: safeLink((token as Tokens.Link).href) })
      case 'image':
        return [{ ...look, isQuiet: true, text: `[${(token as Tokens.Image).text || (token as Tokens.Image).href}]` }]
      case 'codespan':
        return [{ ...look, isCode: true, text: (token as Tokens.Codespan).text }]
      case 'br':
        return [{ ...look, text: '\n' }]
      default:
        if ('tokens' in token && token.tokens) return runsOf(token.tokens, look)
        return [{ ...look, text: withoutEntities('text' in token ? String(token.text) : token.raw) }]
    }
  })
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", apos: "'", nbsp: ' ' }

function withoutEntities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|apos|nbsp);/g, (whole, name: string) => entities[name] ?? whole)
}

/** Links of a document may lead only to web pages and mail addresses. */
function safeLink(href: string): string | undefined {
  return /^(https?:|mailto:)/i.test(href) ? href : undefined
}

function innerWidth(paper: Paper, indent: number): number {
  return paper.page.width - 2 * MARGIN - indent
}
