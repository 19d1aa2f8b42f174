import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

/** A header of a table in which nothing is written names no cells, so screen readers get an ordinary cell until somebody writes into it. */
export const EmptyHeaders = Extension.create({
  name: 'emptyHeaders',
  addProseMirrorPlugins() {
    return [
      new Plugin<DecorationSet>({
        state: {
          init: (_, { doc }) => emptyHeadersOf(doc),
          apply: (change, marked) => (change.docChanged ? emptyHeadersOf(change.doc) : marked),
        },
        props: {
          decorations(state) {
            return this.getState(state)
          },
        },
      }),
    ]
  },
})

function emptyHeadersOf(document: Node): DecorationSet {
  const marks: Decoration[] = []
  document.descendants((node, at) => {
    if (node.type.name === 'tableHeader' && node.textContent.trim() === '')
      marks.push(Decoration.node(at, at + node.nodeSize, { role: 'cell' }))
    return !node.isTextblock
  })
  return DecorationSet.create(document, marks)
}
