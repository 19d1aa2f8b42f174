import { blocksIn, countOf, elementsIn, isText, mentionOf, plainText, rowsOf, spanOf, textOf, widthOf } from './nodes'
import type { DocumentNode, ElementNode } from './nodes'

/** A text (ydoc) as Markdown: CommonMark with tables, tasks and strikethrough, as in GitHub's. */
export function markdownOf(nodes: readonly ElementNode[]): string {
  return `${blocksOf(nodes).join('\n')}\n`
}

/** Lines of blocks, with an empty line between them. */
function blocksOf(nodes: readonly ElementNode[]): string[] {
  const lines: string[] = []
  let before: { type: string; marker: string } | null = null
  for (const node of nodes) {
    // Two lists side by side would be one.
    const marker = markerOf(node, before)
    const block = blockOf(node, marker)
    if (block.length === 0) continue
    if (lines.length > 0) lines.push('')
    for (const line of block) lines.push(line)
    before = { type: node.type, marker }
  }
  return lines
}

const ORDERED = 'orderedList'
const BREAK = '\\\n'

function markerOf({ type }: ElementNode, before: { type: string; marker: string } | null): string {
  const [usual, other] = type === ORDERED ? ['.', ')'] : ['-', '*']
  const isList = (name: string) => name === ORDERED || name === 'bulletList' || name === 'taskList'
  const isSameKind = before !== null && isList(before.type) && (before.type === ORDERED) === (type === ORDERED)
  return isSameKind && before.marker === usual ? other! : usual!
}

function blockOf(node: ElementNode, marker: string): string[] {
  switch (node.type) {
    case 'heading': {
      const text = inlineOf(node)
        .replace(/(\\\n|\s)+/g, ' ')
        .trim()
      return text === '' ? [] : [`${'#'.repeat(countOf(node.attrs?.level, 1, 6, 1))} ${closed(text)}`]
    }
    case 'paragraph':
      return paragraphOf(inlineOf(node))
    case 'bulletList':
    case 'taskList':
    case 'orderedList':
      return listOf(node, marker)
    case 'blockquote':
      return blocksOf(blocksIn(node)).map((line) => (line === '' ? '>' : `> ${line}`))
    case 'codeBlock':
      return codeOf(node)
    case 'horizontalRule':
      return ['---']
    case 'table':
      return tableOf(node)
    case 'image':
      return paragraphOf(escaped(`🖼 ${textOf(node.attrs?.alt)}`.trim()))
    default:
      return blocksOf(blocksIn(node))
  }
}

function listOf(list: ElementNode, marker: string): string[] {
  const first = countOf(list.attrs?.start, 0, 999_999_999, 1)
  return elementsIn(list).flatMap((item, at) => {
    const sign = list.type === ORDERED ? `${Math.min(999_999_999, first + at)}${marker} ` : `${marker} `
    const box = item.type === 'taskItem' ? (item.attrs?.checked === true ? '[x] ' : '[ ] ') : ''
    const indent = ' '.repeat(sign.length)
    const [head = '', ...rest] = blocksOf(blocksIn(item))
    // An item that begins with code or a list has an empty line of its own.
    const lines = [`${sign}${box}${head}`.trimEnd(), ...rest.map((line) => (line === '' ? '' : indent + line))]
    return at > 0 && isLoose(item) ? ['', ...lines] : lines
  })
}

function isLoose(item: ElementNode): boolean {
  return elementsIn(item).filter(({ type }) => type === 'paragraph').length > 1
}

function codeOf(node: ElementNode): string[] {
  const text = plainText(node)
  const fence = '`'.repeat(Math.max(3, mostTicksIn(text) + 1))
  return [`${fence}${textOf(node.attrs?.language).replace(/[^\w+#.-]/g, '')}`, ...text.split('\n'), fence]
}

/** The most backticks side by side. */
function mostTicksIn(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((most, ticks) => Math.max(most, ticks.length), 0)
}

/** A table. Markdown has no table without a header: the first row is one. */
function tableOf(table: ElementNode): string[] {
  const rows = rowsOf(table)
  const width = widthOf(rows)
  if (width === 0) return []
  const lineOf = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`
  const [header = [], ...others] = rows.map((cells) => cells.flatMap(cellsOf))
  return [lineOf(header), lineOf(Array.from({ length: width }, () => '---')), ...others.map(lineOf)]
}

/** A cell, and the empty ones that it covers. */
function cellsOf(cell: ElementNode): string[] {
  const lines = blocksIn(cell).flatMap((block) => (block.type === 'paragraph' ? [inlineOf(block)] : plainLines(block)))
  const text = lines.join('<br>').replaceAll(BREAK, '<br>').replaceAll('\n', ' ').replaceAll('|', '\\|').trim()
  return [text, ...Array.from({ length: spanOf(cell, 'colspan') - 1 }, () => '')]
}

function plainLines(block: ElementNode): string[] {
  return plainText(block).split('\n').map(escaped)
}

/** Lines of a paragraph. A sign at the beginning of a line that would begin a block is escaped. */
function paragraphOf(text: string): string[] {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/^[ \t]+/, ''))
    .map((line) => line.replace(/^(#{1,6}(?=\s|$)|[+-](?=\s|$)|>|=+\s*$|[-|:][-|:\s]*$|~{3})/, '\\$1'))
    .map((line) => line.replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2'))
  return lines.every((line) => line.trim() === '' || line === '\\') ? [] : lines
}

/** A heading ends with no number sign of its own. */
function closed(text: string): string {
  return text.replace(/(?<!#)#+$/, '\\$&')
}

function inlineOf({ content = [] }: ElementNode): string {
  const text = markedOf(content, 0)
  let end = text.length
  // A break at the end is none.
  while (end >= BREAK.length && text.startsWith(BREAK, end - BREAK.length)) end -= BREAK.length
  return text.slice(0, end)
}

/** From the outside in: marks around several texts are written once, because signs side by side would mean something else. */
const MARKS = ['link', 'strike', 'bold', 'italic'] as const
const SIGNS = { strike: '~~', bold: '**', italic: '*' } as const

function markedOf(nodes: readonly DocumentNode[], depth: number): string {
  const kind = MARKS[depth]
  if (kind === undefined) return nodes.map(plainOf).join('')
  const keyOf = (node: DocumentNode) => markIn(node, kind)
  const parts: string[] = []
  for (let start = 0, end = 0; start < nodes.length; start = end) {
    const key = keyOf(nodes[start]!)
    while (end < nodes.length && keyOf(nodes[end]!) === key) end += 1
    const within = markedOf(nodes.slice(start, end), depth + 1)
    parts.push(key === null ? within : withSigns(kind, key, within))
  }
  return parts.join('')
}

/** What tells apart marks of a kind side by side: the address of a link; null without such a mark. */
function markIn(node: DocumentNode, type: (typeof MARKS)[number]): string | null {
  const found = isText(node) ? node.marks?.find((each) => each.type === type) : undefined
  if (found === undefined) return null
  return type === 'link' ? textOf(found.attrs?.href) || null : type
}

/** Signs stand beside letters, never beside blanks or breaks. */
function withSigns(kind: (typeof MARKS)[number], key: string, within: string): string {
  const start = /^(?:\s|\\\n)*/.exec(within)![0].length
  let end = within.length
  while (end > start && /\s/.test(within[end - 1]!))
    end -= within.startsWith(BREAK, end - BREAK.length) ? BREAK.length : 1
  if (end <= start) return within
  const letters = within.slice(start, end)
  const made = kind === 'link' ? `[${letters}](<${addressOf(key)}>)` : `${SIGNS[kind]}${letters}${SIGNS[kind]}`
  return `${within.slice(0, start)}${made}${within.slice(end)}`
}

function plainOf(node: DocumentNode): string {
  if (!isText(node)) {
    if (node.type === 'hardBreak') return BREAK
    return escaped(node.type === 'mention' ? mentionOf(node) : plainText(node))
  }
  const text = node.text.replace(/[\n\r]/g, ' ')
  const isCode = node.marks?.some(({ type }) => type === 'code') === true && text.trim() !== ''
  return isCode ? codeSpan(text) : escaped(text)
}

function codeSpan(text: string): string {
  const ticks = '`'.repeat(mostTicksIn(text) + 1)
  const pad = /^`|`$/.test(text) ? ' ' : ''
  return `${ticks}${pad}${text}${pad}${ticks}`
}

/** Letters that would mean something else; also in addresses, which readers make links of, with their backslashes. */
function escaped(text: string): string {
  return text
    .replace(/[\\`*_[\]<~]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/\S+/g, (word) => {
      const last = word.lastIndexOf('\\')
      if (last < 0) return word
      const address = word.slice(0, last).replace(/(?:https?|ftp)(?=:\/\/)|\bwww(?=\.)/gi, '$&\\')
      return address + word.slice(last)
    })
}

function addressOf(href: string): string {
  return href.replace(/[<>\s\\]/g, (sign) => encodeURIComponent(sign))
}
