import type { PageLine } from '@/contract/previews/pageTexts'
import { withoutRadicals } from '../radicals'
import type { Pdfium } from './pdfium'

/** Characters of a page that are read as text, and with their places. */
const MOST = { read: 200_000, placed: 20_000 }
/** Ten-thousandths of a side of a page, which places count in, and units of the drawing that PDFium maps to. */
const SIDE = 10_000
const DRAWN = 1_000_000
/** Points between the places that show how a page is mapped. */
const APART = 1000

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** A line of a page, in points from the lower left corner. */
export interface PdfLine extends Box {
  text: string
}

/** The lines of a page as PDFium orders them. @param box an address of four floats */
export function linesOf(pdfium: Pdfium, page: number, box: number): PdfLine[] {
  const lines: PdfLine[] = []
  eachLine(pdfium, page, MOST.read, (text, letters, indices) => {
    const isShown = (letter: string) => letter.trim() !== ''
    const first = letters.findIndex(isShown)
    if (first < 0) return
    const last = lastIndex(letters, isShown)
    const [start, stop] = [boxOf(pdfium, text, indices[first]!, box), boxOf(pdfium, text, indices[last]!, box)]
    if (start && stop) lines.push({ ...start, right: Math.max(start.right, stop.right), text: letters.join('') })
  })
  return lines
}

/** The lines of a page with the places of their letters on the shown page. @param box as in `linesOf` */
export function placedLinesOf(pdfium: Pdfium, page: number, box: number): PageLine[] {
  const lines: PageLine[] = []
  if (page === 0) return lines
  const map = mapOf(pdfium, page, box)
  eachLine(pdfium, page, MOST.placed, (text, letters, indices) => {
    const placed = letters.map((letter, at): Placed => {
      const room = boxOf(pdfium, text, indices[at]!, box)
      return { letter: letter === '\u0002' ? '-' : withoutRadicals(letter), room: room && map(room) }
    })
    const line = lineOf(placed)
    if (line !== null) lines.push(line)
  })
  return lines
}

interface Placed {
  letter: string
  room: Box | null
}

/** A line without the blanks around it; null for one that shows nothing. */
function lineOf(placed: readonly Placed[]): PageLine | null {
  const isShown = ({ letter, room }: Placed) => room !== null && letter.trim() !== ''
  const first = placed.findIndex(isShown)
  if (first < 0) return null
  const parts = placed.slice(first, lastIndex(placed, isShown) + 1)
  const rooms = parts.flatMap((part) => (isShown(part) ? part.room! : []))
  const box = {
    left: Math.min(...rooms.map(({ left }) => left)),
    top: Math.min(...rooms.map(({ top }) => top)),
    right: Math.max(...rooms.map(({ right }) => right)),
    bottom: Math.max(...rooms.map(({ bottom }) => bottom)),
  }
  const raw = parts.map(({ letter }) => letter).join('')
  const text = raw.normalize('NFC')
  const isAcross = box.right - box.left >= box.bottom - box.top || text.length === 1
  return { text, ...box, steps: isAcross && text.length === raw.length ? stepsOf(parts, box.left) : [] }
}

function lastIndex<T>(all: readonly T[], is: (one: T) => boolean): number {
  let at = all.length - 1
  while (at >= 0 && !is(all[at]!)) at -= 1
  return at
}

function stepsOf(parts: readonly Placed[], start: number): number[] {
  const steps: number[] = []
  let last = start
  let end = start
  for (const { letter, room } of parts) {
    // A blank that only PDFium sees begins where the letter before it ends.
    const left = room?.left ?? end
    for (let unit = 0; unit < letter.length; unit += 1) steps.push(unit === 0 ? left - last : 0)
    last = left
    end = room?.right ?? left
  }
  return steps
}

/** Maps boxes of a page, which may be turned or cut, to places on the shown page. */
function mapOf(pdfium: Pdfium, page: number, place: number): (box: Box) => Box {
  const drawnAt = (x: number, y: number): [number, number] => {
    pdfium.FPDF_PageToDevice(page, 0, 0, DRAWN, DRAWN, 0, x, y, place, place + 4)
    const [across = 0, down = 0] = pdfium.pdfium.HEAP32.subarray(place / 4, place / 4 + 2)
    return [(across * SIDE) / DRAWN, (down * SIDE) / DRAWN]
  }
  const [zero, right, up] = [drawnAt(0, 0), drawnAt(APART, 0), drawnAt(0, APART)]
  const placeOf = (axis: 0 | 1, x: number, y: number) =>
    zero[axis] + ((right[axis] - zero[axis]) * x + (up[axis] - zero[axis]) * y) / APART
  return ({ left, right: end, top, bottom }) => {
    const across = [placeOf(0, left, bottom), placeOf(0, end, top)]
    const down = [placeOf(1, left, bottom), placeOf(1, end, top)]
    return {
      left: Math.round(Math.min(...across)),
      right: Math.round(Math.max(...across)),
      top: Math.round(Math.min(...down)),
      bottom: Math.round(Math.max(...down)),
    }
  }
}

/** Passes on the letters of each line and their indices in the text of the page. */
function eachLine(
  pdfium: Pdfium,
  page: number,
  most: number,
  use: (text: number, letters: string[], indices: number[]) => void,
): void {
  const text = page === 0 ? 0 : pdfium.FPDFText_LoadPage(page)
  if (text === 0) return
  const count = Math.min(most, pdfium.FPDFText_CountChars(text))
  let letters: string[] = []
  let indices: number[] = []
  const end = () => {
    if (letters.length > 0) use(text, letters, indices)
    letters = []
    indices = []
  }
  for (let at = 0; at < count; at += 1) {
    const code = pdfium.FPDFText_GetUnicode(text, at)
    if (code === 10 || code === 13) end()
    else if (code > 0 && code <= 0x10ffff) {
      letters.push(String.fromCodePoint(code))
      indices.push(at)
    }
  }
  end()
  pdfium.FPDFText_ClosePage(text)
}

/** The room of a letter, whose height depends only on its font; null if it is unknown. */
function boxOf(pdfium: Pdfium, text: number, at: number, place: number): Box | null {
  if (!pdfium.FPDFText_GetLooseCharBox(text, at, place)) return null
  const [left = 0, top = 0, right = 0, bottom = 0] = pdfium.pdfium.HEAPF32.subarray(place / 4, place / 4 + 4)
  return [left, top, right, bottom].every(Number.isFinite) && top > bottom ? { left, top, right, bottom } : null
}
