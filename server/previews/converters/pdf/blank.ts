import { rename } from 'node:fs/promises'
import { MARGIN, QUIET, drawPdf } from '../text/paper'
import { BLANK_WORDS } from './blankWords'
import { openPdf } from './check'
import type { PdfDocument } from './document'

/** A longer document is never checked. */
const PAGES = 20
/** Pixels of the longer side of a drawn page. */
const SIDE = 400

/**
 * Replaces a PDF whose pages are all empty by words that say so. LibreOffice omits parts that it does not know, for example diagrams, and an empty page
 * would look as if the file were empty.
 */
export async function replaceBlank(path: string): Promise<void> {
  const document = await openPdf(path)
  if (document === 'encrypted' || document.pageCount > PAGES || !(await isBlank(document))) return
  const replacement = `${path}.words`
  await drawPdf(replacement, (paper) => {
    for (const words of BLANK_WORDS) paper.fillColor(QUIET).text(words, MARGIN).moveDown()
  })
  await rename(replacement, path)
}

async function isBlank(document: PdfDocument): Promise<boolean> {
  for (let at = 0; at < document.pageCount; at += 1) {
    if (document.text(at).trim() !== '') return false
    const { data } = await document.draw(at, ({ width, height }) => SIDE / Math.max(width, height))
    if (data.some((value) => value !== 0xff)) return false
  }
  return true
}
