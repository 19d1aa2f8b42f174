import * as Y from 'yjs'
import { DOCUMENT_DEPTH_LIMIT } from '@/domain/documents/bounds'

/** The words of a passage, and the letters around them, each on one line. */
export interface PassageText {
  words: string
  before: string
  after: string
}

/** A place in a text: the Yjs type that holds it, and the index there. */
interface Point {
  type: unknown
  index: number
}

/** code points of the words that are kept, and of the letters on each side */
const LENGTHS = { words: 300, around: 32 }
/** UTF-16 units that contain them, also after white space was joined */
const SOURCE = { words: 2000, around: 200 }

/**
 * Reads a passage of a text (ydoc).
 * @param start a Yjs relative position, encoded
 * @returns null if a position is damaged, or lies outside the text, or the passage has no words
 */
export function passageIn(document: Y.Doc, start: Uint8Array, end: Uint8Array): PassageText | null {
  const root = document.getXmlFragment('default')
  const from = pointOf(document, root, start)
  const to = pointOf(document, root, end)
  if (from === null || to === null) return null
  const text = new FlatText([from, to])
  text.add(root, 0)
  const [first, last] = text.offsets
  if (first === undefined || last === undefined || first >= last) return null
  const words = cut(onLine(text.written.slice(first, Math.min(last, first + SOURCE.words))), LENGTHS.words)
  if (words.trim() === '') return null
  const before = onLine(text.written.slice(Math.max(0, first - SOURCE.around), first))
  return {
    words: words.trim(),
    before: Array.from(before).slice(-LENGTHS.around).join(''),
    after: cut(onLine(text.written.slice(last, last + SOURCE.around)), LENGTHS.around),
  }
}

function pointOf(document: Y.Doc, root: Y.XmlFragment, encoded: Uint8Array): Point | null {
  let position: Y.RelativePosition
  try {
    position = Y.decodeRelativePosition(encoded)
  } catch {
    return null
  }
  // Asking for another root would make one.
  if (position.tname !== null && position.tname !== 'default') return null
  let found: Y.AbsolutePosition | null
  try {
    found = Y.createAbsolutePositionFromRelativePosition(position, document)
  } catch {
    return null
  }
  if (found === null || !isWithin(found.type, root)) return null
  return { type: found.type, index: found.index }
}

function isWithin(type: Y.AbstractType<unknown>, root: Y.XmlFragment): boolean {
  for (let at: unknown = type; at instanceof Y.AbstractType; at = at._item?.parent) {
    if (at === root) return true
    if (at._item?.deleted === true) return false
  }
  return false
}

/** The text of elements in their order, with a line end around each element, and where points lie in it. */
class FlatText {
  written = ''
  /** UTF-16 units; undefined for a point that was not met */
  readonly offsets: (number | undefined)[]

  constructor(private readonly points: readonly Point[]) {
    this.offsets = points.map(() => undefined)
  }

  add(parent: Y.XmlFragment, depth: number): void {
    if (depth > DOCUMENT_DEPTH_LIMIT) return
    const children = parent.toArray()
    for (const [index, child] of children.entries()) {
      this.mark(parent, index)
      if (child instanceof Y.XmlText) this.addText(child)
      else if (child instanceof Y.XmlFragment) {
        this.written += '\n'
        this.add(child, depth + 1)
        this.written += '\n'
      }
    }
    this.mark(parent, children.length)
  }

  private addText(text: Y.XmlText): void {
    let index = 0
    const begin = this.written.length
    let letters = ''
    for (const { insert } of text.toDelta() as { insert: unknown }[]) {
      const isText = typeof insert === 'string'
      const length = isText ? insert.length : 1
      for (const [at, point] of this.points.entries()) {
        const within = point.index - index
        if (point.type === text && within >= 0 && within <= length)
          this.offsets[at] = begin + letters.length + (isText ? within : 0)
      }
      if (isText) letters += insert
      index += length
    }
    if (index === 0) this.mark(text, 0)
    this.written += letters
  }

  private mark(type: unknown, index: number): void {
    for (const [at, point] of this.points.entries())
      if (point.type === type && point.index === index) this.offsets[at] = this.written.length
  }
}

function onLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}

function cut(text: string, most: number): string {
  const points = Array.from(text)
  return points.length > most ? points.slice(0, most).join('') : text
}
