import type { PageLine } from '@/contract/previews/pageTexts'
import type { PdfColumn, Size } from './pdfPages'
import type { PdfView } from './pdfZoom'

/** A part of a page, as fractions of its width and height from its top left corner. */
export interface PageBox {
  left: number
  top: number
  right: number
  bottom: number
}

/** A found place on a page; words that go on in the next line have a box per line. */
export interface PageMark {
  boxes: readonly PageBox[]
  isCurrent: boolean
}

/** Places of lines count in fractions of this. */
const SIDE = 10_000
/** Times the height of a line: how far the next line of the same text lies below, at least and at most. */
const BELOW = { least: 0.3, most: 1 }
const CJK = /[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef]/
/** px that a found place lies away from the edge of the screen, and its share of the height above it */
const SEEN = { margin: 24, above: 1 / 3 }

/** The boxes of the found places on a page, in order. @param most places */
export function findOnPage(lines: readonly PageLine[], finder: RegExp, most: number): PageBox[][] {
  const { text, starts } = joinLines(lines)
  const found: PageBox[][] = []
  for (const { index, 0: words } of text.matchAll(finder)) {
    if (found.length >= most) break
    found.push(boxesOf(lines, starts, index, index + words.length))
  }
  return found
}

export function boxOfLine({ left, top, right, bottom }: PageLine): PageBox {
  return { left: left / SIDE, top: top / SIDE, right: right / SIDE, bottom: bottom / SIDE }
}

/** The lines as one text. Words that a line's end divides are whole; other lines are apart. `starts`: where each line begins. */
function joinLines(lines: readonly PageLine[]): { text: string; starts: number[] } {
  const parts: string[] = []
  const starts: number[] = []
  let length = 0
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1]
    if (before) {
      const last = parts[parts.length - 1]!
      const isDivided = isNext(before, line) && /\p{Ll}[-\u00ad]$/u.test(last) && /^\p{Ll}/u.test(line.text)
      if (isDivided) {
        parts[parts.length - 1] = last.slice(0, -1)
        length -= 1
      } else {
        const between = joint(before, line)
        parts.push(between)
        length += between.length
      }
    }
    starts.push(length)
    parts.push(line.text)
    length += line.text.length
  }
  return { text: parts.join(''), starts }
}

function isNext(before: PageLine, line: PageLine): boolean {
  const height = before.bottom - before.top
  const isBelow = line.top >= before.top + BELOW.least * height && line.top - before.bottom < BELOW.most * height
  return isBelow && line.left < before.right && line.right > before.left
}

function joint(before: PageLine, line: PageLine): string {
  if (!isNext(before, line)) return '\n'
  return CJK.test(before.text.slice(-1)) && CJK.test(line.text.slice(0, 1)) ? '' : ' '
}

function boxesOf(lines: readonly PageLine[], starts: readonly number[], from: number, to: number): PageBox[] {
  const boxes: PageBox[] = []
  for (const [at, line] of lines.entries()) {
    const start = starts[at]!
    if (start >= to) break
    const end = Math.min(start + line.text.length, starts[at + 1] ?? Infinity)
    if (end > from) boxes.push(partOf(line, Math.max(0, from - start), Math.min(end, to) - start))
  }
  return boxes
}

/** The box of some units of a line; of the whole line where the places of its letters are unknown. */
function partOf(line: PageLine, from: number, to: number): PageBox {
  const whole = boxOfLine(line)
  if (line.steps.length !== line.text.length) return whole
  let edge = line.left
  const edges = line.steps.map((step) => (edge += step))
  const marked = edges.slice(from, to)
  const last = Math.max(...marked)
  // A letter ends where the next one to its right begins.
  const right = edges.reduce((least, each) => (each > last ? Math.min(least, each) : least), line.right)
  return { ...whole, left: Math.min(...marked) / SIDE, right: right / SIDE }
}

/** The view that shows a found place, at the same scale. @param frame px of the screen @param page from 0 */
export function viewOfSpot(column: PdfColumn, view: PdfView, frame: Size, page: number, box: PageBox): PdfView {
  const { scale, left } = view
  const { tops, heights, width, gap } = column
  const middle = (gap + ((width - 2 * gap) * (box.left + box.right)) / 2) * scale
  const isSeen = middle > left + SEEN.margin && middle < left + frame.width - SEEN.margin
  const top = (tops[page]! + heights[page]! * box.top) * scale
  return {
    scale,
    left: isSeen ? left : Math.max(0, middle - frame.width / 2),
    top: Math.max(0, top - frame.height * SEEN.above),
  }
}
