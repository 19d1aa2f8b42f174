import { Extension, getSchema, type Extensions } from '@tiptap/core'
import type { Node, Schema } from '@tiptap/pm/model'
import { Plugin, Selection } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { yXmlFragmentToProseMirrorRootNode } from '@tiptap/y-tiptap'
import * as Y from 'yjs'
import { changesBetween, type Change } from '@/domain/documents/difference'
import { wordsOf } from '@/domain/text/wordsOf'
import { tokensOf } from './tokensOf'

/** A text to read, with what makes it differ from an earlier one. */
export interface ComparedText {
  text: Node
  marks: DecorationSet
  /** Words that the earlier text does not have, and words that only it has; spaces are none. */
  added: number
  removed: number
}

/** Reads the text of a state. @throws RangeError if the bytes are no state */
function textOf(state: Uint8Array, schema: Schema): Node {
  const document = new Y.Doc()
  try {
    Y.applyUpdate(document, state)
    const text = yXmlFragmentToProseMirrorRootNode(document.getXmlFragment('default'), schema)
    return text.childCount > 0 ? text : schema.topNodeType.createAndFill()!
  } finally {
    document.destroy()
  }
}

/** @param earlier the state to compare with; null for no comparison */
export function compareTexts(extensions: Extensions, state: Uint8Array, earlier: Uint8Array | null): ComparedText {
  const schema = getSchema(extensions)
  const text = textOf(state, schema)
  if (earlier === null) return { text, marks: DecorationSet.empty, added: 0, removed: 0 }
  const before = textOf(earlier, schema)
  const changes = changesBetween(tokensOf(before), tokensOf(text))
  const marks = changes.flatMap((change) => marksOf(text, before, change))
  return {
    text,
    marks: DecorationSet.create(text, marks),
    added: sum(changes.map(({ from, to }) => wordCount(text, from, to))),
    removed: sum(changes.map(({ earlierFrom, earlierTo }) => wordCount(before, earlierFrom, earlierTo))),
  }
}

/** Marks what was added in its place, and shows what was removed where it was. */
function marksOf(text: Node, before: Node, { earlierFrom, earlierTo, from, to }: Change): Decoration[] {
  const marks: Decoration[] = []
  const removed = contents(before, earlierFrom, earlierTo)
  if (removed !== '') {
    const isBlock = !text.resolve(from).parent.inlineContent
    const place = isBlock ? Selection.near(text.resolve(from)).from : from
    marks.push(Decoration.widget(place, () => removal(removed, isBlock), { side: -1, key: `${from} ${removed}` }))
  }
  if (to > from) marks.push(Decoration.inline(from, to, { nodeName: 'ins', class: 'document-added' }))
  text.nodesBetween(from, to, (node, place) => {
    // The block begins within the change, so it is new, or of another kind than before.
    if (node.isBlock && place >= from) marks.push(Decoration.node(place, place + node.nodeSize, blockMark))
  })
  return marks
}

const blockMark = { class: 'document-changed-block' }

/** @param isBlock whether it was between the blocks; it is then drawn within the nearest one, in a line of its own */
function removal(removed: string, isBlock: boolean): HTMLElement {
  const element = document.createElement('del')
  element.className = isBlock ? 'document-removed document-removed-block' : 'document-removed'
  element.textContent = removed
  return element
}

/** The letters of a part of a text, one line per block. */
function contents(text: Node, from: number, to: number): string {
  return text.textBetween(from, to, '\n', '\n').replace(/\n+/g, '\n')
}

function wordCount(text: Node, from: number, to: number): number {
  return wordsOf(contents(text, from, to)).filter((word) => word.trim() !== '').length
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

/** Shows the marks of a compared text. */
export function showMarks({ marks }: ComparedText) {
  return Extension.create({
    name: 'versionMarks',
    addProseMirrorPlugins: () => [new Plugin({ props: { decorations: () => marks } })],
  })
}
