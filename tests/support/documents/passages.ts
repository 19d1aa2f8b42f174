import * as Y from 'yjs'

/** A Yjs relative position as the calls of comments take it. */
export function anchorAt(type: Y.XmlText | Y.XmlFragment | Y.Map<unknown>, index: number, association = 0): string {
  const position = Y.createRelativePositionFromTypeIndex(type as never, index, association)
  return Buffer.from(Y.encodeRelativePosition(position)).toString('base64')
}

/** Where words begin and end in a text (ydoc), as the editor names it. The words may be in several paragraphs: `first` to `last`. */
export function endsOf(document: Y.Doc, first: string, last = first): { start: string; end: string } {
  const [from, to] = [textWith(document, first), textWith(document, last)]
  return {
    start: anchorAt(from.text, from.at, 0),
    end: anchorAt(to.text, to.at + last.length, -1),
  }
}

function textWith(document: Y.Doc, words: string): { text: Y.XmlText; at: number } {
  const left: unknown[] = [document.getXmlFragment('default')]
  for (let node = left.shift(); node !== undefined; node = left.shift()) {
    if (node instanceof Y.XmlText) {
      const at = (node.toDelta() as { insert: string }[])
        .map(({ insert }) => insert)
        .join('')
        .indexOf(words)
      if (at >= 0) return { text: node, at }
    } else if (node instanceof Y.XmlFragment) left.unshift(...node.toArray())
  }
  throw new Error(`no “${words}” in the text`)
}
