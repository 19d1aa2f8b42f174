import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { GridSheet } from '@/contract/previews/grid'
import { openZip } from '../archive/zipFile'
import { NoPreview } from '../task'
import { MOST } from './tableSheet'

/** Unpacked bytes, and entries, of a workbook. */
const MOST_BYTES = 192 * 1024 ** 2
const MOST_ENTRIES = 5000
/** bytes at the start of a part that are read here: the list of sheets, and what precedes the rows of a sheet */
const START = 64 * 1024

export type Frozen = Pick<GridSheet, 'frozen_rows' | 'frozen_columns'>

const LIST = 'xl/workbook.xml'
const TARGETS = 'xl/_rels/workbook.xml.rels'

/**
 * The frozen panes of a workbook's sheets, by their order in the workbook; SheetJS does not read them. Unpacks every part once, because the sizes in the directory
 * may be lies. Throws NoPreview: too_large, zip_encrypted, or why the archive is damaged.
 */
export async function readParts(path: string): Promise<Map<number, Frozen>> {
  const { entries, fault, writeEntry } = await openZip(path)
  if (fault) throw fault
  if (entries.some(({ isEncrypted }) => isEncrypted)) throw new NoPreview('office_encrypted', 'an encrypted part')
  const all = entries.reduce((sum, { size }) => sum + size, 0)
  if (entries.length > MOST_ENTRIES || all > MOST_BYTES) throw new NoPreview('too_large', `${all} bytes unpacked`)
  const starts = new Map<string, string>()
  for (const [at, { isFolder, name }] of entries.entries()) {
    if (isFolder) continue
    const part = name.replace(/^\//, '')
    const wanted = part === LIST || part === TARGETS || /^xl\/worksheets\/[^/]+\.xml$/.test(part)
    const start: Buffer[] = []
    await writeEntry(at, (bytes, ...through) => pipeline([bytes, ...through, startOf(wanted ? START : 0, start)]))
    if (wanted) starts.set(part, Buffer.concat(start).toString())
  }
  return frozenOf(starts)
}

/** Reads all, and stores the first bytes. */
function startOf(most: number, stored: Buffer[]): Writable {
  let left = most
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (left > 0) stored.push(chunk.subarray(0, left))
      left -= Math.min(left, chunk.length)
      done()
    },
  })
}

function frozenOf(starts: ReadonlyMap<string, string>): Map<number, Frozen> {
  const targets = new Map(
    tagsOf(starts.get(TARGETS), 'Relationship').map((tag) => [attributeOf(tag, 'Id'), attributeOf(tag, 'Target')]),
  )
  const frozen = new Map<number, Frozen>()
  for (const [at, tag] of tagsOf(starts.get(LIST), 'sheet').entries()) {
    const target = targets.get(attributeOf(tag, '\\w+:id')) ?? ''
    const part = target.startsWith('/') ? target.slice(1) : `xl/${target}`
    const [pane] = tagsOf(starts.get(part), 'pane')
    if (pane === undefined || !attributeOf(pane, 'state').startsWith('frozen')) continue
    const size = (name: string, most: number) => Math.min(most, Math.max(0, parseInt(attributeOf(pane, name), 10) || 0))
    frozen.set(at, {
      frozen_rows: size('ySplit', MOST.frozen.rows),
      frozen_columns: size('xSplit', MOST.frozen.columns),
    })
  }
  return frozen
}

function tagsOf(xml: string | undefined, name: string): string[] {
  return xml?.match(new RegExp(`<(?:\\w+:)?${name}\\b[^<>]*>`, 'g')) ?? []
}

function attributeOf(tag: string, name: string): string {
  return new RegExp(`\\s${name}=(["'])(.*?)\\1`).exec(tag)?.[2] ?? ''
}
