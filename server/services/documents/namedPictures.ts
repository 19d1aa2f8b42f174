import * as Y from 'yjs'
import { PICTURE_ELEMENT, pictureKey } from '@/domain/documents/pictures'

/** The pictures that a text names. @param state of a text (ydoc) */
export function namedPictures(state: Uint8Array): string[] {
  const document = new Y.Doc()
  try {
    Y.applyUpdate(document, state)
    return [...keysIn(document.getXmlFragment('default'))]
  } finally {
    document.destroy()
  }
}

function keysIn(root: Y.XmlFragment): Set<string> {
  const keys = new Set<string>()
  const left: unknown[] = [root]
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (!(node instanceof Y.XmlFragment)) continue
    if (node instanceof Y.XmlElement && node.nodeName === PICTURE_ELEMENT) {
      const key = pictureKey(node.getAttribute('picture'))
      if (key !== null) keys.add(key)
    }
    for (const child of node.toArray()) left.push(child)
  }
  return keys
}
