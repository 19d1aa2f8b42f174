import { writeFile } from 'node:fs/promises'
import type { GridSheet } from '@/contract/previews/grid'
import type { TableBook, TableSheet } from './tableSheet'

/** Characters of the first block of a sheet, which opens the sheet, and of the others; rows of a block. */
const BLOCK = { first: 16 * 1024, other: 128 * 1024, rows: 5000 }
/** Characters and rows of all sheets; what follows is not shown. */
const MOST = { characters: 24 * 1024 * 1024, rows: 400_000 }
/** The least weight of a row. */
const LEAST = 4

/** The sheets of a table within a rendition. */
export interface GridList {
  sheets: (Omit<GridSheet, 'blocks'> & { blocks: { /** bytes */ length: number; rows: number }[] })[]
  isCut: boolean
}

/** bytes of the number before the list, and of the line end behind the number */
export const LIST_LENGTH = 10

/**
 * Writes a table as a rendition: the length of its list of sheets in bytes, as ten digits; the list; and the blocks of all sheets, each the JSON of an
 * array of packed rows. A reader fetches a block by its bytes.
 */
export async function writeGrid(output: string, { sheets, isCut }: TableBook): Promise<void> {
  const left = { ...MOST, isCut }
  const blocks: Buffer[] = []
  const list: GridList = { sheets: sheets.map((sheet) => writeSheet(sheet, blocks, left)), isCut: false }
  list.isCut = left.isCut
  const head = Buffer.from(JSON.stringify(list))
  await writeFile(output, [String(head.length).padStart(LIST_LENGTH, '0'), head, ...blocks], { flag: 'wx' })
}

function writeSheet(
  sheet: TableSheet,
  written: Buffer[],
  left: { characters: number; rows: number; isCut: boolean },
): GridList['sheets'][number] {
  const blocks: GridList['sheets'][number]['blocks'] = []
  let part: string[] = []
  let weight = 0
  let rows = 0
  const flush = () => {
    if (part.length === 0) return
    const bytes = Buffer.from(JSON.stringify(part))
    written.push(bytes)
    blocks.push({ length: bytes.length, rows: part.length })
    part = []
    weight = 0
  }
  for (const row of sheet.rows) {
    const own = row.length + LEAST
    if (left.rows === 0 || left.characters < own) {
      left.isCut = true
      break
    }
    if (weight + own > (blocks.length === 0 ? BLOCK.first : BLOCK.other) || part.length === BLOCK.rows) flush()
    part.push(row)
    weight += own
    rows += 1
    left.rows -= 1
    left.characters -= own
  }
  flush()
  const merges = sheet.merges.filter(({ row }) => row < rows)
  return { ...sheet, rows, merges, blocks }
}
