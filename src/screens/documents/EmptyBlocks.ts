import { Extension } from '@tiptap/core'
import { ySyncPluginKey } from '@tiptap/y-tiptap'
import * as Y from 'yjs'

/**
 * Gives each empty block that this page makes its Y.XmlText at once. Otherwise two people who begin to write in the block would make one each,
 * and the binding (one text for a block) would write the letters of both twice.
 */
export const EmptyBlocks = Extension.create<{ document: Y.Doc; field: string }>({
  name: 'emptyBlocks',

  onCreate() {
    const { document, field } = this.options
    const { nodes } = this.editor.schema
    const isEmptyBlock = (element: Y.XmlElement) =>
      element.length === 0 && nodes[element.nodeName]?.inlineContent === true

    const fill = (events: readonly Y.YEvent<Y.XmlFragment>[], { local, origin }: Y.Transaction) => {
      // Undo and redo bring the texts of their blocks.
      if (!local || origin instanceof Y.UndoManager) return
      const blocks = events.flatMap(elementsOf).filter(isEmptyBlock)
      const add = () => blocks.forEach((block) => block.insert(0, [new Y.XmlText()]))
      // A part of the user's step, so that one undo takes both away.
      if (blocks.length > 0) document.transact(add, ySyncPluginKey)
    }
    const contents = document.getXmlFragment(field)
    contents.observeDeep(fill)
    this.editor.on('destroy', () => contents.unobserveDeep(fill))
  },
})

/** The element that changed, and those that it got, also within others. */
function elementsOf({ target, changes }: Y.YEvent<Y.XmlFragment>): Y.XmlElement[] {
  const elements: Y.XmlElement[] = target instanceof Y.XmlElement ? [target] : []
  for (const { content } of changes.added) {
    if (!(content instanceof Y.ContentType) || !(content.type instanceof Y.XmlElement)) continue
    const within = content.type.createTreeWalker((node) => node instanceof Y.XmlElement)
    elements.push(content.type, ...(within as Iterable<Y.XmlElement>))
  }
  return elements
}
