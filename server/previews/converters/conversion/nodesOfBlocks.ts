import type { ReadingBlock, ReadingRun } from '@/contract/previews/reading'
import { textOfRuns } from '@/domain/previews/readingBlocks'
import { paragraphOf, paragraphsOf, inlineOf, tableOf } from './inline'
import type { ElementNode } from './nodes'

type TextBlock = Extract<ReadingBlock, { kind: 'text' }>
type Kind = 'bulletList' | 'orderedList' | 'taskList'

interface OpenList {
  kind: Kind
  indent: number
  items: ElementNode[]
  /** The number of the next item. */
  next: number
}

const BULLET = /^[•◦▪‣·*–-]$/u
const NUMBER = /^(\d{1,9})[.)．、）]?$/u
const TASK = /^\s*([☐☑☒])\s*/u

/** Stands for a picture, because documents have none yet. */
const PICTURE = '🖼'

/** The blocks of a document of Word as nodes: the flat items of lists nest again, and lines of code and quoted blocks become one node. */
export function nodesOfBlocks(blocks: Iterable<ReadingBlock>): ElementNode[] {
  const builder = new NodeBuilder()
  for (const block of blocks) builder.add(block)
  builder.end()
  return builder.nodes
}

class NodeBuilder {
  readonly nodes: ElementNode[] = []
  /** The open lists, from the outside in. */
  private readonly lists: OpenList[] = []
  /** The open quote, which takes the following quoted blocks. */
  private quote: NodeBuilder | null = null
  /** The lines of the open block of code. */
  private code: string[] = []

  add(block: ReadingBlock): void {
    if (block.kind !== 'code') this.endCode()
    if ('quoted' in block && block.quoted) return this.addQuoted({ ...block, quoted: undefined })
    this.endQuote()
    switch (block.kind) {
      case 'text':
        return this.addText(block)
      case 'heading':
        return this.placeBeside({ type: 'heading', attrs: { level: block.level }, content: inlineOf(block.runs) })
      case 'code':
        this.code.push(textOfRuns(block.runs))
        return
      case 'table':
        return this.placeBeside(tableOf(block.header, block.rows))
      case 'rule':
        return this.placeBeside({ type: 'horizontalRule' })
      case 'picture':
        return this.placeWithin(paragraphOf([{ text: `${PICTURE} ${block.text}`.trim() }]))
    }
  }

  end(): void {
    this.endCode()
    this.endQuote()
  }

  private addQuoted(block: ReadingBlock): void {
    this.endCode()
    if (this.quote === null) {
      this.quote = new NodeBuilder()
      this.placeBeside({ type: 'blockquote', content: this.quote.nodes })
    }
    this.quote.add(block)
  }

  private endQuote(): void {
    this.quote?.end()
    this.quote = null
  }

  private endCode(): void {
    if (this.code.length === 0) return
    const text = this.code.join('\n')
    this.code = []
    this.placeBeside({ type: 'codeBlock', ...(text !== '' && { content: [{ type: 'text', text }] }) })
  }

  private addText({ indent = 0, sign, runs }: TextBlock): void {
    const kind = kindOf(sign, runs)
    if (kind !== null) return this.addItem(kind, Math.max(1, indent), sign ?? '', runs)
    // A number that the editor has no list for stands beside the items of another list, not within them.
    const within = sign === undefined ? indent : indent - 1
    while (this.lists.length > 0 && this.lists.at(-1)!.indent > within) this.lists.pop()
    this.placeWithin(paragraphOf(sign === undefined ? runs : [{ text: `${sign} ` }, ...runs]))
  }

  private addItem(kind: Kind, indent: number, sign: string, runs: readonly ReadingRun[]): void {
    while (this.lists.length > 0 && this.lists.at(-1)!.indent > indent) this.lists.pop()
    const number = kind === 'orderedList' ? Number(NUMBER.exec(sign)?.[1]) : 0
    const top = this.lists.at(-1)
    if (top?.indent === indent && !(top.kind === kind && (kind !== 'orderedList' || top.next === number)))
      this.lists.pop()
    if (this.lists.at(-1)?.indent !== indent) {
      const items: ElementNode[] = []
      this.placeWithin({ type: kind, ...(number > 1 && { attrs: { start: number } }), content: items })
      this.lists.push({ kind, indent, items, next: number })
    }
    const list = this.lists.at(-1)!
    list.next += 1
    list.items.push(kind === 'taskList' ? taskOf(runs) : { type: 'listItem', content: paragraphsOf(runs) })
  }

  /** Adds a node to the last item of the innermost open list, or to the document. */
  private placeWithin(node: ElementNode): void {
    const item = this.lists.at(-1)?.items.at(-1)
    if (item === undefined) this.nodes.push(node)
    else (item.content ??= []).push(node)
  }

  /** Adds a node after all lists. */
  private placeBeside(node: ElementNode): void {
    this.lists.length = 0
    this.nodes.push(node)
  }
}

/** The kind of list that a sign stands for; null for a number that the editor has no list for, such as `第一条`. */
function kindOf(sign: string | undefined, runs: readonly ReadingRun[]): Kind | null {
  if (TASK.test(sign ?? runs[0]?.text ?? '')) return 'taskList'
  if (sign === undefined) return null
  if (BULLET.test(sign)) return TASK.test(runs[0]?.text ?? '') ? 'taskList' : 'bulletList'
  return NUMBER.test(sign) ? 'orderedList' : null
}

/** A task. Its box stands at the beginning of its text. */
function taskOf([first, ...others]: readonly ReadingRun[]): ElementNode {
  const box = TASK.exec(first?.text ?? '')
  const runs = first === undefined ? [] : [{ ...first, text: first.text.slice(box?.[0].length ?? 0) }, ...others]
  const checked = box !== null && box[1] !== '☐'
  return { type: 'taskItem', attrs: { checked }, content: paragraphsOf(runs) }
}
