import { writeFile } from 'node:fs/promises'
import * as Y from 'yjs'
import { DOCUMENT_STATE_LIMIT } from '@/domain/documents/bounds'
import { NoPreview } from '../task'
import { isText, type DocumentNode, type ElementNode } from './nodes'

/** Elements of a document: more would take an editor minutes to show. */
const MOST_ELEMENTS = 200_000

/** Writes the state of a text (ydoc) with these nodes. @throws NoPreview too_large */
export async function writeState(output: string, nodes: readonly ElementNode[]): Promise<void> {
  if (isOver(nodes)) throw new NoPreview('too_large', `more than ${MOST_ELEMENTS} elements`)
  const document = new Y.Doc()
  const fragment = document.getXmlFragment('default')
  document.transact(() => fragment.insert(0, nodes.map(elementOf)))
  const state = Y.encodeStateAsUpdate(document)
  if (state.length > DOCUMENT_STATE_LIMIT) throw new NoPreview('too_large', `a state of ${state.length} bytes`)
  await writeFile(output, state, { flag: 'wx' })
}

function isOver(nodes: readonly DocumentNode[]): boolean {
  let count = 0
  const left = [nodes]
  for (let some = left.pop(); some !== undefined; some = left.pop()) {
    count += some.length
    if (count > MOST_ELEMENTS) return true
    for (const node of some) if (!isText(node) && node.content) left.push(node.content)
  }
  return false
}

function elementOf({ type, attrs = {}, content = [] }: ElementNode): Y.XmlElement {
  const element = new Y.XmlElement<Record<string, never>>(type)
  // Yjs types attributes as texts, but editors store numbers and truths, too.
  for (const [name, value] of Object.entries(attrs)) element.setAttribute(name, value as never)
  const children: (Y.XmlElement | Y.XmlText)[] = []
  let text: Y.XmlText | null = null
  let length = 0
  for (const node of content) {
    if (!isText(node)) {
      text = null
      children.push(elementOf(node) as Y.XmlElement)
      continue
    }
    if (text === null) {
      text = new Y.XmlText()
      length = 0
      children.push(text)
    }
    text.insert(length, node.text, marksOf(node.marks))
    length += node.text.length
  }
  if (children.length > 0) element.insert(0, children)
  return element as Y.XmlElement
}

/** All marks, because a text takes the marks of the text before it where none are named. */
function marksOf(marks: readonly { type: string; attrs?: Record<string, unknown> }[] = []): Record<string, unknown> {
  const none = { bold: null, italic: null, strike: null, code: null, link: null }
  return { ...none, ...Object.fromEntries(marks.map(({ type, attrs = {} }) => [type, attrs])) }
}
