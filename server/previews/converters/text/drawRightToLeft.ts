import { graphemes } from '@/domain/text/graphemes'
import { FONT } from '../font'
import { GAP, useFont, type Stretch } from './letterFonts'
import { bottomOf, type Paper } from './paper'
import { isRightToLeft, OrderedText, type Visual } from './rightToLeft'

/** points */
interface Column {
  left: number
  width: number
}

interface Token {
  start: number
  /** Behind the last letter. */
  seen: number
  /** Behind the blanks that follow. */
  end: number
}

/** The words of a run stand from right to left, so the library lays out a run as a whole. */
const WHOLE = { features: [] }
const CJK = '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\u3000-\\u303f\\uff00-\\uffef'
/** Parts between which a row may end: words with the blanks behind them, and single Chinese and Japanese letters. */
const TOKENS = new RegExp(`[${CJK}][\\s\u200b]*|[^\\s\u200b${CJK}]+[\\s\u200b]*|[\\s\u200b]+`, 'gu')

/** Letters without a place where a row may end. */
const UNBROKEN = new RegExp(`[^\\s\u200b${CJK}]{8,}`, 'gu')

/** Letters of a line whose words are measured. A longer line is a whole file without breaks, and rows take longer than the library. */
const MEASURED = 20_000

/**
 * Whether a line is set by `drawRightToLeft`: it has letters from right to left, or a word that the library of the paper would set beyond the edge.
 * The library divides a word that is wider than a row, but a word behind another piece only if it is as much wider as that piece is wide.
 */
export function needsRows(paper: Paper, pieces: readonly Stretch[], width: number): boolean {
  return (
    pieces.some(({ text }) => isRightToLeft(text)) ||
    (pieces.length > 1 &&
      pieces.reduce((sum, { text }) => sum + text.length, 0) <= MEASURED &&
      pieces.some(({ text, font }) =>
        text.match(UNBROKEN)?.some((word) => paper.font(font).widthOfString(word, WHOLE) > width),
      ))
  )
}

/**
 * Sets a line in rows. The library of the paper sets everything from left to right, and some long words beyond the edge, so rows are broken and
 * ordered here.
 * @param style returns the library's options of a piece; called before the piece is drawn
 */
export function drawRightToLeft<P extends Stretch>(
  paper: Paper,
  pieces: readonly P[],
  { left, width }: Column,
  style: (piece: P) => PDFKit.Mixins.TextOptions = () => ({}),
): void {
  const line = new OrderedText(pieces)
  for (const [start, end] of rowsOf(paper, line, width)) {
    const height = paper.font(FONT).currentLineHeight(true) + GAP
    if (paper.y + height > bottomOf(paper)) paper.addPage()
    const top = paper.y
    const parts = line.visuals(start, end).map((visual) => ({ ...visual, width: widthOf(paper, visual) }))
    let x = line.isRightToLeft ? left + width - parts.reduce((sum, part) => sum + part.width, 0) : left
    for (const { text, piece, width: own } of parts) {
      paper.text(text, x, top, { ...style(piece), ...useFont(paper, piece.font), ...WHOLE, lineBreak: false })
      x += own
    }
    paper.x = left
    paper.y = top + height
  }
}

function widthOf<P extends Stretch>(paper: Paper, { text, piece }: Visual<P>): number {
  return text === '' ? 0 : paper.font(piece.font).widthOfString(text, WHOLE)
}

/** The begin of each row, and the end of what is seen of it. */
function* rowsOf<P extends Stretch>(
  paper: Paper,
  line: OrderedText<P>,
  width: number,
): Generator<[start: number, end: number]> {
  let row: [start: number, end: number] | null = null
  let used = 0
  for (const { start, seen, end } of tokensOf(paper, line, width)) {
    const wanted = measure(paper, line, start, seen)
    if (row !== null && used + wanted > width) {
      yield row
      row = null
      used = 0
    }
    row = [row?.[0] ?? start, seen > start ? seen : (row?.[1] ?? end)]
    used += wanted + measure(paper, line, seen, end)
  }
  if (row !== null) yield row
}

/** A word that is wider than the column is divided. */
function* tokensOf<P extends Stretch>(paper: Paper, line: OrderedText<P>, width: number): Generator<Token> {
  for (const { 0: text, index } of line.text.matchAll(TOKENS)) {
    const token = { start: index, seen: index + text.replace(/[\s\u200b]+$/, '').length, end: index + text.length }
    if (measure(paper, line, token.start, token.seen) <= width) {
      yield token
      continue
    }
    let at = index
    for (const letter of graphemes(text)) {
      yield { start: at, seen: at + letter.length, end: at + letter.length }
      at += letter.length
    }
  }
}

/** points of a part of a line */
function measure<P extends Stretch>(paper: Paper, line: OrderedText<P>, start: number, end: number): number {
  let width = 0
  for (const part of line.piecesOf(start, end))
    width += paper.font(part.piece.font).widthOfString(line.text.slice(part.start, part.end), WHOLE)
  return width
}
