import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import PDFDocument from 'pdfkit'
import { FONT } from '../font'
import { NoPreview } from '../task'

/** Points: as wide as a phone, so that a 15-point letter appears as 15 px. */
const PAGE = { width: 360, height: 720 }
/** points */
export const MARGIN = 16
export const BODY_SIZE = 15
export const INK = '#1f2329'
export const QUIET = '#646a73'

/** most pages of a text */
const PAGE_LIMIT = 10_000

export type Paper = PDFKit.PDFDocument

/**
 * Writes a PDF with pages for a phone; `draw` receives the document with the font set. Throws NoPreview too_large beyond 10,000 pages, and the errors
 * of `draw`.
 */
export async function drawPdf(output: string, draw: (paper: Paper) => void | Promise<void>): Promise<void> {
  const paper = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: MARGIN,
    // A font named here would be set again where a page ends, in the middle of a text in another font.
    font: '',
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
  estimateLongWords(paper)
  paper.font(FONT).fontSize(BODY_SIZE).fillColor(INK)
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

/** letters: more than a line has, mostly */
const SAMPLE = 150

/**
 * Makes the library measure only the start of a word that is much longer than a line. For each line of such a word, the library lays out the whole
 * rest, only to estimate how many letters fit; then it measures these letters.
 */
function estimateLongWords(paper: Paper): void {
  const measure = paper.widthOfString.bind(paper)
  paper.widthOfString = (text, options) => {
    const lineWidth = (options as { lineWidth?: number } | undefined)?.lineWidth
    if (lineWidth === undefined || text.length <= SAMPLE) return measure(text, options)
    const width = measure(text.slice(0, SAMPLE), options)
    return width > lineWidth ? (width / SAMPLE) * text.length : measure(text, options)
  }
}

/** The lower edge of the page, in points, for content that sets its own position. */
export function bottomOf(paper: Paper): number {
  return paper.page.height - MARGIN
}

/** Breaks a line after 4000 code points, because the layout of an endless line takes too long. */
const PIECES = /.{1,4000}/gsu

/** A text in pieces that can be set one after another. */
export function piecesOf(text: string): string[] {
  return text.match(PIECES) ?? []
}

/** Line ends of Windows (some writers double the return), or some of old Macs. */
const RETURNS = /\r+\n?/g
/** Line ends of mainframes, and of Unicode. */
const LINE_ENDS = /[\x85\u2028\u2029]/g
/** A form feed and a vertical tab end a line that has not ended. */
const FEEDS = /(^|\n)?[\v\f]+(\n)?/g
/** Characters that have no form: control characters, possible hyphens, joiners, marks of order and annotation. */
const FORMLESS = /[\0-\x09\x0b-\x1f\x7f-\x9f\xad\u034f\u206a-\u206f\ufeff\ufff9-\ufffb]/g

/** Keeps what a font can show: no control characters, tabs as spaces, one kind of line end. */
export function printable(text: string): string {
  return text
    .replace(RETURNS, (end) => (end.endsWith('\n') ? '\n' : '\n'.repeat(end.length)))
    .replace(LINE_ENDS, '\n')
    .replace(FEEDS, (_, before?: string, after?: string) => {
      const isEnded = before !== undefined || after !== undefined
      return isEnded ? `${before ?? ''}${after ?? ''}` : '\n'
    })
    .replace(/\t/g, '    ')
    .replace(FORMLESS, '')
}
