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

/** Elements and texts of a document that a file becomes: more would take an editor minutes to show. */
export const MOST_NODES = 200_000

export type DocumentNode = TextNode | ElementNode

export function isText(node: DocumentNode): node is TextNode {
  return node.type === 'text'
}

/** The children that are elements. */
export function elementsIn({ content = [] }: ElementNode): ElementNode[] {
  return content.filter((node) => !isText(node))
}

/** The blocks in an element; letters and breaks beside them get a paragraph. */
export function blocksIn(node: ElementNode): ElementNode[] {
  const { content = [] } = node
  return content.some(isInline) ? [{ type: 'paragraph', content }] : elementsIn(node)
}

function isInline(node: DocumentNode): boolean {
  return isText(node) || node.type === 'hardBreak' || node.type === 'mention'
}

/** The rows of a table that have cells. */
export function rowsOf(table: ElementNode): ElementNode[][] {
  return elementsIn(table)
    .map(elementsIn)
    .filter(({ length }) => length > 0)
}

/** Columns of a table with these rows. */
export function widthOf(rows: readonly ElementNode[][]): number {
  return rows.reduce(
    (width, cells) =>
      Math.max(
        width,
        cells.reduce((sum, cell) => sum + spanOf(cell, 'colspan'), 0),
      ),
    0,
  )
}

/** The columns or rows that a cell covers. */
export function spanOf({ attrs }: ElementNode, name: 'colspan' | 'rowspan'): number {
  return countOf(attrs?.[name], 1, 100, 1)
}

/** The number of elements and texts, with the cells that rows lack or that others cover, because they are written, too. */
export function countNodes(nodes: readonly DocumentNode[]): number {
  let count = 0
  const left = [nodes]
  for (let some = left.pop(); some !== undefined; some = left.pop()) {
    count += some.length
    for (const node of some) {
      if (isText(node) || !node.content) continue
      left.push(node.content)
      const rows = node.type === 'table' ? rowsOf(node) : []
      count += rows.length * widthOf(rows)
    }
  }
  return count
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
