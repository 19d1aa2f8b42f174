import { stat } from 'node:fs/promises'
import type { TextEncoding } from '@/contract/previews/encodings'
import { packCell, packRow } from '@/domain/previews/grid/cells'
import { bytesAt } from '../bytesAt'
import { NoPreview } from '../task'
import { decodeText } from '../text/decodeText'
import { recordsOf, separatorOf } from './separated'
import { MOST, usualFrozen, widthsOf, type TableBook } from './tableSheet'

/** bytes that are read of a table, and of its beginning */
const WHOLE = 24 * 1024 * 1024
const BEGINNING = 64 * 1024

/**
 * A text with separated values. Throws NoPreview: empty, extension_not_correct.
 * @param mostRows null for all that are shown
 */
export async function readSeparatedGrid(
  path: string,
  { extension, encoding }: { extension: string; encoding?: TextEncoding },
  mostRows: number | null,
): Promise<TableBook> {
  const { size } = await stat(path)
  if (size === 0) throw new NoPreview('empty', 'no bytes')
  const most = mostRows === null ? WHOLE : BEGINNING
  const isWhole = size <= most
  const text = decodeText(await bytesAt(path, 0, Math.min(size, most)), encoding).replace(/\r\n?/g, '\n')
  // The last line is cut.
  const end = text.lastIndexOf('\n')
  const { content, separator } = separatorOf(isWhole || end < 0 ? text : text.slice(0, end), extension)
  const rows: string[] = []
  let columns = 0
  let isCut = !isWhole
  for (const record of recordsOf(content, separator)) {
    if (rows.length === (mostRows ?? MOST.rows)) {
      isCut = true
      break
    }
    const row = packRow(record.slice(0, MOST.columns).map(packText))
    if (record.length > MOST.columns) isCut = true
    rows.push(row)
    columns = Math.max(columns, Math.min(record.length, MOST.columns))
  }
  while (rows.at(-1) === '') rows.pop()
  const place = { widths: widthsOf(rows, columns), merges: [], skips: [] }
  return { sheets: [{ name: '', columns, ...usualFrozen(rows, columns), ...place, rows }], isCut }
}

/** Digits that would be written the same as a number are one; others, such as 007, are words. */
function packText(text: string): string {
  const shown = text.length > MOST.text ? text.slice(0, MOST.text) : text
  const value = shown.length < 16 && shown !== '' ? Number(shown) : NaN
  return packCell({ text: shown, value: String(value) === shown ? value : null })
}
