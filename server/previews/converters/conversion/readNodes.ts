import * as Y from 'yjs'
import { DOCUMENT_DEPTH_LIMIT } from '@/domain/documents/bounds'
import { safeLink } from '../text/markdown'
import { openParts } from './openParts'
import type { DocumentNode, ElementNode, Mark, TextNode } from './nodes'

/** The nodes of a text (ydoc). @param input the parts of its state (`stateParts`) @throws NoPreview for other bytes */
export async function readNodes(input: string): Promise<ElementNode[]> {
  const document = await openParts(input)
  // Text that lies in no paragraph gets one.
  return childrenOf(document.getXmlFragment('default'), 0).map((node) =>
    node.type === 'text' ? { type: 'paragraph', content: [node] } : node,
  ) as ElementNode[]
}

function childrenOf(parent: Y.XmlFragment, depth: number): DocumentNode[] {
  if (depth > DOCUMENT_DEPTH_LIMIT) return []
  return parent.toArray().flatMap((node): DocumentNode[] => {
    if (node instanceof Y.XmlText) return textsOf(node)
    if (!(node instanceof Y.XmlElement)) return []
    const content = childrenOf(node, depth + 1)
    const attrs: Record<string, unknown> = node.getAttributes()
    return [{ type: node.nodeName, attrs, ...(content.length > 0 && { content }) }]
  })
}

function textsOf(text: Y.XmlText): TextNode[] {
  const parts = text.toDelta() as { insert: unknown; attributes?: Record<string, unknown> }[]
  return parts.flatMap(({ insert, attributes = {} }) => {
    if (typeof insert !== 'string') return []
    const marks = marksOf(attributes)
    return [{ type: 'text' as const, text: insert, ...(marks.length > 0 && { marks }) }]
  })
}

function marksOf({ bold, italic, strike, code, link }: Record<string, unknown>): Mark[] {
  const href = safeLink(String((link as { href?: unknown } | null | undefined)?.href ?? ''))
  return [
    ...Object.entries({ bold, italic, strike, code }).flatMap(([type, is]) => (is == null ? [] : [{ type }])),
    ...(href === undefined ? [] : [{ type: 'link', attrs: { href } }]),
  ]
}
