import { readFile } from 'node:fs/promises'
import { Axis } from '@/domain/documents/sheets/Axis'
import { enteredIn } from '@/domain/documents/sheets/entering'
import { recordsOf, separatorOf } from '../grid/separated'
import { NoPreview } from '../task'
import { decodeText } from '../text/decodeText'
import { cellText, requireRoom, type SourceCell, type SourceSheet } from './sourceSheet'

/** bytes; a state has at most 20 MB */
const LARGEST = 24 * 1024 * 1024
/** What reads as a number of people's phones, or as a code such as 12E3. */
const NAMES_SOMETHING = /^\s*(?:\+|-?\d+e\+?\d+\s*$)/i
/** The apostrophe by which our own tables keep programs from running a cell (`csvOf`). */
const KEPT_FROM_RUNNING = /^'(?=\s*[=+\-@＝＋－＠\t\r])/
const NO_AXES = { rows: new Axis([], () => false), columns: new Axis([], () => false) }

/**
 * A text with separated values as a sheet. Formulas stay texts, because such a file may be a stranger's.
 * @throws NoPreview empty, extension_not_correct, too_large
 */
export async function readSeparatedSheet(path: string, extension: string): Promise<SourceSheet> {
  const bytes = await readFile(path)
  if (bytes.length === 0) throw new NoPreview('empty', 'no bytes')
  if (bytes.length > LARGEST) throw new NoPreview('too_large', `${bytes.length} bytes`)
  const { content, separator } = separatorOf(decodeText(bytes).replace(/\r\n?/g, '\n'), extension)
  const rows: SourceCell[][] = []
  for (const record of recordsOf(content, separator)) {
    rows.push(record.map(cellOf))
    requireRoom(rows.length, 0)
  }
  return { name: '', rows, widths: [] }
}

function cellOf(text: string): SourceCell {
  const kept = text.replace(KEPT_FROM_RUNNING, '')
  if (kept !== text || /^\s*[=＝']/.test(text) || NAMES_SOMETHING.test(text)) return { value: cellText(kept) }
  const { content, format } = enteredIn(text, NO_AXES)
  if (content === null || !('v' in content)) return { value: null }
  if (typeof content.v === 'string') return { value: cellText(text) }
  const shown = format ?? (/^\s*-?\d+\.\d\d\s*$/.test(text) ? 'fixed' : undefined)
  return { value: content.v, ...(shown && { style: { format: shown } }) }
}
