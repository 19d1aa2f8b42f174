import type { ReadingRun } from '@/contract/previews/reading'
import { NoPreview } from '../task'
import { MOST_NODES, type DocumentNode, type ElementNode, type Mark } from './nodes'

/** Runs as the contents of a paragraph. A line end is a break. */
export function inlineOf(runs: readonly ReadingRun[]): DocumentNode[] {
  return runs.flatMap((run) => {
    const marks = marksOf(run)
    return run.text
      .split('\n')
      .flatMap((text, at): DocumentNode[] => [
        ...(at > 0 ? [{ type: 'hardBreak' }] : []),
        ...(text === '' ? [] : [{ type: 'text' as const, text, ...(marks.length > 0 && { marks }) }]),
      ])
  })
}

export function paragraphOf(runs: readonly ReadingRun[]): ElementNode {
  return { type: 'paragraph', content: inlineOf(runs) }
}

/** Paragraphs, one per line of the runs; at least one, as a cell or an item needs it. */
export function paragraphsOf(runs: readonly ReadingRun[]): ElementNode[] {
  const lines: ReadingRun[][] = [[]]
  for (const run of runs)
    run.text.split('\n').forEach((text, at) => {
      if (at > 0) lines.push([])
      if (text !== '') lines.at(-1)!.push({ ...run, text })
    })
  return lines.map(paragraphOf)
}

/** In the editor code has no other marks. A link is kept rather than the look of code. */
function marksOf({ bold, italic, struck, code, link }: ReadingRun): Mark[] {
  if (code && link === undefined) return [{ type: 'code' }]
  return [
    ...(bold ? [{ type: 'bold' }] : []),
    ...(italic ? [{ type: 'italic' }] : []),
    ...(struck ? [{ type: 'strike' }] : []),
    ...(link === undefined ? [] : [{ type: 'link', attrs: { href: link } }]),
  ]
}

/** A table in which each row has as many cells as the longest. @throws NoPreview too_large */
export function tableOf(header: readonly ReadingRun[][], rows: readonly (readonly ReadingRun[][])[]): ElementNode {
  const width = rows.reduce((most, { length }) => Math.max(most, length), Math.max(1, header.length))
  if (width * rows.length > MOST_NODES) throw new NoPreview('too_large', `${rows.length} rows of ${width} cells`)
  const rowOf = (cells: readonly ReadingRun[][], type: string): ElementNode => ({
    type: 'tableRow',
    content: Array.from({ length: width }, (_, at) => ({ type, content: paragraphsOf(cells[at] ?? []) })),
  })
  return {
    type: 'table',
    content: [
      ...(header.length > 0 ? [rowOf(header, 'tableHeader')] : []),
      ...rows.map((cells) => rowOf(cells, 'tableCell')),
    ],
  }
}
