import type { ReadingBlock, ReadingRun } from '@/contract/previews/reading'

/** The least weight of a block, and of a run or a cell: many short ones cost more than their characters. */
const LEAST = { block: 24, run: 8 }
/** The weight of a picture: about the text that takes its room on a phone. */
const PICTURE = 300

/** About the number of characters of a block, counting what its marks cost. */
export function weightOf(block: ReadingBlock): number {
  if (block.kind === 'picture') return PICTURE
  return Math.max(LEAST.block, weightOfCells(partsOf(block)))
}

export function weightOfCells(cells: readonly (readonly ReadingRun[])[]): number {
  return cells.reduce((sum, runs) => sum + Math.max(LEAST.run, weightOfRuns(runs)), 0)
}

function weightOfRuns(runs: readonly ReadingRun[]): number {
  return runs.reduce((sum, { text, link = '' }) => sum + Math.max(LEAST.run, text.length + link.length), 0)
}

/** The texts of a block that are laid out separately: one, or the cells of a table from left to right. */
export function partsOf(block: ReadingBlock): readonly (readonly ReadingRun[])[] {
  if (block.kind === 'rule' || block.kind === 'picture') return []
  return block.kind === 'table' ? [...block.header, ...block.rows.flat()] : [block.runs]
}

export function textOfRuns(runs: readonly ReadingRun[]): string {
  return runs.map(({ text }) => text).join('')
}

/** Whether an address of a document may be opened: web pages and mail addresses only. */
export function isSafeLink(link: string): boolean {
  return /^(https?:|mailto:)/i.test(link)
}
