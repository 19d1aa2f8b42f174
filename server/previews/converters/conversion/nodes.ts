/** Text in one style. */
export interface TextNode {
  type: 'text'
  text: string
  marks?: Mark[]
}

export interface Mark {
  type: string
  attrs?: Record<string, unknown>
}

/** A paragraph, list, table … of a document (ydoc), named and nested as its editor (TipTap) does. */
export interface ElementNode {
  type: string
  attrs?: Record<string, unknown>
  content?: DocumentNode[]
}

export type DocumentNode = TextNode | ElementNode

export function isText(node: DocumentNode): node is TextNode {
  return node.type === 'text'
}

/** The children that are elements. */
export function elementsIn({ content = [] }: ElementNode): ElementNode[] {
  return content.filter((node) => !isText(node))
}

/** The text in a node, with a line end for each break, and after each element that is not the first. */
export function plainText(node: DocumentNode): string {
  if (isText(node)) return node.text
  if (node.type === 'hardBreak') return '\n'
  if (node.type === 'mention') return mentionOf(node)
  return (node.content ?? []).reduce((text, each, at) => {
    const isLine = at > 0 && !isText(each) && each.content !== undefined
    return `${text}${isLine ? '\n' : ''}${plainText(each)}`
  }, '')
}

/** A person's name, as a mention shows it. */
export function mentionOf({ attrs }: ElementNode): string {
  return `@${textOf(attrs?.label)}`
}

/** An attribute as a text; '' for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** An attribute as a whole number within bounds; `otherwise` for anything else. */
export function countOf(value: unknown, least: number, most: number, otherwise: number): number {
  const count = Number(value)
  return Number.isSafeInteger(count) && count >= least && count <= most ? count : otherwise
}
