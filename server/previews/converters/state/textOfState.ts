import * as Y from 'yjs'
import type { DocumentKind } from '@/contract/documents'
import { sheetsIn } from '@/domain/documents/sheets/bookState'
import { Calculation } from '@/domain/documents/sheets/formulas/Calculation'
import { toText } from '@/domain/documents/sheets/formulas/values'
import { openState } from './openState'
import { SCREEN } from './stateGrid'

/** The words of a document that people edit together, up to about `most` characters. @throws NoPreview for other bytes */
export async function textOfState(input: string, kind: DocumentKind, most: number): Promise<string> {
  const document = await openState(input)
  return kind === 'ydoc' ? textOfFragment(document.getXmlFragment('default'), most) : textOfSheets(document, most)
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
    } else if (node instanceof Y.XmlFragment) for (const part of node.toArray().reverse()) left.push(part)
  }
  return lines.join('\n')
}

function lettersOf(text: Y.XmlText): string {
  const parts = text.toDelta() as { insert: unknown }[]
  return parts.map(({ insert }) => (typeof insert === 'string' ? insert : ' ')).join('')
}

/** One line per row, in the order of the rows and columns, with the results of formulas. */
function textOfSheets(document: Y.Doc, most: number): string {
  const lines: string[] = []
  let length = 0
  for (const sheet of sheetsIn(document)) {
    lines.push(sheet.name)
    const [rows, columns] = [sheet.rows(), sheet.columns()]
    const calculation = new Calculation(sheet.calculated(rows, columns))
    for (const [down, row] of rows.ids.entries()) {
      if (length > most) return lines.join('\n')
      if (down % SCREEN === 0) calculation.renew()
      const cells = columns.ids.map((column) => toText(calculation.valueOf(row, column)))
      const line = cells.filter((text) => text !== '').join('\t')
      lines.push(line)
      length += line.length + 1
    }
  }
  return lines.join('\n')
}
