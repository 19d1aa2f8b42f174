import * as Y from 'yjs'
import type { ReadingBlock, ReadingRun } from '@/contract/previews/reading'
import { DOCUMENT_DEPTH_LIMIT } from '@/domain/documents/bounds'
import { codeBlocks, cutRuns, plainLines } from '../reading/flatten'
import { safeLink } from '../text/markdown'
import { openState } from './openState'

/** Steps of indentation that leave room for text on a phone. */
const INDENT = 6
const yes = true as const

interface Place {
  indent?: number
  quoted?: true
}

/** The text of a document (ydoc) in blocks, as its editor (TipTap) names its nodes. @throws NoPreview for other bytes */
export async function readState(input: string): Promise<{ blocks: Iterable<ReadingBlock>; isCut: boolean }> {
  const document = await openState(input)
  return { blocks: blocksIn(document.getXmlFragment('default'), {}, 0), isCut: false }
}

function* blocksIn(parent: Y.XmlFragment, place: Place, depth: number): Generator<ReadingBlock> {
  if (depth > DOCUMENT_DEPTH_LIMIT) return
  for (const node of parent.toArray()) {
    if (node instanceof Y.XmlElement) yield* blocksOf(node, place, depth + 1)
    // Text that lies in no paragraph.
    else if (node instanceof Y.XmlText) yield* texts(runsOf(node), place)
  }
}

function* blocksOf(node: Y.XmlElement, place: Place, depth: number): Generator<ReadingBlock> {
  switch (node.nodeName) {
    case 'heading': {
      const level = Math.min(6, Math.max(1, Number(attribute(node, 'level')) || 1))
      for (const runs of cutRuns(runsIn(node))) yield { kind: 'heading', ...place, level, runs }
      return
    }
    case 'paragraph':
      return yield* texts(runsIn(node), place)
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return yield* listIn(node, place, depth)
    case 'blockquote':
      return yield* blocksIn(node, { ...place, quoted: yes }, depth)
    case 'codeBlock': {
      const text = runsIn(node)
        .map((run) => run.text)
        .join('')
      for (const block of codeBlocks(plainLines(text), null)) yield { ...block, ...place }
      return
    }
    case 'horizontalRule':
      return yield { kind: 'rule' }
    case 'table':
      return yield tableOf(node)
    case 'image':
      return yield { kind: 'picture', address: null, width: 0, height: 0, text: String(attribute(node, 'alt') ?? '') }
    default:
      return yield* blocksIn(node, place, depth)
  }
}

function* listIn(list: Y.XmlElement, place: Place, depth: number): Generator<ReadingBlock> {
  const indent = Math.min(INDENT, (place.indent ?? 0) + 1)
  let number = Number(attribute(list, 'start')) || 1
  for (const item of list.toArray()) {
    if (!(item instanceof Y.XmlElement)) continue
    const isDone = attribute(item, 'checked')
    const sign =
      list.nodeName === 'orderedList' ? `${number}.` : item.nodeName !== 'taskItem' ? '•' : isDone ? '☑' : '☐'
    number += 1
    let isFirst = true
    for (const block of blocksIn(item, { ...place, indent }, depth + 1)) {
      if (isFirst && block.kind !== 'text') yield { kind: 'text', ...place, indent, sign, runs: [] }
      yield isFirst && block.kind === 'text' ? { ...block, sign } : block
      isFirst = false
    }
  }
}

/** A table; the first row is its header if it has headers. */
function tableOf(table: Y.XmlElement): ReadingBlock {
  const rows = table.toArray().flatMap((row) => (row instanceof Y.XmlElement ? [row] : []))
  const cellsOf = (row: Y.XmlElement) =>
    row.toArray().flatMap((cell) => (cell instanceof Y.XmlElement ? [runsIn(cell)] : []))
  const [first, ...others] = rows
  const hasHeader = first?.toArray().some((cell) => cell instanceof Y.XmlElement && cell.nodeName === 'tableHeader')
  return hasHeader
    ? { kind: 'table', header: cellsOf(first!), rows: others.map(cellsOf) }
    : { kind: 'table', header: [], rows: rows.map(cellsOf) }
}

function* texts(runs: ReadingRun[], place: Place): Generator<ReadingBlock> {
  for (const part of cutRuns(runs)) yield { kind: 'text', ...place, runs: part }
}

/** The text in an element, with a line end after each element within. */
function runsIn(parent: Y.XmlElement, depth = 0): ReadingRun[] {
  if (depth > DOCUMENT_DEPTH_LIMIT) return []
  return parent.toArray().flatMap((node, at) => {
    if (node instanceof Y.XmlText) return runsOf(node)
    if (!(node instanceof Y.XmlElement)) return []
    if (node.nodeName === 'hardBreak') return [{ text: '\n' }]
    if (node.nodeName === 'mention') return [{ text: `@${String(attribute(node, 'label') ?? '')}` }]
    const runs = runsIn(node, depth + 1)
    return at > 0 && runs.length > 0 ? [{ text: '\n' }, ...runs] : runs
  })
}

function runsOf(text: Y.XmlText): ReadingRun[] {
  const parts = text.toDelta() as { insert: unknown; attributes?: Record<string, unknown> }[]
  return parts.flatMap(({ insert, attributes = {} }) => {
    if (typeof insert !== 'string') return []
    const link = safeLink(String((attributes.link as { href?: unknown } | undefined)?.href ?? ''))
    return [
      {
        text: insert,
        ...(attributes.bold != null && { bold: yes }),
        ...(attributes.italic != null && { italic: yes }),
        ...(attributes.strike != null && { struck: yes }),
        ...(attributes.code != null && { code: yes }),
        ...(link !== undefined && link.length <= 2000 && { link }),
      },
    ]
  })
}

/** Yjs types attributes as texts, but editors store numbers, too. */
function attribute(node: Y.XmlElement, name: string): unknown {
  return node.getAttribute(name)
}
