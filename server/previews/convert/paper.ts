import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import PDFDocument from 'pdfkit'
import { FONT } from './font'

/** Points. */
export const MARGIN = 48
export const BODY_SIZE = 11

export type Paper = PDFKit.PDFDocument

/** Draws an A4 document into a file; `draw` gets it with the font set. */
export async function drawPdf(output: string, draw: (paper: Paper) => void | Promise<void>): Promise<void> {
  const paper = new PDFDocument({ size: 'A4', margin: MARGIN, font: FONT, info: { Producer: 'Satchel', Creator: 'Satchel' } })
  const file = createWriteStream(output)
  paper.pipe(file)
  paper.fontSize(BODY_SIZE).fillColor('#1f2329')
  await draw(paper)
  paper.end()
  await finished(file)
}

/** What a font can show: no control characters, tabs as spaces, one kind of line end. */
export function printable(text: string): string {
  return text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/\t/g, '    ')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufeff]/g, '')
}
