import { graphemes } from '@/domain/text/graphemes'
import { FONT, JOINED_FONTS, MONO_FONT } from '../font'
import { fontOfLetter, stretchesOf, type Stretch } from './letterFonts'
import { bottomOf, BODY_SIZE, INK, type Paper } from './paper'
import { isRightToLeft, OrderedText } from './rightToLeft'

/** Points per column: the width of every letter of the font. A Chinese letter takes two columns. */
const CELL = 0.6 * BODY_SIZE
/** Points per row, and from the row's top to the baseline. */
const ROW = 21
const BASELINE = 16
const MARK = '#8a919f'

export interface CodeColumn {
  /** Points. The mark of a continued row is left of this. */
  left: number
  width: number
  /** Background colour of the rows. */
  ground?: string
}

/** points for the mark left of a column of code */
export const MARK_SPACE = 12

/** Sets lines of code in a monospaced font. A line too long for the page continues below, with a mark. */
export function drawCode(paper: Paper, text: string, column: CodeColumn): void {
  const columns = Math.max(8, Math.floor(column.width / CELL))
  const fontOf = fontOfLetter(paper, true)
  const cellsOf = countCells(paper, fontOf)
  for (const line of text.split('\n')) {
    rowsOf(line, columns, cellsOf).forEach((row, at) => drawRow(paper, row, at > 0, column, fontOf, cellsOf))
  }
  paper.font(FONT)
}

/** The columns that a letter takes: one or two. */
type CellsOf = (letter: string) => number

/** The monospaced font, too, has letters of two columns, as ◇. */
function countCells(paper: Paper, fontOf: (letter: string) => string): CellsOf {
  const counted = new Map<string, number>()
  return (letter) => {
    let cells = counted.get(letter)
    if (cells === undefined) {
      const isOfTwo = fontOf(letter) !== MONO_FONT || paper.font(MONO_FONT).widthOfString(letter) > CELL
      cells = isOfTwo ? 2 : 1
      counted.set(letter, cells)
    }
    return cells
  }
}

function sumCells(text: string, cellsOf: CellsOf): number {
  return Array.from(text).reduce((sum, letter) => sum + cellsOf(letter), 0)
}

function drawRow(
  paper: Paper,
  row: string,
  isMore: boolean,
  { left, width, ground }: CodeColumn,
  fontOf: (letter: string) => string,
  cellsOf: CellsOf,
) {
  if (paper.y + ROW > bottomOf(paper)) paper.addPage()
  const top = paper.y
  if (ground)
    paper
      .rect(left - MARK_SPACE, top, width + MARK_SPACE, ROW + 0.5)
      .fill(ground)
      .fillColor(INK)
  if (isMore) drawMark(paper, left - MARK_SPACE, top)
  let column = 0
  for (const { text, font, isWhole } of inOrder(stretchesOf(row, fontOf))) {
    const place = { lineBreak: false, baseline: 'alphabetic' } as const
    paper.font(font)
    if (isWhole) {
      paper.text(text, left + column * CELL, top + BASELINE, { ...place, features: [] })
      column += Math.ceil(paper.widthOfString(text, { features: [] }) / CELL)
      continue
    }
    const isOfTwo = font !== MONO_FONT
    // Only these two fonts have one width for all letters.
    const parts = font === MONO_FONT || font === FONT ? [text] : graphemes(text)
    for (const part of parts) {
      paper.text(part, left + column * CELL, top + BASELINE, {
        ...place,
        characterSpacing: isOfTwo ? 2 * CELL - BODY_SIZE : 0,
      })
      column += isOfTwo ? Array.from(part).length * 2 : sumCells(part, cellsOf)
    }
  }
  paper.y = top + ROW
}

/** The parts of a row as they stand from left to right. `isWhole`: its letters are joined or turned, so they are drawn together. */
function inOrder(stretches: Stretch[]): (Stretch & { isWhole: boolean })[] {
  if (!stretches.some(({ text }) => isRightToLeft(text)))
    return stretches.map((each) => ({ ...each, isWhole: JOINED_FONTS.includes(each.font) }))
  const row = new OrderedText(stretches, 'ltr')
  return row.visuals(0, row.text.length).map(({ text, isRightToLeft: isTurned, piece: { font } }) => ({
    text,
    font,
    isWhole: isTurned || JOINED_FONTS.includes(font),
  }))
}

/** Draws the mark of a continued row: an arrow around a corner. */
function drawMark(paper: Paper, left: number, top: number): void {
  const [x, y] = [left + 1.5, top + 6]
  paper
    .lineWidth(1)
    .strokeColor(MARK)
    .moveTo(x, y)
    .lineTo(x, y + 6)
    .lineTo(x + 6, y + 6)
    .moveTo(x + 4, y + 4)
    .lineTo(x + 6, y + 6)
    .lineTo(x + 4, y + 8)
    .stroke()
}

/** Breaks a line into rows of so many columns, after a blank if there is one near the end. */
export function rowsOf(line: string, columns: number, cellsOf: CellsOf): string[] {
  const rows: string[] = []
  let row = ''
  let used = 0
  let blank = 0
  for (const letter of line) {
    const wanted = cellsOf(letter)
    if (used + wanted > columns) {
      const cut = blank > (row.length * 2) / 3 ? blank : row.length
      rows.push(row.slice(0, cut))
      row = row.slice(cut)
      used = sumCells(row, cellsOf)
      blank = 0
    }
    row += letter
    used += wanted
    if (letter === ' ') blank = row.length
  }
  return [...rows, row]
}
