import { readFile, stat } from 'node:fs/promises'
import { drawCode, MARK_SPACE, type CodeColumn } from './code'
import { decodeText } from './decodeText'
import { drawPdf, piecesOf, printable, type Paper } from './paper'
import { NoPreview } from '../task'

/** bytes; some thousand pages */
const TEXT_LIMIT = 4 * 1024 * 1024

/** The text of a file. Throws NoPreview: empty, too_large, extension_not_correct. */
export async function readText(path: string): Promise<string> {
  const { size } = await stat(path)
  if (size === 0) throw new NoPreview('empty', 'no bytes')
  if (size > TEXT_LIMIT) throw new NoPreview('too_large', `${size} bytes of text`)
  return printable(decodeText(await readFile(path)))
}

/** Sets a text file as a PDF, line by line. @param isCode monospaced */
export async function textToPdf(input: string, output: string, isCode: boolean): Promise<void> {
  const text = await readText(input)
  await drawPdf(output, (paper) => (isCode ? drawCode(paper, text, codeColumn(paper)) : drawLines(paper, text)))
}

/** Nearly as wide as the page, because lines of code are long. */
function codeColumn(paper: Paper): CodeColumn {
  const left = MARK_SPACE + 2
  return { left, width: paper.page.width - left - 6 }
}

export function drawLines(paper: Paper, text: string): void {
  for (const line of text.split('\n')) {
    if (line === '') paper.moveDown()
    for (const piece of piecesOf(line)) paper.text(piece, { lineGap: 3 })
  }
}
