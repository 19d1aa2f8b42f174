import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import PDFDocument from 'pdfkit'
import { FONT } from '../font'
import { NoPreview } from '../task'

/** Points: as wide as a phone, so that a letter of 15 points is one of 15 px there. */
const PAGE = { width: 360, height: 720 }
/** Points. */
export const MARGIN = 16
export const BODY_SIZE = 15
export const INK = '#1f2329'

/** Pages that a text may take. */
const PAGE_LIMIT = 10_000

export type Paper = PDFKit.PDFDocument

/**
 * Draws a document of pages made for a phone into a file; `draw` gets it with the font set. Throws NoPreview too_large beyond 10,000 pages,
 * and what `draw` throws.
 */
export async function drawPdf(output: string, draw: (paper: Paper) => void | Promise<void>): Promise<void> {
  const paper = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: MARGIN,
    font: FONT,
    info: { Producer: 'Satchel', Creator: 'Satchel' },
  })
  const file = createWriteStream(output)
  paper.pipe(file)
  let pages = 1
  paper.on('pageAdded', () => {
    pages += 1
    if (pages > PAGE_LIMIT) throw new NoPreview('too_large', `over ${PAGE_LIMIT} pages`)
    paper.fillColor(INK)
  })
  paper.fontSize(BODY_SIZE).fillColor(INK)
  try {
    await draw(paper)
  } catch (error) {
    paper.unpipe(file)
    file.end()
    await finished(file)
    throw error
  }
  paper.end()
  await finished(file)
}

/** Points: where the page ends for what is drawn by its place. */
export function bottomOf(paper: Paper): number {
  return paper.page.height - MARGIN
}

/** A line is broken by force at so many code points: the layout of an endless one takes too long. */
const PIECES = /.{1,4000}/gsu

/** A text in pieces that can be set one after the other. */
export function piecesOf(text: string): string[] {
  return text.match(PIECES) ?? []
}

/** What a font can show: no control characters, tabs as spaces, one kind of line end. */
export function printable(text: string): string {
  return text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/\t/g, '    ')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufeff]/g, '')
}
