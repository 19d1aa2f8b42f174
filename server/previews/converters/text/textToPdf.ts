import { stat } from 'node:fs/promises'
import type { TextEncoding } from '@/contract/previews/previews'
import { bytesAt } from '../bytesAt'
import { FONT } from '../font'
import { drawCode, MARK_SPACE, type CodeColumn } from './code'
import { decodeText } from './decodeText'
import { drawRightToLeft, needsRows } from './drawRightToLeft'
import { fontOfLetter, stretchesOf, useFont } from './letterFonts'
import { drawPdf, INK, MARGIN, piecesOf, printable, QUIET, type Paper } from './paper'
import { withoutTerminal } from './terminal'
import { NoPreview } from '../task'

/** Bytes of a text that is shown whole, some thousand pages, and the bytes that are shown of a longer one. */
const WHOLE = 4 * 1024 * 1024
const BEGINNING = 256 * 1024
/** Follows the beginning of a longer text. A rendition has readers of every language. */
export const REST = '…… 仅显示开头 · 僅顯示開頭 · Only the beginning is shown'

interface ReadText {
  text: string
  /** The words that follow the beginning of a longer text. */
  rest: string | null
}

/**
 * The text of a file, of a long file its beginning. Throws NoPreview: empty, extension_not_correct.
 * @param encoding chosen by the reader; by default the text's evidence decides
 * @param most bytes that are read
 */
export async function readText(path: string, encoding?: TextEncoding, most = Infinity): Promise<ReadText> {
  const { size } = await stat(path)
  if (size === 0) throw new NoPreview('empty', 'no bytes')
  const isWhole = size <= Math.min(WHOLE, most)
  const decoded = decodeText(await bytesAt(path, 0, isWhole ? size : Math.min(BEGINNING, most)), encoding)
  const text = printable(withoutTerminal(decoded))
  if (isWhole) return { text, rest: null }
  // The last line is cut.
  const end = text.lastIndexOf('\n')
  return { text: end > text.length / 2 ? text.slice(0, end) : text.replace(/\ufffd$/, ''), rest: REST }
}

/** Sets a text file as a PDF, line by line. @param isCode monospaced */
export async function textToPdf(
  input: string,
  output: string,
  { isCode, encoding }: { isCode: boolean; encoding?: TextEncoding },
): Promise<void> {
  const { text, rest } = await readText(input, encoding)
  await drawPdf(output, (paper) => {
    if (isCode) drawCode(paper, text, codeColumn(paper))
    else drawLines(paper, text)
    drawRest(paper, rest)
  })
}

/** Nearly as wide as the page, because lines of code are long. */
function codeColumn(paper: Paper): CodeColumn {
  const left = MARK_SPACE + 2
  return { left, width: paper.page.width - left - 6 }
}

/** Says that a text is longer than what is shown. */
export function drawRest(paper: Paper, rest: string | null): void {
  if (rest !== null) paper.moveDown().fillColor(QUIET).text(rest, MARGIN, paper.y).fillColor(INK)
}

export function drawLines(paper: Paper, text: string): void {
  for (const line of text.split('\n')) {
    if (line === '') paper.moveDown()
    for (const piece of piecesOf(line)) {
      const stretches = stretchesOf(piece, fontOfLetter(paper, false, piece))
      const width = paper.page.width - 2 * MARGIN
      if (needsRows(paper, stretches, width)) {
        drawRightToLeft(paper, stretches, { left: MARGIN, width })
        continue
      }
      stretches.forEach(({ text: part, font }, at) => {
        paper.text(part, { ...useFont(paper, font), continued: at < stretches.length - 1 })
      })
    }
  }
  paper.font(FONT)
}
