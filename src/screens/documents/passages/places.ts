import type { Node } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'
import { absolutePositionToRelativePosition, ySyncPluginKey, type ProsemirrorBinding } from '@tiptap/y-tiptap'
import * as Y from 'yjs'
import type { CommentedPassage } from '@/contract/comments'
import { findWords } from '@/domain/documents/passages'
import type { ChosenPassage } from '@/stores/documents/PassageStore'

/** Positions in the editor's document. */
export interface Range {
  from: number
  to: number
}

/** code points of the chosen words that are shown before the server has read them */
const SHOWN = 300

interface Sync {
  type: Y.XmlFragment
  doc: Y.Doc
  binding: ProsemirrorBinding | null
}

function syncOf(state: EditorState): Sync | undefined {
  return ySyncPluginKey.getState(state) as Sync | undefined
}

/** What is selected, as the server takes it; null without words. */
export function chosenPassage(state: EditorState): ChosenPassage | null {
  const { from, to } = state.selection
  const words = wordsIn(state.doc, { from, to })
  const sync = syncOf(state)
  if (words === '' || !sync?.binding) return null
  const { mapping } = sync.binding
  const anchor = (position: number, association: number) => {
    const near = absolutePositionToRelativePosition(position, sync.type, mapping) as Y.RelativePosition
    const point = Y.createAbsolutePositionFromRelativePosition(near, sync.doc)
    // At the letters within the passage, so that what is written beside it does not become a part of it.
    return point ? Y.createRelativePositionFromTypeIndex(point.type, point.index, association) : near
  }
  return {
    start: toBase64(anchor(from, 0)),
    end: toBase64(anchor(to, -1)),
    words: Array.from(words).slice(0, SHOWN).join(''),
  }
}

/** The words in a range, on one line. */
export function wordsIn(doc: Node, { from, to }: Range): string {
  return doc.textBetween(from, to, ' ', ' ').replace(/\s+/g, ' ').trim()
}

/** Where passages are now. Those that the text no longer has are left out. */
export function rangesOf(state: EditorState, passages: readonly CommentedPassage[]): Map<number, Range> {
  const found = new Map<number, Range>()
  const sync = syncOf(state)
  if (!sync?.binding) return found
  const positions = new Positions(sync.type, sync.binding.mapping)
  let letters: Letters | null = null
  for (const passage of passages) {
    const from = positions.of(pointAt(sync.doc, passage.start))
    const to = positions.of(pointAt(sync.doc, passage.end))
    const isThere = from !== null && to !== null && from < to && to <= state.doc.content.size
    if (isThere && wordsIn(state.doc, { from, to }) !== '') {
      found.set(passage.comment_id, { from, to })
      continue
    }
    letters ??= new Letters(state.doc)
    const again = letters.find(passage)
    if (again) found.set(passage.comment_id, again)
  }
  return found
}

/** Where a stored position is; null for one that is damaged or gone. */
function pointAt(doc: Y.Doc, anchor: string): Y.AbsolutePosition | null {
  try {
    const bytes = Uint8Array.from(atob(anchor), (letter) => letter.charCodeAt(0))
    return Y.createAbsolutePositionFromRelativePosition(Y.decodeRelativePosition(bytes), doc)
  } catch {
    return null
  }
}

type Mapping = ProsemirrorBinding['mapping']

/** Turns places of Yjs into positions of the editor. Yjs' own function takes the first letter of a text for a mistake. */
class Positions {
  /** Sizes before the children of each parent. */
  private readonly offsets = new Map<Y.XmlFragment, Map<unknown, number>>()

  constructor(
    private readonly root: Y.XmlFragment,
    private readonly mapping: Mapping,
  ) {}

  /** null for a place outside the text */
  of(point: Y.AbsolutePosition | null): number | null {
    if (point === null) return null
    let type: unknown = point.type
    let position = type instanceof Y.XmlText ? point.index : this.before(type, point.index)
    while (position !== null && type !== this.root) {
      if (!(type instanceof Y.XmlText || type instanceof Y.XmlElement) || type._item?.deleted) return null
      const { parent } = type
      if (!(parent instanceof Y.XmlFragment)) return null
      const offset = this.offsetsIn(parent)?.get(type)
      if (offset === undefined) return null
      position += offset + (type instanceof Y.XmlText ? 0 : 1)
      type = parent
    }
    return position
  }

  private before(type: unknown, index: number): number | null {
    if (!(type instanceof Y.XmlFragment)) return null
    const children = type.toArray()
    const child = children[index]
    const offsets = this.offsetsIn(type)
    if (child !== undefined) return offsets?.get(child) ?? null
    const last = children.at(-1)
    return last === undefined ? 0 : (offsets?.get(last) ?? 0) + (this.sizeOf(last) ?? 0)
  }

  private offsetsIn(parent: Y.XmlFragment): Map<unknown, number> | null {
    const known = this.offsets.get(parent)
    if (known) return known
    const offsets = new Map<unknown, number>()
    let offset = 0
    for (const child of parent.toArray()) {
      offsets.set(child, offset)
      const size = this.sizeOf(child)
      // The editor does not show it yet.
      if (size === null) return null
      offset += size
    }
    this.offsets.set(parent, offsets)
    return offsets
  }

  private sizeOf(child: unknown): number | null {
    if (child instanceof Y.XmlText) return child.length
    const node = this.mapping.get(child as never) as Node | undefined
    return node?.nodeSize ?? null
  }
}

/** The letters of a document without white space, and where each is. */
class Letters {
  private readonly text: string
  private readonly positions: number[] = []

  constructor(doc: Node) {
    let text = ''
    doc.descendants((node, position) => {
      if (!node.isText) return
      for (const [at, letter] of (node.text ?? '').split('').entries()) {
        if (/\s/.test(letter)) continue
        text += letter
        this.positions.push(position + at)
      }
    })
    this.text = text
  }

  find(passage: CommentedPassage): Range | null {
    const place = findWords(this.text, passage)
    if (place === null) return null
    return { from: this.positions[place.start]!, to: this.positions[place.end - 1]! + 1 }
  }
}

function toBase64(position: Y.RelativePosition): string {
  return btoa(String.fromCharCode(...Y.encodeRelativePosition(position)))
}
