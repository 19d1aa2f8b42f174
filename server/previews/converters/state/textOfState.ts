import * as Y from 'yjs'
import type { DocumentKind } from '@/contract/documents'
import { openState } from './openState'

/** The words of a document that people edit together, up to about `most` characters. @throws NoPreview for other bytes */
export async function textOfState(input: string, kind: DocumentKind, most: number): Promise<string> {
  const document = await openState(input)
  return kind === 'ydoc'
    ? textOfFragment(document.getXmlFragment('default'), most)
    : textOfSheets(document.getArray<unknown>('sheets'), most)
}

/** One line per text. */
function textOfFragment(fragment: Y.XmlFragment, most: number): string {
  const lines: string[] = []
  let length = 0
  // The nodes that are left, the next one last.
  const left: unknown[] = [fragment]
  while (left.length > 0 && length < most) {
    const node = left.pop()
    if (node instanceof Y.XmlText) {
      const line = lettersOf(node)
      lines.push(line)
      length += line.length + 1
    } else if (node instanceof Y.XmlFragment) left.push(...node.toArray().reverse())
  }
  return lines.join('\n')
}

function lettersOf(text: Y.XmlText): string {
  const parts = text.toDelta() as { insert: unknown }[]
  return parts.map(({ insert }) => (typeof insert === 'string' ? insert : ' ')).join('')
}

/** One line per row, in the order of the rows and columns. */
function textOfSheets(sheets: Y.Array<unknown>, most: number): string {
  const lines: string[] = []
  let length = 0
  for (const sheet of sheets) {
    if (!(sheet instanceof Y.Map)) continue
    lines.push(String(sheet.get('name') ?? ''))
    const cells: unknown = sheet.get('cells')
    if (!(cells instanceof Y.Map)) continue
    const columns = idsIn(sheet.get('columns'))
    for (const row of idsIn(sheet.get('rows'))) {
      if (length > most) return lines.join('\n')
      const line = columns.flatMap((column) => shown(cells.get(`${row}:${column}`))).join('\t')
      lines.push(line)
      length += line.length + 1
    }
  }
  return lines.join('\n')
}

function idsIn(value: unknown): string[] {
  return value instanceof Y.Array ? value.toArray().map(String) : []
}

/** The shown value of a cell, if it has one. */
function shown(cell: unknown): string[] {
  const value: unknown = typeof cell === 'object' && cell !== null && 'v' in cell ? cell.v : null
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : []
}
