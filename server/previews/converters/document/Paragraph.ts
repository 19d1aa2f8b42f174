import type { ReadingRun } from '@/contract/previews/reading'
import type { DocxLists, ParagraphStyle } from './docxStyles'

/** Characters of a sign beside the text, and steps of indentation. */
const MOST = { sign: 4, indent: 6 }

/** A paragraph of a document while it is read. */
export class Paragraph {
  /** 1 to 6; null for text */
  heading: number | null = null
  /** As its style calls it. */
  look: ParagraphStyle['look'] = null
  /** Has a line below. */
  isUnderlined = false
  listId: string | null = null
  listLevel: number | null = null
  private runs: ReadingRun[] = []
  /** The number of characters and runs so far. */
  length = 0
  private isNumbered = false

  /** @param note what stands before the text of a note */
  constructor(private readonly note: string | null) {}

  /** Adds text. Text in the same style becomes one run. */
  add(run: ReadingRun): void {
    const last = this.runs.at(-1)
    this.length += run.text.length + 1
    if (last && isAlike(last, run)) last.text += run.text
    else this.runs.push(run)
  }

  /** The text so far; nothing if there are only blanks. */
  take(): ReadingRun[] {
    const { runs } = this
    this.runs = []
    this.length = 0
    return runs.some(({ text }) => text.trim() !== '') ? runs : []
  }

  /** The number before the text: a sign beside it, or where that is longer than `most` the beginning of the text. */
  takeNumber(
    lists: DocxLists,
    most: number = MOST.sign,
  ): { prefix: string | null; place: { indent?: number; sign?: string } } {
    const isFirst = !this.isNumbered
    this.isNumbered = true
    const list = this.listId === null || this.listId === '0' ? null : { id: this.listId, level: this.listLevel ?? 0 }
    const number = !isFirst ? null : (this.note ?? (list && lists.next(list)))
    if (this.heading !== null) return { prefix: number && `${number} `, place: {} }
    const indent = list ? Math.min(MOST.indent, list.level + 1) : this.note === null ? 0 : 1
    const place = indent > 0 ? { indent } : {}
    if (number === null) return { prefix: null, place }
    return number.length > most ? { prefix: `${number} `, place } : { prefix: null, place: { ...place, sign: number } }
  }
}

function isAlike(one: ReadingRun, other: ReadingRun): boolean {
  return (['bold', 'italic', 'struck', 'code', 'link'] as const).every((key) => one[key] === other[key])
}
