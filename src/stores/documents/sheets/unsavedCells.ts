import * as Y from 'yjs'
import { sheetsIn } from '@/domain/documents/sheets/bookState'
import { isCellContent } from '@/domain/documents/sheets/content'
import { writtenFormula, type Axes } from '@/domain/documents/sheets/formulas/references'

/**
 * What changes write into cells, one cell per line, as people write it.
 * @param updates as Yjs encodes them
 * @param document to which they belong, for the names of cells in formulas
 */
export function unsavedCells(updates: readonly Uint8Array[], document: Y.Doc): string {
  if (updates.length === 0) return ''
  const { structs } = Y.decodeUpdate(Y.mergeUpdates([...updates]))
  const axes = sheetsIn(document).map((sheet) => ({ rows: sheet.rows(), columns: sheet.columns() }))
  const lines: string[] = []
  for (const struct of structs) {
    if (!(struct instanceof Y.Item) || !(struct.content instanceof Y.ContentAny)) continue
    for (const value of struct.content.arr as unknown[])
      if (isCellContent(value)) lines.push('f' in value ? formulaIn(value.f, axes) : String(value.v))
  }
  return lines.join('\n')
}

/** A formula names cells of its own sheet only. */
function formulaIn(stored: string, axes: readonly Axes[]): string {
  const written = axes.map((each) => writtenFormula(stored, each))
  return written.find((each) => !each.includes('#REF!')) ?? written[0] ?? stored
}
