import type { PdfDocument } from './document'

/** Pages of a document that are checked. */
export const PAGES = 20
/** Pixels of the longer side of a drawn page. */
const SIDE = 400

/** Whether all pages are empty. A long document is never checked. */
export async function isBlank(document: PdfDocument): Promise<boolean> {
  if (document.pageCount > PAGES) return false
  for (let at = 0; at < document.pageCount; at += 1) {
    if (document.text(at).trim() !== '') return false
    const { data } = await document.draw(at, ({ width, height }) => SIDE / Math.max(width, height))
    if (data.some((value) => value !== 0xff)) return false
  }
  return true
}
