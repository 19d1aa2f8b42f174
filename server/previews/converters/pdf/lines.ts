import type { Pdfium } from './pdfium'

/** Characters of a page that are read. */
const MOST = 200_000

/** A line of a page, in points from the lower left corner. */
export interface PdfLine {
  text: string
  left: number
  right: number
  top: number
  bottom: number
}

/** The lines of a page as PDFium orders them. @param box an address of four floats */
export function linesOf(pdfium: Pdfium, page: number, box: number): PdfLine[] {
  const text = page === 0 ? 0 : pdfium.FPDFText_LoadPage(page)
  if (text === 0) return []
  const count = Math.min(MOST, pdfium.FPDFText_CountChars(text))
  const lines: PdfLine[] = []
  let letters: string[] = []
  let first = -1
  let last = -1
  const end = () => {
    const [start, stop] = first < 0 ? [null, null] : [boxOf(pdfium, text, first, box), boxOf(pdfium, text, last, box)]
    if (start && stop) lines.push({ ...start, right: Math.max(start.right, stop.right), text: letters.join('') })
    letters = []
    first = -1
  }
  for (let at = 0; at < count; at += 1) {
    const code = pdfium.FPDFText_GetUnicode(text, at)
    if (code === 10 || code === 13) end()
    else if (code > 0 && code <= 0x10ffff) {
      const letter = String.fromCodePoint(code)
      letters.push(letter)
      if (letter.trim() === '') continue
      if (first < 0) first = at
      last = at
    }
  }
  end()
  pdfium.FPDFText_ClosePage(text)
  return lines
}

/** The room of a letter, whose height depends only on its font; null if it is unknown. */
function boxOf(pdfium: Pdfium, text: number, at: number, place: number): Omit<PdfLine, 'text'> | null {
  if (!pdfium.FPDFText_GetLooseCharBox(text, at, place)) return null
  const [left = 0, top = 0, right = 0, bottom = 0] = pdfium.pdfium.HEAPF32.subarray(place / 4, place / 4 + 4)
  return [left, top, right, bottom].every(Number.isFinite) && top > bottom ? { left, top, right, bottom } : null
}
