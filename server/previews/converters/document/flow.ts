import type { PdfLine } from '../pdf/lines'

/** A paragraph or a heading of a page. */
export interface Flowed {
  text: string
  /** null: a paragraph */
  level: number | null
}

/** A paragraph while its lines are joined. */
interface Open {
  /** Lines, and blanks between them: one text that grows would be copied for each line. */
  parts: string[]
  length: number
  level: number | null
  last: PdfLine
  /** Where the column of the last line ends. */
  end: number
}

/** Letters beyond this factor of the usual size are headings, by level. */
const HEADINGS = [1.7, 1.4, 1.17]
/** Characters of the longest heading, and of a paragraph that is gathered. */
const MOST = { heading: 100, paragraph: 60_000, compared: 2000 }
/** Times the height of a line: how far the next line lies below, how far it is indented, and how far a full line ends before the others. */
const NEAR = { gap: 1.15, indent: 1.1, end: 2.2, size: 0.12, column: 4 }
const CJK = /[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef]/u
/** A line that begins an item of a list. */
const ITEM =
  /^([•·●○■□◆▪–*-]\s|[(（]?[0-9一二三四五六七八九十]{1,3}[)）.、．]|第[0-9〇一二三四五六七八九十百]{1,5}[条章节條節])/u
const PAGE_NUMBER = /^[-–—\s]*(第\s*)?\d{1,5}(\s*页|\s*頁)?(\s*[/／]\s*\d{1,5})?[-–—\s]*$/u

/** The height of most letters; 0 without letters. */
export function usualSize(pages: readonly (readonly PdfLine[])[]): number {
  const counts = new Map<number, number>()
  for (const { text, top, bottom } of pages.flat()) {
    const size = Math.round((top - bottom) * 2) / 2
    counts.set(size, (counts.get(size) ?? 0) + text.length)
  }
  let usual = 0
  for (const [size, count] of counts) if (count > (counts.get(usual) ?? 0)) usual = size
  return usual
}

/** The lines of a page without a page number at its edges. */
export function withoutPageNumbers(lines: readonly PdfLine[]): PdfLine[] {
  return lines.filter(({ text }, at) => (at > 0 && at < lines.length - 1) || !PAGE_NUMBER.test(text))
}

/** Joins the lines of pages to paragraphs. A paragraph may go on over pages. @param usual the height of the letters of the text */
export function* flowOf(pages: Iterable<readonly PdfLine[]>, usual: number): Generator<Flowed> {
  let open: Open | null = null
  for (const lines of pages) {
    let isFirst = true
    for (const [at, line] of lines.entries()) {
      const text = line.text.replaceAll('\u0002', '-').replace(/\s+/g, ' ').trim()
      if (text === '') continue
      const level = levelOf(line, text, usual)
      const end = endOfColumn(lines, at)
      if (open && open.level === level && open.length < MOST.paragraph && continues(open, line, text, isFirst)) {
        join(open.parts, text)
        open = { parts: open.parts, length: open.length + text.length + 1, level, last: line, end }
      } else {
        if (open) yield { text: open.parts.join(''), level: open.level }
        open = { parts: [text], length: text.length, level, last: line, end }
      }
      isFirst = false
    }
  }
  if (open) yield { text: open.parts.join(''), level: open.level }
}

function sizeOf({ top, bottom }: PdfLine): number {
  return top - bottom
}

function levelOf(line: PdfLine, text: string, usual: number): number | null {
  if (usual === 0 || text.length > MOST.heading) return null
  const at = HEADINGS.findIndex((factor) => sizeOf(line) >= factor * usual)
  return at < 0 ? null : at + 1
}

/** Where the longest line ends that begins near this line. */
function endOfColumn(lines: readonly PdfLine[], at: number): number {
  const line = lines[at]!
  const near = NEAR.column * sizeOf(line)
  let { right } = line
  const last = Math.min(lines.length, at + MOST.compared / 20)
  for (let other = Math.max(0, at - MOST.compared / 20); other < last; other += 1) {
    const each = lines[other]!
    if (Math.abs(each.left - line.left) < near) right = Math.max(right, each.right)
  }
  return right
}

function continues({ parts, level, last, end }: Open, line: PdfLine, text: string, isNewPage: boolean): boolean {
  const size = sizeOf(line)
  if (Math.abs(size - sizeOf(last)) > NEAR.size * size || ITEM.test(text)) return false
  const gap = last.bottom - line.top
  // On a new page or column the line lies above.
  const isBelow = gap > -size && gap < NEAR.gap * size
  if (level !== null) return isBelow && !isNewPage
  if (!isBelow && /[。．.!?！？:：;；」』”"]$/u.test(parts.at(-1)!)) return false
  if (!isBelow && gap >= NEAR.gap * size && !isNewPage) return false
  const isFull = last.right >= end - NEAR.end * size
  const isIndented = isBelow && line.left - last.left > NEAR.indent * size
  return isFull && !isIndented
}

/** Adds a line. Chinese lines join without a blank, and a word that a hyphen divides is one again. */
function join(parts: string[], line: string): void {
  const before = parts.at(-1)!
  if (/\p{Ll}[-\u00ad]$/u.test(before) && /^\p{Ll}/u.test(line)) parts[parts.length - 1] = before.slice(0, -1)
  else if (!CJK.test(before.at(-1)!) || !CJK.test(line[0]!)) parts.push(' ')
  parts.push(line)
}
