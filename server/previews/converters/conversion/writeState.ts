import { writeFile } from 'node:fs/promises'
import * as Y from 'yjs'
import { DOCUMENT_STATE_LIMIT } from '@/domain/documents/bounds'
import { NoPreview } from '../task'
import { countNodes, isText, MOST_NODES, type DocumentNode, type ElementNode, type TextNode } from './nodes'

/** Elements that hold a text, also where it is empty: two people who begin to write there write into the same one. */
const BLOCKS: ReadonlySet<string> = new Set(['paragraph', 'heading', 'codeBlock'])
/** Children that are inserted at once. */
const CHILDREN = 10_000

/** Writes the state of a text (ydoc) with these nodes. @throws NoPreview too_large */
export async function writeState(output: string, nodes: readonly ElementNode[]): Promise<void> {
  if (countNodes(nodes) > MOST_NODES) throw new NoPreview('too_large', `more than ${MOST_NODES} elements`)
  const document = new Y.Doc()
  const fragment = document.getXmlFragment('default')
  document.transact(() => fragment.insert(0, nodes.map(elementOf)))
  const state = Y.encodeStateAsUpdate(document)
  if (state.length > DOCUMENT_STATE_LIMIT) throw new NoPreview('too_large', `a state of ${state.length} bytes`)
  await writeFile(output, state, { flag: 'wx' })
}

function elementOf({ type, attrs = {}, content = [] }: ElementNode): Y.XmlElement {
  const element = new Y.XmlElement<Record<string, never>>(type)
  // Yjs types attributes as texts, but editors store numbers and truths, too.
  for (const [name, value] of Object.entries(attrs)) element.setAttribute(name, value as never)
  const children = content.length === 0 && BLOCKS.has(type) ? [new Y.XmlText()] : childrenOf(content)
  // Yjs passes all children of one call as arguments.
  for (let at = 0; at < children.length; at += CHILDREN) element.insert(at, children.slice(at, at + CHILDREN))
  return element as Y.XmlElement
}

/** Texts side by side are one. */
function childrenOf(content: readonly DocumentNode[]): (Y.XmlElement | Y.XmlText)[] {
  const children: (Y.XmlElement | TextNode[])[] = []
  for (const node of content) {
    const last = children.at(-1)
    if (!isText(node)) children.push(elementOf(node))
    else if (Array.isArray(last)) last.push(node)
    else children.push([node])
  }
  return children.map((child) => (Array.isArray(child) ? textOf(child) : child))
}

/** At once, because Yjs looks for the place of each insertion from the beginning. */
function textOf(nodes: readonly TextNode[]): Y.XmlText {
  const text = new Y.XmlText()
  text.applyDelta(
    nodes.map(({ text: insert, marks = [] }) => ({
      insert,
      attributes: Object.fromEntries(marks.map(({ type, attrs = {} }) => [type, attrs])),
    })),
  )
  return text
}
