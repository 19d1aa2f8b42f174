import type { Token, Tokens } from 'marked'
import { drawCode as drawRows, MARK_SPACE } from './code'
import { drawRightToLeft, needsRows } from './drawRightToLeft'
import { FONT } from '../font'
import { FOOTNOTE, type Footnote } from './footnotes'
import { fontOfLetter, stretchesOf, useFont, type Stretch } from './letterFonts'
import { runsOf, type Run } from './markdown'
import { BODY_SIZE, INK, MARGIN, QUIET, bottomOf, piecesOf, type Paper } from './paper'

/** font sizes of the six levels of headings, in points */
const HEADINGS = [24, 21, 18, 16, 15, 15]
const INDENT = 18
/** points of the largest indentation, which leaves room for text */
const MOST_INDENT = 6 * INDENT
/** Columns that fit side by side on a phone. A wider table is set row by row, each cell with its heading. */
const MOST_COLUMNS = 3
const LINK = '#1a66d6'
const GROUND = '#f2f3f5'
const BAR = '#c9cdd4'
const LINE = '#dee0e3'

/** Sets the blocks of a document. @param indent points */
export function drawBlocks(paper: Paper, tokens: Token[], indent: number): void {
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
    case FOOTNOTE:
      return drawMarked(paper, `[${(token as Footnote).label}]`, (token as Footnote).tokens, indent)
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
    const number = list.ordered ? `${(list.start === '' ? 1 : list.start) + at}.` : '•'
    const bullet = item.task ? (item.checked ? '[x]' : '[ ]') : number
    const tokens = item.tokens.filter((token) => token.type !== 'checkbox')
    drawMarked(paper, bullet, tokens, indent)
  })
  if (indent === 0) paper.moveDown(0.3)
}

/** Sets blocks with a sign at their left. */
function drawMarked(paper: Paper, sign: string, tokens: Token[], indent: number): void {
  if (paper.y > bottomOf(paper) - paper.currentLineHeight()) paper.addPage()
  const { page, y: top } = paper
  paper.text(sign, MARGIN + indent, top, { lineBreak: false })
  paper.y = top
  drawBlocks(paper, tokens, indent + Math.max(INDENT, paper.widthOfString(sign) + 6))
  if (paper.page === page && paper.y === top) paper.moveDown()
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
  const fontOf = fontOfLetter(paper, false)
  const isPlain = [header, ...rows].flat().every((text) => Array.from(text).every((letter) => fontOf(letter) === FONT))
  // A table of the library has one font.
  if (header.length > MOST_COLUMNS || !isPlain) return drawRecords(paper, header, rows)
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

/** Sets text in several styles. Every line of it is set by itself, because a line end within continued text misplaces what follows. */
function drawRuns(paper: Paper, runs: Run[], indent: number): void {
  for (const line of linesOf(runs)) drawLine(paper, line, indent)
  paper.font(FONT).fillColor(INK)
}

function linesOf(runs: Run[]): Run[][] {
  const lines: Run[][] = [[]]
  for (const run of runs) {
    run.text.split('\n').forEach((text, at) => {
      if (at > 0) lines.push([])
      if (text !== '') lines.at(-1)!.push({ ...run, text })
    })
  }
  return lines
}

function drawLine(paper: Paper, runs: Run[], indent: number): void {
  const left = MARGIN + indent
  const width = innerWidth(paper, indent)
  const line = runs.map(({ text }) => text).join('')
  const pieces = runs
    .flatMap((run) => fontRuns(paper, run, line))
    .flatMap((run) => piecesOf(run.text).map((text) => ({ ...run, text })))
  if (pieces.length === 0) paper.moveDown()
  if (needsRows(paper, pieces, width))
    return drawRightToLeft(paper, pieces, { left, width }, (run) => styleOf(paper, run))
  pieces.forEach((run, at) => {
    const options = {
      ...styleOf(paper, run),
      width,
      ...useFont(paper, run.font),
      continued: at < pieces.length - 1,
    }
    if (at === 0) paper.text(run.text, left, paper.y, options)
    else paper.text(run.text, options)
  })
}

/** Sets the colour of a run. @returns its options */
function styleOf(paper: Paper, run: Run): PDFKit.Mixins.TextOptions {
  const colour = run.link ? LINK : run.isQuiet ? QUIET : INK
  paper.lineWidth(0.4).strokeColor(colour).fillColor(colour)
  return {
    link: run.link ?? null,
    underline: false,
    strike: run.isStruck ?? false,
    // The font has one weight: a thin stroke around its letters makes them bold.
    stroke: run.isBold ?? false,
    fill: true,
  }
}

/** Splits text by the fonts that have its letters. */
function fontRuns(paper: Paper, run: Run, line: string): (Run & Stretch)[] {
  return stretchesOf(run.text, fontOfLetter(paper, run.isCode ?? false, line)).map((stretch) => ({
    ...run,
    ...stretch,
  }))
}

function innerWidth(paper: Paper, indent: number): number {
  return paper.page.width - 2 * MARGIN - indent
}
